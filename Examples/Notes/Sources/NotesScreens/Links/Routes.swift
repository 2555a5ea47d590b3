import Aftermath
import AftermathRouting
import NotesModel

/// A route that opens a place without parameters.
@MainActor
struct PlainRoute: Routable {
  private let destination: Destination

  init(_ destination: Destination) { self.destination = destination }

  func navigate(to location: Location, from interface: Interface) {
    interface.execute(command: Open(destination))
  }
}

/// A route that opens a place with one item.
@MainActor
struct ItemRoute: Routable {
  /// The kind; nil where it is part of the link.
  var kind: Kind?
  let destination: (ItemID) -> Destination

  func navigate(to location: Location, from interface: Interface) throws {
    let number = try location.argument("id", as: Int.self)
    interface.execute(command: Open(destination(ItemID(try kind ?? linkedKind(location), number))))
  }

  private func linkedKind(_ location: Location) throws -> Kind {
    let name = try location.argument("kind", as: String.self)
    guard let kind = Kind(rawValue: name) else {
      throw LocationValueError.argumentType("kind", path: location.path, expected: "kind", given: name)
    }
    return kind
  }
}

struct SearchRoute: CommandRoute {
  func buildCommand(from location: Location) throws -> any AnyCommand {
    SearchFor(try location.argument("words"))
  }
}

/// A route that shows the error of a link to the user.
@MainActor
struct SentenceRoute: ErrorRoutable {
  func handle(routeError: any Error, from interface: Interface) {
    interface.engine.post(fact: Remark(sentence(routeError), isProblem: true))
  }

  private func sentence(_ error: any Error) -> String {
    let advice = "try notes:42, todos:new, search:milk, conflicts, log or help"
    return switch error {
    case LocationError.unknownRoute(let route, _, _): "There is no screen \(quoted(route)); \(advice)."
    case LocationValueError.argumentType("id", _, _, let given):
      "\(quoted(given)) is not the number of an item; \(advice)."
    default: "\(error)"
    }
  }
}
