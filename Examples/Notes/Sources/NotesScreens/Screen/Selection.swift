public import NotesModel

/// The position in a list: the selected row, and the visible part.
///
/// It also contains the selected item's id, so the selection stays on the item when rows above change.
public struct Selection: Codable, Hashable, Sendable {
  /// The index of the selected row.
  public internal(set) var row = 0
  /// The index of the first visible row.
  public internal(set) var top = 0
  /// The selected item; nil for none.
  public internal(set) var id: ItemID?

  public init() {}

  /// Decodes a selection; negative indices become 0.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    row = max(0, try container.decode(Int.self, forKey: .row))
    top = max(0, try container.decode(Int.self, forKey: .top))
    id = try container.decodeIfPresent(ItemID.self, forKey: .id)
  }

  /// A movement in a list or a text.
  public enum Step: Codable, Hashable, CaseIterable, Sendable {
    case up, down, pageUp, pageDown, first, last

    /// Returns the index after the step, between 0 and `last`.
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

  /// Returns the selection after a step.
  func moved(_ step: Step, in ids: [ItemID], rows: Int) -> Selection {
    selecting(step.from(row, last: ids.count - 1, page: rows), in: ids, rows: rows)
  }

  /// Returns the selection after a change of the list: on the same item, or else in the same row.
  ///
  /// - Parameters:
  ///   - ids: The current items.
  ///   - rows: The number of visible rows.
  ///   - current: A closure that returns the current id of an item.
  func following(_ ids: [ItemID], rows: Int, current: (ItemID) -> ItemID) -> Selection {
    if let id = id.map(current) {
      if ids.indices.contains(row), ids[row] == id { return selecting(row, in: ids, rows: rows) }
      if let row = ids.firstIndex(of: id) { return selecting(row, in: ids, rows: rows) }
    }
    return selecting(row, in: ids, rows: rows)
  }

  /// Returns the selection for another number of visible rows.
  func fitted(to rows: Int) -> Selection {
    var selection = self
    selection.top = min(max(top, row - max(1, rows) + 1), row)
    return selection
  }

  private func selecting(_ wanted: Int, in ids: [ItemID], rows: Int) -> Selection {
    var selection = self
    selection.row = min(max(0, wanted), max(0, ids.count - 1))
    selection.id = ids.indices.contains(selection.row) ? ids[selection.row] : nil
    // A full window has no empty rows at its end.
    selection.top = min(max(0, top), max(0, ids.count - rows))
    return selection.fitted(to: rows)
  }
}
