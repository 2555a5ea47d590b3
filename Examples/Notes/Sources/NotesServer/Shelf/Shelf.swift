import Millrace
import NotesModel

/// All that the server knows: a value, folded from the changes, and from nothing else.
///
/// It is what the journal's snapshots are of, and what every decision looks at.
struct Shelf: Equatable, Sendable {
  /// The items of each kind by number, in the order of the numbers.
  private var rows = PerKind(RowTable<Int, Row>())
  /// What was deleted, for as long as there is the shelf: a number is never given twice.
  private(set) var tombstones = RowTable<ItemID, Tombstone>()
  /// The number of the last change of each item, in the order of the changes: what the feed walks along.
  private(set) var order = RowTable<ItemID, Int>()
  /// The answers to requests that may be repeated.
  private(set) var memory = AnswerMemory()
  /// The number of the last change.
  private(set) var sequence = 0
  /// The number of the last change of each kind.
  private var touched = PerKind(0)
  /// The highest number ever given of each kind.
  private var highest = PerKind(0)

  /// An empty shelf.
  init() {}

  // MARK: Looking

  /// The items of a kind by number, in the order of the numbers.
  func items(_ kind: Kind) -> RowTable<Int, Row> { rows[kind] }

  /// An item; nil if there is none.
  subscript(id: ItemID) -> Row? { rows[id.kind][id.number] }

  /// The number of the last change of any item of a kind.
  func lastChange(of kind: Kind) -> Int { touched[kind] }

  /// The number for a new item; one for which there is no room if the last number there is was given.
  func nextNumber(_ kind: Kind) -> Int { highest[kind] + 1 }

  /// The highest number that may be given: so far above the others, and no request uses up those between.
  func numberLimit(_ kind: Kind) -> Int { min(highest[kind] + 1_000_000, ItemReader.numberLimit) }

  // MARK: Folding

  /// Takes in what has changed.
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

  /// Puts an item in its place, or in that of its tombstone.
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

  // MARK: Reading

  /// A shelf as it was written down.
  ///
  /// - Parameters:
  ///   - found: The items, those of each kind in the order of their numbers.
  ///   - buried: What was deleted, in the order of the deletions.
  ///   - answers: The memory, oldest first.
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
