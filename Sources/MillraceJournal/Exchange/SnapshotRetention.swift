import MillraceSQLite

/// A rule for the snapshots of a store that are kept.
///
/// Snapshots that nothing can replace are always kept: the oldest, with which the kept turns begin, and the
/// first after each gap.
public enum SnapshotRetention: Hashable, Sendable {
  /// All snapshots.
  case all
  /// The given number of newest snapshots.
  case newest(Int)
  /// The given number of newest snapshots, and older ones that are at least `turns` turns apart.
  case spaced(newest: Int, turns: UInt64)

  /// Returns the snapshots that the rule does not keep.
  ///
  /// O(n log n).
  ///
  /// - Parameters:
  ///   - sequences: The turns after which one store has snapshots, in any order.
  ///   - gaps: The gaps of the journal.
  /// - Returns: The removable ones of `sequences`, oldest first.
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
        // `last` never exceeds the values after it.
        if !needed.contains(sequence), sequence - last < turns { return true }
        last = sequence
        return false
      }
    }
  }
}

extension Database {
  /// Removes the snapshots that the rule does not keep, within a transaction.
  ///
  /// - Parameters:
  ///   - retention: The rule for the snapshots that are kept.
  ///   - store: The number of the store whose snapshots are thinned; nil for all stores.
  /// - Returns: The number of snapshots removed.
  func thinSnapshots(_ retention: SnapshotRetention, of store: Int64? = nil) throws(JournalError) -> Int {
    if retention == .all { return 0 }
    let read = try prepare("SELECT store, sequence FROM snapshots WHERE ?1 IS NULL OR store = ?1")
    try read.bind(1, store)
    var sequences: [Int64: [UInt64]] = [:]
    while try read.step() {
      sequences[read.int64(0), default: []].append(UInt64(bitPattern: read.int64(1)))
    }
    let gaps = try gaps()
    let remove = try prepare("DELETE FROM snapshots WHERE store = ?1 AND sequence = ?2")
    var count = 0
    for (store, sequences) in sequences {
      for sequence in retention.surplus(of: sequences, gaps: gaps) {
        try remove.bind(1, store)
        try remove.bind(2, Int64(bitPattern: sequence))
        try remove.run()
        count += 1
      }
    }
    return count
  }
}
