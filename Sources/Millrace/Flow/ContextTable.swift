/// The contexts of posted messages that wait for their turns, by number.
///
/// A message carries two bytes for them, so at most 65,000 wait at a time; one more is posted without.
struct ContextTable {
  private static let capacity = 65_000
  /// The first number: those below say without a context from where a turn inherits.
  private static let first = 2

  private var entries: [(context: TaskContext, lane: Int)?] = []
  private var free: [Int] = []

  /// How many contexts are kept.
  var count: Int { entries.count - free.count }

  /// Keeps a context for a message of a lane; nil when there are too many.
  mutating func add(_ context: TaskContext, lane: Int) -> UInt16? {
    if let place = free.popLast() {
      entries[place] = (context, lane)
      return UInt16(place + Self.first)
    }
    guard entries.count < Self.capacity else { return nil }
    entries.append((context, lane))
    return UInt16(entries.count - 1 + Self.first)
  }

  /// The context of a message whose turn has come, or which is dropped.
  mutating func take(_ number: UInt16) -> TaskContext? {
    let place = Int(number) - Self.first
    guard entries.indices.contains(place), let entry = entries[place] else { return nil }
    entries[place] = nil
    free.append(place)
    return entry.context
  }

  /// The store of a lane has ended, and its messages with it.
  mutating func drop(lane: Int) {
    for place in entries.indices where entries[place]?.lane == lane {
      entries[place] = nil
      free.append(place)
    }
  }
}
