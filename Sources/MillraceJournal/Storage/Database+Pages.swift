/// How a database becomes smaller when rows were removed.
extension Database {
  /// Whether pages can be given back without writing the database anew.
  ///
  /// New journals can; older ones can once a `VACUUM` has switched it on.
  var givesBackPages: Bool {
    get throws(JournalError) { try integer("PRAGMA auto_vacuum") == 2 }
  }

  /// How many pages are not used.
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
