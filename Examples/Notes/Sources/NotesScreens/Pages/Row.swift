import AftermathComponents
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
extension Component {
  /// No rows, before the first page was made.
  static let noPage = Component(page: "", first: 0, total: 0, items: [])

  /// Creates the page of a list.
  init(page name: String, first: Int, total: Int, items: [AftermathComponents.Item]) {
    self.init(
      identifier: name, items: items, metadata: ["first": .integer(first), "total": .integer(total)])
  }

  /// The index of the first visible row.
  var first: Int { number("first") }
  /// The number of all rows.
  var total: Int { number("total") }

  private func number(_ name: String) -> Int {
    if case .integer(let number)? = metadata[name] { number } else { 0 }
  }
}
