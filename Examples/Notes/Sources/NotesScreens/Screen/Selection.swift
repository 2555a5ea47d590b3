public import NotesModel

/// Where somebody is in a list: the row that is selected, and the part of the list that is to be seen.
///
/// The item is kept beside its row. So the selection stays with it when the list changes above.
public struct Selection: Codable, Hashable, Sendable {
  /// The row that is selected.
  public internal(set) var row = 0
  /// The first row that is to be seen.
  public internal(set) var top = 0
  /// The item in the row; nil while nothing is.
  public internal(set) var id: ItemID?

  /// The beginning of a list.
  public init() {}

  /// A selection as it was written down; what is before the beginning is the beginning.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    row = max(0, try container.decode(Int.self, forKey: .row))
    top = max(0, try container.decode(Int.self, forKey: .top))
    id = try container.decodeIfPresent(ItemID.self, forKey: .id)
  }

  /// A step that a person takes in something long.
  public enum Step: Codable, Hashable, CaseIterable, Sendable {
    case up, down, pageUp, pageDown, first, last

    /// Where it leads from a place between 0 and `last`.
    func from(_ place: Int, last: Int, page: Int) -> Int {
      let target =
        switch self {
        case .up: place - 1
        case .down: place + 1
        case .pageUp: place - max(1, page - 1)
        case .pageDown: place + max(1, page - 1)
        case .first: 0
        case .last: last
        }
      return min(max(0, target), max(0, last))
    }
  }

  /// Another row is selected.
  func moved(_ step: Step, in ids: [ItemID], rows: Int) -> Selection {
    selecting(step.from(row, last: ids.count - 1, page: rows), in: ids, rows: rows)
  }

  /// The list has changed: the item is found again, or the row stays.
  ///
  /// - Parameters:
  ///   - ids: What is in the list now.
  ///   - rows: How many rows are to be seen.
  ///   - current: The id under which an item is known now.
  func following(_ ids: [ItemID], rows: Int, current: (ItemID) -> ItemID) -> Selection {
    if let id = id.map(current) {
      if ids.indices.contains(row), ids[row] == id { return selecting(row, in: ids, rows: rows) }
      if let row = ids.firstIndex(of: id) { return selecting(row, in: ids, rows: rows) }
    }
    return selecting(row, in: ids, rows: rows)
  }

  /// The window shows so many rows now.
  func fitted(to rows: Int) -> Selection {
    var selection = self
    selection.top = min(max(top, row - max(1, rows) + 1), row)
    return selection
  }

  private func selecting(_ wanted: Int, in ids: [ItemID], rows: Int) -> Selection {
    var selection = self
    selection.row = min(max(0, wanted), max(0, ids.count - 1))
    selection.id = ids.indices.contains(selection.row) ? ids[selection.row] : nil
    // A window that is full shows no empty rows at its end.
    selection.top = min(max(0, top), max(0, ids.count - rows))
    return selection.fitted(to: rows)
  }
}
