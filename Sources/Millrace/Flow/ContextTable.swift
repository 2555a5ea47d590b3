/// The contexts of posted messages that wait for their turns, by number.
///
/// A message carries two bytes for its context, so at most 65,000 wait at a time; one more is posted without
/// a context.
struct ContextTable {
  private static let capacity = 65_000
  /// The first number; lower ones name the source of a turn's inheritance without a context.
  private static let first = 2

  private var entries: [(context: TaskContext, lane: Int)?] = []
  private var free: [Int] = []

  var count: Int { entries.count - free.count }

  /// Stores a context for a message of a lane; returns nil if the table is full.
  mutating func add(_ context: TaskContext, lane: Int) -> UInt16? {
    if let place = free.popLast() {
      entries[place] = (context, lane)
      return UInt16(place + Self.first)
    }
    guard entries.count < Self.capacity else { return nil }
    entries.append((context, lane))
    return UInt16(entries.count - 1 + Self.first)
  }

  /// Removes and returns the context of a message whose turn has come, or which is dropped.
  mutating func take(_ number: UInt16) -> TaskContext? {
    let place = Int(number) - Self.first
    guard entries.indices.contains(place), let entry = entries[place] else { return nil }
    entries[place] = nil
    free.append(place)
    return entry.context
  }

  /// Removes the contexts of a lane, whose store has ended.
  mutating func drop(lane: Int) {
    for place in entries.indices where entries[place]?.lane == lane {
      entries[place] = nil
      free.append(place)
    }
  }
}
