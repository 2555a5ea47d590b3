/// A change of the form of a journal's file.
///
/// A file of form 1 becomes one of today's form by all of them, in order; a new file, too. A reader reads every form as
/// it is. A writer brings the file to today's form when it is started, in one transaction.
///
/// Entries are added at the end and never change, because files that were brought to their forms are out there.
/// CONTRIBUTING.md has the procedure.
struct JournalMigration: Sendable {
  /// The addition of this form to the one before, in one word.
  let name: String
  /// Changes the tables and what the journal says of itself; within a transaction, after which the seal is renewed.
  let run: @Sendable (Database) throws(JournalError) -> Void

  /// All changes: the first leads from form 1 to form 2, and so on.
  static let all: [JournalMigration] = [fence, cut]

  /// Form 2: every transaction of a writer compares the epoch.
  private static let fence = JournalMigration(name: "fence") { database throws(JournalError) in
    if try database.metaInteger(.epoch) == nil { try database.setMeta(.epoch, .integer(0)) }
  }

  /// Form 3: the chain of events has a base of its own, so that a running journal can remove its beginning, and a cut
  /// says from where on states can be gone back to while turns are being removed.
  private static let cut = JournalMigration(name: "cut") { database throws(JournalError) in
    let base = try database.eventBase(id: try database.metaText(.id) ?? "")
    try database.setMeta(.eventBase, .integer(Int64(bitPattern: base)))
  }

  /// Brings a database from a form to today's; within a transaction.
  static func run(_ database: Database, from version: Int64) throws(JournalError) {
    for migration in all.dropFirst(Int(version) - 1) { try migration.run(database) }
    try database.execute("PRAGMA user_version = \(JournalFormat.version)")
    try database.writeSeal()
  }
}
