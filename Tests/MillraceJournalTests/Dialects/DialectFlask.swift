import Flask
import Millrace

struct DialectCart: Flask.State, Equatable {
  var items: [String] = []
  var note: String?
}

/// The substance as the first version wrote it.
private struct OldCart: Codable, Sendable {
  var items: String
  var note: String?

  init(_ cart: DialectCart) {
    items = cart.items.joined(separator: "\n")
    note = cart.note
  }

  var cart: DialectCart {
    DialectCart(items: items.split(separator: "\n").map(String.init), note: note)
  }
}

/// Two substances of a Flask context among the dialects.
@MainActor
struct DialectFlask {
  static let contextName = "shop"

  final class Owner {}
  struct Fault: Error {}

  let flask: Flask
  let cart: Substance<DialectCart>
  let wishes: Substance<DialectCart>
  private let owner = Owner()
  private let reactor: Reactor<Owner>

  init(_ flow: Flow) {
    flask = Flask(name: Self.contextName, flow: flow, archives: MemoryArchives())
    cart = flask.newSubstance(definedBy: DialectCart.self)
    wishes = flask.newSubstance(definedBy: DialectCart.self)
    reactor = flask.reactor(attachedTo: owner, mixing: [cart, wishes])
  }

  func recordable(version: Int) -> Recordable<FlaskStates, FlaskCommits> {
    let schema =
      version == 1
      ? RecordSchema<DialectCart>().adding(
        OldCart.self, "cart", wrap: { $0.cart }, unwrap: { OldCart($0) })
      : RecordSchema("cart", version: 2).upcast("cart", from: 1, to: 2) { (old: OldCart) in old.cart }
    return flask.recordable { record in
      record.add(cart, schema)
      record.add(wishes, schema, as: "wishes")
    }
  }

  func step(_ number: Int) {
    let pick = number.isMultiple(of: 2) ? cart : wishes
    switch number % 4 {
    case 0: reactor.mix(pick) { $0.prop.note = "lost" }.and(cart) { _ in throw Fault() }.andReact()
    case 1:
      reactor.mix(pick) { $0.prop.note = "note \(number)" }
        .with(cart) { $0.prop.items.append("both \(number)") }.andReact()
    default: reactor.mix(pick) { $0.prop.items.append("item \(number)") }.andReact()
    }
  }

  var state: [DialectCart] { [cart.state, wishes.state] }

  static func state(_ states: FlaskStates?) -> [DialectCart?] {
    [states?.state(of: "cart"), states?.state(of: "wishes")]
  }
}
