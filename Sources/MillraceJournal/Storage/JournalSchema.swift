import MillraceSQLite

/// The tables of a journal of form 1; ``JournalMigration`` derives the later forms.
enum JournalSchema {
  static let sql = """
    -- seal: a sum of all other rows of meta, and of all rows of stores, types and gaps.
    CREATE TABLE meta(key TEXT PRIMARY KEY, value) WITHOUT ROWID;

    CREATE TABLE stores(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);

    CREATE TABLE types(
      id INTEGER PRIMARY KEY, name TEXT NOT NULL, version INTEGER NOT NULL, UNIQUE(name, version));

    -- time: nanoseconds since 1970. type: NULL when nothing in the message changes state.
    -- cause: 0 sent, 1 posted, 2 turn, 3 effect, 4 subscription. source: the turn, effect or subscription.
    -- asked: the turn that asked for the effect. unhandled: 1 or NULL.
    -- effects: a CBOR array of what became of effects in the turn, NULL for none.
    CREATE TABLE turns(
      sequence INTEGER PRIMARY KEY, time INTEGER NOT NULL, store INTEGER NOT NULL, type INTEGER,
      message BLOB, cause INTEGER NOT NULL, source INTEGER, asked INTEGER, unhandled INTEGER,
      effects BLOB, sum INTEGER NOT NULL);

    -- What became of effects between turns. after: the turn before.
    CREATE TABLE events(
      number INTEGER PRIMARY KEY, after INTEGER NOT NULL, time INTEGER NOT NULL, store INTEGER NOT NULL,
      event BLOB NOT NULL, sum INTEGER NOT NULL);

    CREATE TABLE snapshots(
      id INTEGER PRIMARY KEY, sequence INTEGER NOT NULL, store INTEGER NOT NULL, type INTEGER NOT NULL,
      time INTEGER NOT NULL, state BLOB NOT NULL, sum INTEGER NOT NULL, UNIQUE(store, sequence));

    -- Durable effects. status: 0 open, 1 answered, 2 failed, 3 cancelled.
    -- ended: the turn of the answer, or the last one before its end.
    CREATE TABLE tasks(
      key TEXT PRIMARY KEY, store INTEGER NOT NULL, type INTEGER NOT NULL, request BLOB NOT NULL,
      asked INTEGER NOT NULL, time INTEGER NOT NULL, status INTEGER NOT NULL, attempts INTEGER NOT NULL,
      ended INTEGER, sum INTEGER NOT NULL);
    CREATE INDEX openTasks ON tasks(asked) WHERE status = 0;

    -- The turns between the two, without them, were lost because nothing could be written.
    CREATE TABLE gaps(after INTEGER PRIMARY KEY, until INTEGER NOT NULL, reason TEXT NOT NULL);
    """

  /// The tables and indices of each form, from the first, as SQLite describes them; nil when memory was too
  /// low to ask SQLite.
  private static let parts: [Set<String>]? = {
    guard let database = try? Database(path: "the form of journals", mode: .memory) else { return nil }
    do {
      try database.execute(sql)
      var forms = [try parts(of: database)]
      for migration in JournalMigration.all {
        try migration.run(database)
        forms.append(try parts(of: database))
      }
      return forms
    } catch { return nil }
  }()

  private static func parts(of database: Database) throws(JournalError) -> Set<String> {
    let rows = try database.prepare("SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_schema")
    var parts: Set<String> = []
    while try rows.step() { parts.insert((0..<4).map { rows.text($0) }.joined(separator: " ")) }
    return parts
  }

  /// Returns whether all tables and indices are described as in the journal's form.
  ///
  /// With a damaged description, SQLite silently misreads the rows of a table: a key that is not described as
  /// one is NULL in all rows.
  static func isWhole(_ database: Database) throws(JournalError) -> Bool {
    guard let parts else { return true }
    let version = Int(try database.integer("PRAGMA user_version") ?? 0)
    guard parts.indices.contains(version - 1) else { return false }
    return try parts[version - 1].isSubset(of: Self.parts(of: database))
  }

  /// The flaw of a journal whose tables are not described so.
  static let flaw = "its tables do not have the expected definitions"

  /// The flaw of a journal whose seal does not match.
  static let sealFlaw = "its metadata, names or gaps have changed since they were written"

  /// Returns the flaws, as sentences, of the tables and the names of stores and kinds, on which the reading
  /// of rows depends.
  ///
  /// A store with a damaged name would be taken for another, and the requested store for a new one. The cost
  /// is reading the names; it does not grow with the rows.
  static func flaws(_ database: Database) throws(JournalError) -> [String] {
    if try !isWhole(database) { return [flaw] }
    var flaws: [String] = []
    if try !database.isSealed { flaws.append(sealFlaw) }
    for (table, names) in [("stores", "stores"), ("types", "kinds")] {
      for line in try database.texts("PRAGMA integrity_check(\(table))") where line != "ok" {
        flaws.append("the names of \(names) are damaged, as SQLite reports: \(line)")
      }
    }
    return flaws
  }
}
