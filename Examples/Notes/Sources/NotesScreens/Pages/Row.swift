public import AftermathComponents
import NotesModel

/// A row of a list, as it goes through the controller to the renderer.
struct Row: Hashable {
  let id: ItemID
  let title: String
  let subtitle: String
  let standing: Standing
  /// Whether a todo is done; nil for what has no box to tick.
  let isDone: Bool?

  /// The row as an item of a component; selecting it leads to the item.
  var item: AftermathComponents.Item {
    AftermathComponents.Item(
      identifier: id.description, title: title, subtitle: subtitle, action: id.description,
      metadata: ["standing": .string(standing.rawValue), "done": isDone.map { .bool($0) } ?? .null])
  }
}

extension AftermathComponents.Item {
  /// How it stands with the server.
  var standing: Standing {
    if case .string(let name)? = metadata["standing"] { Standing(rawValue: name) ?? .shared } else { .shared }
  }

  /// Whether a todo is done; nil for what has no box to tick.
  var isDone: Bool? {
    if case .bool(let isDone)? = metadata["done"] { isDone } else { nil }
  }
}

/// The rows of a list that are to be seen, and where they are among all.
public struct Page: Hashable, Sendable {
  /// What the list is called.
  let name: String
  /// The place of the first row among all.
  public let first: Int
  /// How many rows there are in all.
  public let total: Int
  /// The rows that are to be seen.
  public let items: [AftermathComponents.Item]

  /// The page as a component.
  var component: Component {
    Component(
      identifier: name, items: items, metadata: ["first": .integer(first), "total": .integer(total)])
  }
}

extension Page {
  /// A page without rows.
  static let empty = Page(name: "", first: 0, total: 0, items: [])

  /// The page that a component shows.
  init(_ component: Component) {
    func number(_ name: String) -> Int {
      if case .integer(let number)? = component.metadata[name] { number } else { 0 }
    }
    self.init(
      name: component.identifier, first: number("first"), total: number("total"), items: component.items)
  }
}
