import MillraceSQLite

/// The removal of old turns from a running journal.
extension JournalStorage {
  /// The number of pages returned to the system in one step.
  private static let pages: Int64 = 64

  /// Removes some surplus turns, or returns some of their space to the system, in one transaction.
  ///
  /// - Returns: False when nothing was left to do.
  func compactStep(_ retention: RetentionPolicy) throws(JournalError) -> Bool {
    if retention == .everything { return false }
    // The next batch reports a warning.
    if let warning = try keepFiles() { unreported = warning }
    let isMore = try database.transaction { () throws(JournalError) in
      var compacting = Compacting(database)
      if try compacting.removeSome() { return true }
      if let limit = try limit(retention), let place = try compacting.place(upTo: limit, isOldest: true) {
        try compacting.begin(at: place)
        return true
      }
      guard try database.givesBackPages, try database.unusedPages > 0 else { return false }
      try database.giveBackPages(Self.pages)
      return true
    }
    keptAfter = UInt64(bitPattern: try database.keptAfter)
    if isMore {
      hasCompacted = true
    } else if hasCompacted {
      // The file shrinks when the log is moved into it, later if a reader prevents that now.
      hasCompacted = false
      try database.execute("PRAGMA wal_checkpoint(PASSIVE)")
    }
    return isMore
  }

  /// Returns the last turn that may be removed; nil when none may.
  private func limit(_ retention: RetentionPolicy) throws(JournalError) -> Int64? {
    switch retention {
    case .everything: return nil
    case .turns(let count):
      if count <= 0 { return .max }
      // Counted row by row: turns of stores left out have numbers, but no rows.
      let oldest = try database.integer(
        "SELECT sequence FROM turns ORDER BY sequence DESC LIMIT 1 OFFSET ?1", Int64(count - 1))
      return oldest.map { $0 - 1 }
    case .bytes(let most):
      let used = try database.integer(
        "SELECT (page_count - freelist_count) * page_size FROM pragma_page_count, pragma_freelist_count, pragma_page_size"
      )
      return used ?? 0 > Int64(most) ? .max : nil
    }
  }
}
