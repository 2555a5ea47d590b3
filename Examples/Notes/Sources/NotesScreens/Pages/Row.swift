public import AftermathComponents
import NotesModel

extension AftermathComponents.Item {
  /// Creates the row of an item; selecting it opens the item.
  init(_ id: ItemID, title: String, subtitle: String, standing: Standing, isDone: Bool?) {
    self.init(
      identifier: id.description, title: title, subtitle: subtitle, action: id.description,
      metadata: ["standing": .string(standing.rawValue), "done": isDone.map { .bool($0) } ?? .null])
  }

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
