import Millrace
import NotesModel

/// The whole state of the server: a value that is computed from the changes alone.
///
/// The journal's snapshots contain it, and every decision reads it.
struct Shelf: Equatable, Sendable {
  /// The items of each kind, sorted by number.
  private var rows = PerKind(RowTable<Int, Row>())
  /// The tombstones, which are kept for ever: a number is never assigned twice.
  private(set) var tombstones = RowTable<ItemID, Tombstone>()
  /// The number of each item's last change, in the order of the changes: the feed's index.
  private(set) var order = RowTable<ItemID, Int>()
  /// The answers to requests that may be repeated.
  private(set) var memory = AnswerMemory()
  /// The number of the last change.
  private(set) var sequence = 0
  /// The number of the last change of each kind.
  private var touched = PerKind(0)
  /// The highest number ever assigned of each kind.
  private var highest = PerKind(0)

  init() {}

  // MARK: Queries

  /// Returns the items of a kind, sorted by number.
  func items(_ kind: Kind) -> RowTable<Int, Row> { rows[kind] }

  subscript(id: ItemID) -> Row? { rows[id.kind][id.number] }

  /// Returns the number of the last change of any item of a kind.
  func lastChange(of kind: Kind) -> Int { touched[kind] }

  /// Returns the number for a new item; an invalid one if the highest valid number was assigned.
  func nextNumber(_ kind: Kind) -> Int { highest[kind] + 1 }

  /// Returns the highest number that may be assigned: not far above the others, so that no request uses up
  /// the numbers.
  func numberLimit(_ kind: Kind) -> Int { min(highest[kind] + 1_000_000, ItemReader.numberLimit) }

  // MARK: Changes

  /// Applies changes.
  mutating func fold(_ fact: ItemsChanged) {
    for change in fact.changes { fold(change) }
  }

  private mutating func fold(_ change: Change) {
    let entry = change.entry
    if let item = entry.item {
      put(Row(item, version: entry.version, sequence: entry.sequence, key: entry.key))
    } else {
      rows[entry.id.kind].remove(id: entry.id.number)
      tombstones[entry.id] = Tombstone(version: entry.version, sequence: entry.sequence, key: entry.key)
    }
    order.append(entry.sequence, id: entry.id)
    note(entry.id, entry.sequence)
    memory.keep(change)
  }

  /// Inserts an item, or replaces the item or tombstone of its id.
  private mutating func put(_ row: Row) {
    let id = row.item.id
    tombstones.remove(id: id)
    if rows[id.kind].contains(id: id.number) || rows[id.kind].last.map({ $0.id < id.number }) ?? true {
      rows[id.kind][id.number] = row
    } else {
      rows[id.kind].insert(row, id: id.number, at: place(for: id))
    }
  }

  private mutating func note(_ id: ItemID, _ sequence: Int) {
    self.sequence = max(self.sequence, sequence)
    touched[id.kind] = max(touched[id.kind], sequence)
    highest[id.kind] = max(highest[id.kind], id.number)
  }

  private func place(for id: ItemID) -> Int {
    let numbers = rows[id.kind].ids
    var (low, high) = (0, numbers.count)
    while low < high {
      let middle = (low + high) / 2
      if numbers[middle] > id.number { high = middle } else { low = middle + 1 }
    }
    return low
  }

  // MARK: Decoding

  /// Creates a shelf from a snapshot.
  ///
  /// - Parameters:
  ///   - found: The items, those of each kind sorted by number.
  ///   - buried: The tombstones, in the order of the deletions.
  ///   - answers: The answer memory, oldest first.
  init(_ found: [Row], buried: [(id: ItemID, tombstone: Tombstone)], answers: [Change]) {
    for row in found {
      rows[row.item.kind][row.item.id.number] = row
      note(row.item.id, row.sequence)
    }
    for (id, tombstone) in buried {
      tombstones[id] = tombstone
      note(id, tombstone.sequence)
    }
    let changed = found.map { ($0.item.id, $0.sequence) } + buried.map { ($0.id, $0.tombstone.sequence) }
    for (id, sequence) in changed.sorted(by: { $0.1 < $1.1 }) { order[id] = sequence }
    for change in answers { memory.keep(change) }
  }
}
