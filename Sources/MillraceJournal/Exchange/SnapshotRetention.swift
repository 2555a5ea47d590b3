/// Which snapshots of a store are kept.
///
/// Those that nothing can stand in for stay in any case: the oldest, with which what is kept begins, and the
/// first after each gap.
public enum SnapshotRetention: Hashable, Sendable {
  /// All of them.
  case all
  /// The newest ones, so many.
  case newest(Int)
  /// The newest ones, so many, and of the older ones those that are at least so many turns apart.
  case spaced(newest: Int, turns: UInt64)

  /// The snapshots that are not to be kept.
  ///
  /// O(n log n).
  ///
  /// - Parameters:
  ///   - sequences: The turns after which there are snapshots of one store, in any order.
  ///   - gaps: The gaps of the journal.
  /// - Returns: Those of `sequences` that may go, oldest first.
  public func surplus(of sequences: [UInt64], gaps: [JournalGap] = []) -> [UInt64] {
    let sequences = sequences.sorted()
    guard let oldest = sequences.first else { return [] }
    var needed: Set<UInt64> = [oldest]
    for gap in gaps {
      if let first = sequences.first(where: { $0 >= gap.until }) { needed.insert(first) }
    }
    switch self {
    case .all:
      return []
    case .newest(let count):
      return sequences.dropLast(max(0, count)).filter { !needed.contains($0) }
    case .spaced(let count, let turns):
      var last = oldest
      return sequences.dropLast(max(0, count)).filter { sequence in
        // `last` is never beyond what comes after it.
        if !needed.contains(sequence), sequence - last < turns { return true }
        last = sequence
        return false
      }
    }
  }
}
