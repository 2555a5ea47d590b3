import Millrace

/// The times that updates have read in their turns, of the latest 10,000 such turns.
///
/// A past that is computed again has the same times in its states, such as the deadlines of delays.
struct TurnTimes {
  static let limit = 10_000

  private var times: [UInt64: Timestamp] = [:]
  /// The turns in order, in a ring.
  private var turns: [UInt64] = []
  private var oldest = 0

  subscript(turn: UInt64) -> Timestamp? { times[turn] }

  mutating func note(_ time: Timestamp, of turn: UInt64) {
    times[turn] = time
    guard turns.count == Self.limit else { return turns.append(turn) }
    times[turns[oldest]] = nil
    turns[oldest] = turn
    oldest = (oldest + 1) % Self.limit
  }
}
