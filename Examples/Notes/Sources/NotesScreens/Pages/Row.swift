public import AftermathComponents
import NotesModel

/// A row of a list, in the form that the controller passes to the renderer.
struct Row: Hashable {
  let id: ItemID
  let title: String
  let subtitle: String
  let standing: Standing
  /// True when a todo is done; nil for items without a checkbox.
  let isDone: Bool?

  /// The row as an item of a component; selecting it opens the item.
  var item: AftermathComponents.Item {
    AftermathComponents.Item(
      identifier: id.description, title: title, subtitle: subtitle, action: id.description,
      metadata: ["standing": .string(standing.rawValue), "done": isDone.map { .bool($0) } ?? .null])
  }
}

extension AftermathComponents.Item {
  /// The item's state of synchronisation.
  var standing: Standing {
    if case .string(let name)? = metadata["standing"] { Standing(rawValue: name) ?? .shared } else { .shared }
  }

  /// True when a todo is done; nil for items without a checkbox.
  var isDone: Bool? {
    if case .bool(let isDone)? = metadata["done"] { isDone } else { nil }
  }
}

/// The visible rows of a list, and their position.
public struct Page: Hashable, Sendable {
  let name: String
  /// The index of the first visible row.
  public let first: Int
  /// The number of all rows.
  public let total: Int
  public let items: [AftermathComponents.Item]

  var component: Component {
    Component(
      identifier: name, items: items, metadata: ["first": .integer(first), "total": .integer(total)])
  }
}

extension Page {
  static let empty = Page(name: "", first: 0, total: 0, items: [])

  init(_ component: Component) {
    func number(_ name: String) -> Int {
      if case .integer(let number)? = component.metadata[name] { number } else { 0 }
    }
    self.init(
      name: component.identifier, first: number("first"), total: number("total"), items: component.items)
  }
}
