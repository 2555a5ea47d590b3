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
    let gaps = try PartsQuery(path: path).gaps(self)
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
