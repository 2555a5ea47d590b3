/// The return of room after rows were removed.
extension Database {
  /// True when pages can be given back without a rewrite of the database.
  ///
  /// New journals can; older ones can once a `VACUUM` has switched it on.
  var givesBackPages: Bool {
    get throws(JournalError) { try integer("PRAGMA auto_vacuum") == 2 }
  }

  /// The number of pages that are not used.
  var unusedPages: Int64 {
    get throws(JournalError) { try integer("PRAGMA freelist_count") ?? 0 }
  }

  /// Gives pages that are not used back to the system, within the transaction or in one of its own.
  ///
  /// - Parameter count: How many; nil for all.
  func giveBackPages(_ count: Int64? = nil) throws(JournalError) {
    try execute("PRAGMA incremental_vacuum(\(count ?? 0))")
  }
}
