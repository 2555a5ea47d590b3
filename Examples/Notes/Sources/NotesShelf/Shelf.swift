public import Millrace
public import NotesModel

/// All items and their deletions: a value that is computed from the changes alone, and that every decision
/// reads.
public struct Shelf: Equatable, Sendable {
  /// The items of each kind, sorted by number.
  private var rows: [Kind: RowTable<Int, Row>] = [:]
  /// The deletions, which are kept for ever: a number is never assigned twice.
  public private(set) var tombstones = RowTable<ItemID, FeedEntry>()
  /// The number of each item's last change, in the order of the changes: the feed's index.
  public private(set) var order = RowTable<ItemID, Int>()
  /// The answers to requests that may be repeated.
  public private(set) var memory = AnswerMemory()
  /// The number of the last change.
  public private(set) var sequence = 0
  /// The number of the last change of each kind.
  private var touched: [Kind: Int] = [:]
  /// The highest number ever assigned of each kind.
  private var highest: [Kind: Int] = [:]

  public init() {
    for kind in Kind.allCases { rows[kind] = RowTable() }
  }

  // MARK: Queries

  /// Returns the items of a kind, sorted by number.
  public func items(_ kind: Kind) -> RowTable<Int, Row> { rows[kind] ?? RowTable() }

  public subscript(id: ItemID) -> Row? { rows[id.kind]?[id.number] }

  public func lastChange(of kind: Kind) -> Int { touched[kind, default: 0] }

  /// Returns the number for a new item; an invalid one if the highest valid number was assigned.
  public func nextNumber(_ kind: Kind) -> Int { highest[kind, default: 0] + 1 }

  /// Returns the highest number that may be assigned: not far above the others, so that no request uses up
  /// the numbers.
  public func numberLimit(_ kind: Kind) -> Int {
    min(highest[kind, default: 0] + 1_000_000, Shape.numberLimit)
  }

  // MARK: Changes

  public mutating func fold(_ news: ItemsChanged) {
    for change in news.changes {
      put(change.entry)
      order.append(change.entry.sequence, id: change.entry.id)
      memory.keep(change)
    }
  }

  /// Inserts an item, or replaces the item or tombstone of its id; or replaces the item by a tombstone.
  private mutating func put(_ entry: FeedEntry) {
    let (id, number) = (entry.id, entry.id.number)
    if let row = Row(entry) {
      tombstones.remove(id: id)
      if self[id] != nil {
        rows[id.kind]?[number] = row
      } else {
        let place = place(for: id)
        rows[id.kind]?.insert(row, id: number, at: place)
      }
    } else {
      rows[id.kind]?.remove(id: number)
      tombstones[id] = entry
    }
    sequence = max(sequence, entry.sequence)
    touched[id.kind] = max(lastChange(of: id.kind), entry.sequence)
    highest[id.kind] = max(highest[id.kind, default: 0], number)
  }

  /// Returns the index for a new item, by its number.
  private func place(for id: ItemID) -> Int {
    let numbers = items(id.kind).ids
    // Nearly always it is the highest number.
    if let last = numbers.last, last > id.number { return numbers.firstPlace { $0 > id.number } }
    return numbers.count
  }
}

/// The format of a shelf in a snapshot, without derived values.
extension Shelf: Codable {
  private enum CodingKeys: CodingKey { case entries, answers }

  public init(from decoder: any Decoder) throws {
    self.init()
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let entries = try container.decode([FeedEntry].self, forKey: .entries)
    for entry in entries { put(entry) }
    for entry in entries.sorted(by: { $0.sequence < $1.sequence }) { order[entry.id] = entry.sequence }
    for change in try container.decode([Change].self, forKey: .answers) { memory.keep(change) }
  }

  /// Encodes the newest entry of each item, sorted by number, so that decoding appends them.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    let items = Kind.allCases.flatMap { kind in self.items(kind).rows.map { $0.entry } }
    try container.encode(items + tombstones.rows, forKey: .entries)
    try container.encode(Array(memory.answers.rows), forKey: .answers)
  }
}

extension RandomAccessCollection where Index == Int {
  /// Returns the first index from which a predicate holds for all elements, by binary search; the end index
  /// for none.
  package func firstPlace(where isTrue: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if isTrue(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension Shelf {
  /// Returns the changes after one number and up to another, for each item the newest, in order.
  ///
  /// An item that was changed again after `last` is left out: its newest state is none of these.
  ///
  /// Cost: O(log n + limit).
  public func changes(after first: Int, through last: Int, limit: Int) -> [FeedEntry] {
    let (sequences, ids) = (order.rows, order.ids)
    var place = sequences.firstPlace { $0 > first }
    var entries: [FeedEntry] = []
    while place < ids.count, entries.count < limit, sequences[place] <= last {
      if let entry = self[ids[place]]?.entry ?? tombstones[ids[place]] { entries.append(entry.told) }
      place += 1
    }
    return entries
  }
}
