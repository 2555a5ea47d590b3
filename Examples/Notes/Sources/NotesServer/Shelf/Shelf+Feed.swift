import Millrace
import NotesModel

extension Shelf {
  /// Returns the changes after one number and up to another, for each item the newest, in order.
  ///
  /// An item that was changed again after `last` is left out: its newest state is none of these.
  ///
  /// Cost: O(log n + limit).
  func changes(after first: Int, through last: Int, limit: Int) -> [FeedEntry] {
    let (sequences, ids) = (order.rows, order.ids)
    var place = sequences.firstPlace { $0 > first }
    var entries: [FeedEntry] = []
    while place < ids.count, entries.count < limit, sequences[place] <= last {
      if let entry = self[ids[place]]?.entry ?? tombstones[ids[place]] { entries.append(entry) }
      place += 1
    }
    return entries
  }
}
