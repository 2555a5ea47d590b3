import CSQLite
import Millrace
import MillraceSQLite

/// The format of a journal's file: its creation, opening and checks.
enum JournalFormat {
  /// The application id in the header of a journal's database: "MlRa".
  static let application: Int64 = 0x4D6C_5261
  /// The version of the format that is written, and the newest that is known.
  static let version = Int64(1 + JournalMigration.all.count)

  struct Opened {
    let database: Database
    /// True when this call has created the journal.
    let isNew: Bool
  }

  /// Opens a journal, and with the modes `.create` and `.memory` creates it if it does not exist.
  ///
  /// A reader reads a file of an older form as it is; a writer first migrates it to the current form.
  ///
  /// An empty file, and the remains of a creation that crashed, count as missing. A new journal is created
  /// completely, with `meta`, or not at all.
  ///
  /// - Parameters:
  ///   - path: The file; with `.memory`, a name for errors.
  ///   - file: The path that is opened, if it is another, such as the one without symbolic links.
  ///   - mode: The mode of access.
  ///   - meta: The facts that a new journal records about itself; without a `base` its chain begins with its
  ///     id.
  ///   - isTaken: False to write nothing to an existing journal; ``prepare(_:)`` does so later.
  ///   - permissions: The permissions of a new file.
  ///   - vfs: The name of SQLite's file system; nil for the default.
  ///   - busyTimeout: The maximum time to wait for another connection.
  static func open(
    _ path: String, at file: String? = nil, mode: Database.Mode, meta: [MetaKey: MetaValue] = [:],
    isTaken: Bool = true,
    permissions: AccessPermissions = .ownerOnly, vfs: String? = nil, busyTimeout: Duration = .seconds(5)
  ) throws(JournalError) -> Opened {
    let database = try Database(
      path: path, at: file, mode: mode, permissions: permissions, vfs: vfs, busyTimeout: busyTimeout)
    do throws(JournalError) {
      try database.execute(careful, doing: "be opened")
      let contents = try Contents(of: database)
      if let error = contents.error(path: path, mayBeNew: mode == .create || mode == .memory) { throw error }
      try checkLength(database)
      if mode == .read { return Opened(database: database, isNew: false) }
      if !contents.isNothing { try checkFlow(database, meta) }
      let flaws = contents.isNothing ? [] : try JournalSchema.flaws(database)
      if !flaws.isEmpty { throw .damaged(path: path, findings: flaws) }
      guard contents.isNothing else {
        if isTaken { try prepare(database) }
        return Opened(database: database, isNew: false)
      }
      try prepareWriting(database, isNew: true)
      if try make(database, meta) { return Opened(database: database, isNew: true) }
      try checkFlow(database, meta)
      return Opened(database: database, isNew: false)
    } catch {
      database.close()
      throw error
    }
  }

  /// Prepares an existing journal for writing, and migrates it to the current form.
  static func prepare(_ database: Database) throws(JournalError) {
    try prepareWriting(database, isNew: false)
    if try Contents(of: database).version < version { try migrate(database) }
  }

  /// Throws when a journal belongs to a flow of another name, and so to another program.
  private static func checkFlow(_ database: Database, _ meta: [MetaKey: MetaValue]) throws(JournalError) {
    guard let expected = meta[.flow]?.text, let found = try database.metaText(.flow),
      ExactText(found) != ExactText(expected)
    else { return }
    throw .foreignFlow(path: database.path, found: found, expected: expected)
  }

  /// Returns the checksum before a journal's first turn and first event, after which no row of another
  /// journal fits.
  static func base(id: String) -> Int64 { Int64(bitPattern: Checksum64.of([UInt8](id.utf8), seed: 0)) }

  /// Settings that allow a file from an untrusted source to be read, and nothing else.
  private static let careful = "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON"

  /// Checks the length of the file: SQLite detects only missing whole pages at its end, and takes the rest
  /// for zeros.
  private static func checkLength(_ database: Database) throws(JournalError) {
    guard database.mode != .memory else { return }
    // During the transaction no other process can move the log into the file or shorten the file.
    let isShort = try database.transaction(.reading) { () throws(JournalError) in
      let pages = try database.integer(
        "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
      return !DatabasePath.hasLog(database.file) && FileFacts.size(database.file) ?? 0 < Int(pages ?? 0)
    }
    if isShort {
      throw .database(
        path: database.path, doing: "be opened", reason: DatabaseReason.damaged, code: SQLITE_CORRUPT)
    }
  }

  /// The size in bytes to which the write-ahead log shrinks once no reader uses it: as much as it has before
  /// it is moved into the file.
  static let mostLog = 4 << 20

  private static func prepareWriting(_ database: Database, isNew: Bool) throws(JournalError) {
    let doing = "be opened for writing"
    if isNew {
      try database.execute("PRAGMA page_size = 4096; PRAGMA auto_vacuum = INCREMENTAL", doing: doing)
    }
    if database.mode != .memory {
      let mode = try database.useLog(doing: doing)
      guard mode == "wal" else {
        throw .database(
          path: database.path, doing: doing, reason: "its file system does not support a write-ahead log",
          code: SQLITE_CANTOPEN)
      }
    }
    // On Apple's systems a sync reaches the disk itself only with these settings; other systems give them no
    // effect.
    try database.execute(
      """
      PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON;
      PRAGMA journal_size_limit = \(mostLog)
      """, doing: doing)
  }

  /// Creates a journal; returns false when another process has created it in the meantime.
  private static func make(
    _ database: Database, _ meta: [MetaKey: MetaValue]
  ) throws(JournalError) -> Bool {
    try database.transaction(doing: "be made") { () throws(JournalError) in
      let contents = try Contents(of: database)
      if let error = contents.error(path: database.path, mayBeNew: true) { throw error }
      guard contents.isNothing else { return false }
      try database.execute(JournalSchema.sql, doing: "be made")
      try database.execute("PRAGMA application_id = \(application)", doing: "be made")
      let base = Self.base(id: meta[.id]?.text ?? "")
      let whole = meta.merging([.base: .integer(base), .first: .integer(0)]) { given, _ in given }
      for (key, value) in whole { try database.setMeta(key, value) }
      try JournalMigration.run(database, from: 1)
      return true
    }
  }

  /// Migrates a journal to the current form, completely or not at all.
  private static func migrate(_ database: Database) throws(JournalError) {
    try database.transaction(doing: "be migrated to the current format") { () throws(JournalError) in
      let contents = try Contents(of: database)
      if let error = contents.error(path: database.path, mayBeNew: false) { throw error }
      try JournalMigration.run(database, from: contents.version)
    }
  }
}

extension JournalFormat {
  /// The facts in a database's header and schema.
  struct Contents: Hashable, Sendable {
    var application: Int64
    var version: Int64
    var tables: Int64

    init(of database: Database) throws(JournalError) {
      do throws(JournalError) {
        application = try database.integer("PRAGMA application_id") ?? 0
        version = try database.integer("PRAGMA user_version") ?? 0
        tables = try database.integer("SELECT count(*) FROM sqlite_schema") ?? 0
      } catch {
        guard case .database(let path, _, let reason, let code) = error, code & 0xFF == SQLITE_NOTADB else {
          throw error
        }
        throw .notAJournal(path: path, reason: reason)
      }
    }

    /// True when the database contains nothing that could be destroyed.
    var isNothing: Bool { application == 0 && tables == 0 }

    func error(path: String, mayBeNew: Bool) -> JournalError? {
      if isNothing { return mayBeNew ? nil : .notAJournal(path: path, reason: "it is empty") }
      guard application == JournalFormat.application else {
        return .notAJournal(path: path, reason: "it is a database of another application")
      }
      guard version <= JournalFormat.version else {
        return .newerFormat(path: path, version: Int(version), known: Int(JournalFormat.version))
      }
      guard version > 0 else {
        return .notAJournal(path: path, reason: "a journal never had format \(version)")
      }
      return tables == 0 ? .notAJournal(path: path, reason: "its tables are missing") : nil
    }
  }
}
