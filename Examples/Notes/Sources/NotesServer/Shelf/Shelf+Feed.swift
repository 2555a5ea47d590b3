import Millrace
import NotesModel

extension Shelf {
  /// Returns the changes after one number and up to another, for each item the newest, in order.
  ///
  /// An item that was changed again after `last` is left out: its newest state is none of these.
  ///
  /// Cost: O(log n + limit).
  func changes(after first: Int, through last: Int, limit: Int) -> [FeedEntry] {
    let sequences = order.rows
    var (low, high) = (0, sequences.count)
    while low < high {
      let middle = (low + high) / 2
      if sequences[middle] > first { high = middle } else { low = middle + 1 }
    }
    let ids = order.ids
    var entries: [FeedEntry] = []
    while low < ids.count, entries.count < limit, sequences[low] <= last {
      if let entry = entry(ids[low]) { entries.append(entry) }
      low += 1
    }
    return entries
  }

  private func entry(_ id: ItemID) -> FeedEntry? {
    if let row = self[id] {
      return FeedEntry(sequence: row.sequence, id: id, version: row.version, key: row.key, item: row.item)
    }
    return tombstones[id].map {
      FeedEntry(sequence: $0.sequence, id: id, version: $0.version, key: $0.key, item: nil)
    }
  }
}

extension JSONWriter {
  /// Writes an entry of the feed, with the JSON of its row if that is still the current one.
  mutating func entry(_ entry: FeedEntry, row: Row?) {
    object { writer in
      writer.member("sequence", entry.sequence)
      writer.name("id")
      writer.object { writer in
        writer.member("kind", entry.id.kind.rawValue)
        writer.member("number", entry.id.number)
      }
      writer.member("version", entry.version)
      writer.member("key", entry.key)
      if let item = entry.item {
        writer.name("item")
        writer.kindAndItem(item.kind, json: row?.json ?? JSONWriter.json(item))
      }
    }
  }
}
