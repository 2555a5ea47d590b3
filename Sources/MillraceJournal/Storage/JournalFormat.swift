import CSQLite
import Millrace

/// The form of a journal's file, and how one is made, opened and checked.
enum JournalFormat {
  /// What SQLite keeps in the header of a journal: "MlRa".
  static let application: Int64 = 0x4D6C_5261
  /// The form that is written, and the newest that is known.
  static let version = Int64(1 + JournalMigration.all.count)

  struct Opened {
    let database: Database
    /// Whether the journal has just been made.
    let isNew: Bool
  }

  /// Opens a journal, and makes one where there is none when `mode` is `.create` or `.memory`.
  ///
  /// A file of an older form is read as it is; for a writer it is brought to today's form first.
  ///
  /// An empty file, and what is left of a crash while a journal was made, counts as none. A new journal is there as
  /// a whole, with `meta`, or not at all.
  ///
  /// - Parameters:
  ///   - path: The file; with `.memory`, a name for messages.
  ///   - mode: What is to be done with it.
  ///   - meta: What a new journal says of itself; without a `base` its chain begins with its id.
  ///   - isTaken: False to write nothing to a journal that is there; ``prepare(_:)`` does so later.
  ///   - permissions: The rights of a new file.
  ///   - vfs: The name of the file system of SQLite; nil for the usual one.
  ///   - busyTimeout: How long to wait for another connection that is in the way.
  static func open(
    _ path: String, mode: Database.Mode, meta: [MetaKey: MetaValue] = [:], isTaken: Bool = true,
    permissions: AccessPermissions = .ownerOnly, vfs: String? = nil, busyTimeout: Duration = .seconds(5)
  ) throws(JournalError) -> Opened {
    let database = try Database(
      path: path, mode: mode, permissions: permissions, vfs: vfs, busyTimeout: busyTimeout)
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

  /// Makes a journal that is there ready for writing, and brings it to today's form.
  static func prepare(_ database: Database) throws(JournalError) {
    try prepareWriting(database, isNew: false)
    if try Contents(of: database).version < version { try migrate(database) }
  }

  /// A journal of a flow of another name is another program's.
  private static func checkFlow(_ database: Database, _ meta: [MetaKey: MetaValue]) throws(JournalError) {
    guard case .text(let expected)? = meta[.flow], let found = try database.metaText(.flow),
      ExactText(found) != ExactText(expected)
    else { return }
    throw .foreignFlow(path: database.path, found: found, expected: expected)
  }

  /// The sum before the first turn of a journal, and before its first event: no row of another fits behind it.
  static func base(id: String) -> Int64 { Int64(bitPattern: Checksum64.of([UInt8](id.utf8), seed: 0)) }

  /// A file from elsewhere must not be able to do anything but to be read.
  private static let careful = "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON"

  /// SQLite itself notices only whole pages that are missing at the end of a file, and takes the rest for zeros.
  private static func checkLength(_ database: Database) throws(JournalError) {
    guard database.mode != .memory else { return }
    // While it is read nobody can move the log into the file, or make the file shorter.
    let isShort = try database.transaction(.reading) { () throws(JournalError) in
      let pages = try database.integer(
        "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
      return !DatabasePath.hasLog(database.path) && FileFacts.size(database.path) ?? 0 < Int(pages ?? 0)
    }
    if isShort {
      throw .database(
        path: database.path, doing: "be opened", reason: DatabaseReason.damaged, code: SQLITE_CORRUPT)
    }
  }

  private static func prepareWriting(_ database: Database, isNew: Bool) throws(JournalError) {
    let doing = "be opened for writing"
    if isNew {
      try database.execute("PRAGMA page_size = 4096; PRAGMA auto_vacuum = INCREMENTAL", doing: doing)
    }
    if database.mode != .memory {
      let mode = try database.text("PRAGMA journal_mode = WAL", doing: doing)
      guard mode == "wal" else {
        throw .database(
          path: database.path, doing: doing, reason: "its file system cannot keep a write-ahead log",
          code: SQLITE_CANTOPEN)
      }
    }
    // On Apple's systems a sync that reaches the disk itself has to be asked for; elsewhere these mean nothing.
    try database.execute(
      "PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON", doing: doing)
  }

  /// False when somebody else has made the journal in the meantime.
  private static func make(
    _ database: Database, _ meta: [MetaKey: MetaValue]
  ) throws(JournalError) -> Bool {
    try database.transaction(doing: "be made") { () throws(JournalError) in
      let contents = try Contents(of: database)
      if let error = contents.error(path: database.path, mayBeNew: true) { throw error }
      guard contents.isNothing else { return false }
      try database.execute(JournalSchema.sql, doing: "be made")
      try database.execute("PRAGMA application_id = \(application)", doing: "be made")
      var id = ""
      if case .text(let text) = meta[.id] { id = text }
      let whole = meta.merging([.base: .integer(base(id: id)), .first: .integer(0)]) { given, _ in given }
      for (key, value) in whole { try database.setMeta(key, value) }
      try JournalMigration.run(database, from: 1)
      return true
    }
  }

  /// Brings a journal to today's form, as a whole or not at all.
  private static func migrate(_ database: Database) throws(JournalError) {
    try database.transaction(doing: "be brought to a new form") { () throws(JournalError) in
      let contents = try Contents(of: database)
      if let error = contents.error(path: database.path, mayBeNew: false) { throw error }
      try JournalMigration.run(database, from: contents.version)
    }
  }
}

extension JournalFormat {
  /// What a database says of itself.
  struct Contents: Hashable, Sendable {
    var application: Int64
    var version: Int64
    var tables: Int64

    init(application: Int64, version: Int64, tables: Int64) {
      self.application = application
      self.version = version
      self.tables = tables
    }

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

    /// Whether there is nothing in it that could be destroyed.
    var isNothing: Bool { application == 0 && tables == 0 }

    func error(path: String, mayBeNew: Bool) -> JournalError? {
      if isNothing { return mayBeNew ? nil : .notAJournal(path: path, reason: "it is empty") }
      guard application == JournalFormat.application else {
        return .notAJournal(path: path, reason: "it is a database of something else")
      }
      guard version <= JournalFormat.version else {
        return .newerFormat(path: path, version: Int(version), known: Int(JournalFormat.version))
      }
      guard version > 0 else {
        return .notAJournal(path: path, reason: "there has never been a form \(version) of journals")
      }
      return tables == 0 ? .notAJournal(path: path, reason: "its tables are missing") : nil
    }
  }
}
