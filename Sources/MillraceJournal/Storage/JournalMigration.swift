import MillraceSQLite

/// A migration of a journal's file to the next form.
///
/// All migrations in order lead from form 1 to the current form, for a new file, too. A reader reads every
/// form as it is. A writer migrates the file when it is started, in one transaction.
///
/// Entries are added at the end and never change, because migrated files exist. CONTRIBUTING.md has the
/// procedure.
struct JournalMigration: Sendable {
  /// The addition of this form to the one before, in one word.
  let name: String
  /// A closure that changes the tables and facts within a transaction, after which the seal is renewed.
  let run: @Sendable (Database) throws(JournalError) -> Void

  /// All migrations: the first leads from form 1 to form 2, and so on.
  static let all: [JournalMigration] = [fence, cut]

  /// Form 2: every transaction of a writer compares the epoch.
  private static let fence = JournalMigration(name: "fence") { database throws(JournalError) in
    if try database.metaInteger(.epoch) == nil { try database.setMeta(.epoch, .integer(0)) }
  }

  /// Form 3: the chain of events has a base of its own, so that a running journal can remove its beginning.
  ///
  /// A cut marks the turn before which states cannot be restored while turns are being removed.
  private static let cut = JournalMigration(name: "cut") { database throws(JournalError) in
    let base = try database.eventBase(id: try database.metaText(.id) ?? "")
    try database.setMeta(.eventBase, .integer(Int64(bitPattern: base)))
  }

  /// Migrates a database from a form to the current one, within a transaction.
  static func run(_ database: Database, from version: Int64) throws(JournalError) {
    for migration in all.dropFirst(Int(version) - 1) { try migration.run(database) }
    try database.execute("PRAGMA user_version = \(JournalFormat.version)")
    try database.writeSeal()
  }
}
