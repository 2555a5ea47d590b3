/// The return of space to the system after rows were removed.
extension Database {
  /// True when pages can be returned without a rewrite of the database.
  ///
  /// This holds for new journals, and for older ones after a `VACUUM` that switches it on.
  var givesBackPages: Bool {
    get throws(JournalError) { try integer("PRAGMA auto_vacuum") == 2 }
  }

  /// The number of free pages.
  var unusedPages: Int64 {
    get throws(JournalError) { try integer("PRAGMA freelist_count") ?? 0 }
  }

  /// Returns free pages to the system, within the current transaction or in one of its own.
  ///
  /// - Parameter count: The number of pages; nil for all.
  func giveBackPages(_ count: Int64? = nil) throws(JournalError) {
    try execute("PRAGMA incremental_vacuum(\(count ?? 0))")
  }
}
