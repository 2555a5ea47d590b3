import Millrace

/// A turn or an event that waits to be encoded.
enum TurnItem: Sendable {
  /// A turn, its time, and the part of the message that its store's schema writes.
  case turn(TurnRecord, kept: (any Sendable)?, at: Int64)
  /// An event of an effect between turns, with the number of the turn before it.
  indirect case event(EffectEvent, after: UInt64, at: Int64)

  /// A break of the history: states were replaced outside of a turn.
  indirect case broken(UInt64, reason: String, at: Int64)

  /// The name of the store; nil for all.
  var store: String? {
    switch self {
    case .turn(let record, _, _): record.store
    case .event(let event, _, _): event.store
    case .broken: nil
    }
  }
}

/// The turns and events between a flow's home and the encoder: the latest ones, at most a fixed number.
struct TurnBuffer {
  /// A count of what was dropped, oldest first, because there was no room.
  struct Gap: Hashable, Sendable {
    var turns = 0
    var events = 0
    /// The first and last number of a dropped turn, or of the turn before a dropped event.
    var from: UInt64
    var until: UInt64
  }

  private let limit: Int
  private var items: [TurnItem] = []
  /// The oldest item, once the buffer is full.
  private var first = 0
  private var gap: Gap?

  init(limit: Int) {
    self.limit = max(1, limit)
  }

  var isEmpty: Bool { items.isEmpty && gap == nil }

  /// Adds an item; returns the one that it displaces, for a release outside of the lock.
  mutating func add(_ item: TurnItem) -> TurnItem? {
    if items.count < limit {
      items.append(item)
      return nil
    }
    let oldest = items[first]
    items[first] = item
    first = first + 1 == limit ? 0 : first + 1
    note(oldest)
    return oldest
  }

  private mutating func note(_ item: TurnItem) {
    switch item {
    case .turn(let record, _, _):
      var gap = gap ?? Gap(from: record.sequence, until: record.sequence)
      gap.turns += 1
      gap.until = record.sequence
      self.gap = gap
    case .broken(let number, _, _):
      // Its number is missing, too, so that no state is carried over it.
      var gap = gap ?? Gap(from: number, until: number)
      gap.until = number
      self.gap = gap
    case .event(_, let after, _):
      var gap = gap ?? Gap(from: after, until: after)
      gap.events += 1
      gap.until = max(gap.until, after)
      self.gap = gap
    }
  }

  /// Exchanges all items for an empty array, whose room is used for the next ones.
  ///
  /// - Returns: The gap before the items, and the place of the oldest one; those before it are later.
  mutating func take(into taken: inout [TurnItem]) -> (gap: Gap?, first: Int) {
    defer { (first, gap) = (0, nil) }
    swap(&items, &taken)
    return (gap, first)
  }
}
