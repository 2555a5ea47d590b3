import Foundation
import Millrace
import MillraceJournal
import SQLiteFloor

/// The state of the rows about the journal: a list of notes; one is added or ticked at a time.
struct JournalNotes: Codable, Sendable {
  var count = 0
  var ticked = 0
  var last = ""

  static func update(_ notes: inout JournalNotes, _ message: JournalNote) -> Effect<JournalNote> {
    switch message {
    case .added(let id, let title):
      notes.count &+= id
      notes.last = title
    case .ticked(let id): notes.ticked &+= id
    }
    return .none
  }
}

enum JournalNote: Codable, Sendable {
  case added(id: Int, title: String)
  case ticked(id: Int)

  static func number(_ index: Int) -> JournalNote {
    index & 1 == 0 ? .added(id: index, title: "A note of medium length") : .ticked(id: index)
  }
}

/// A folder for the files of this run, which goes when the program ends.
enum JournalFolder {
  static let path: String = {
    let path = NSTemporaryDirectory() + "millrace-bench-\(ProcessInfo.processInfo.processIdentifier)"
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    atexit { try? FileManager.default.removeItem(atPath: JournalFolder.path) }
    return path
  }()

  static func file(_ name: String) -> String { path + "/" + name }
}

/// A flow with one store and its journal.
@MainActor
final class JournalFixture {
  let store: Store<JournalNotes, JournalNote>
  let journal: Journal

  /// Opens the journal of this name; it is not started.
  init(_ name: String, durability: Durability, snapshots: SnapshotPolicy = .never) throws {
    let flow = Flow(name: "bench")
    store = Store(JournalNotes(), name: "notes", flow: flow, update: JournalNotes.update)
    journal = try Journal(
      of: flow, at: JournalFolder.file(name), durability: durability, snapshots: snapshots,
      backlog: Backlog(patience: .seconds(60)))
    try journal.record(store, state: RecordSchema("notes"), messages: RecordSchema("note"))
  }

  /// Makes a journal with so many turns, once.
  static func make(_ name: String, turns: Int, snapshots: SnapshotPolicy) async throws {
    if FileManager.default.fileExists(atPath: JournalFolder.file(name)) { return }
    let desk = try JournalFixture(
      name, durability: .batched(every: .seconds(60), turns: 5_000), snapshots: snapshots)
    try desk.journal.start()
    for index in 0..<turns {
      desk.store.send(.number(index))
      // A snapshot is encoded beside the turns, which are faster here than anywhere else.
      if index % 10_000 == 9_999 { try await desk.journal.flushSnapshots() }
    }
    try desk.journal.close()
  }
}

/// A table that is written and read by hand, with one prepared statement.
final class FloorTable {
  private var database: OpaquePointer?
  private var statement: OpaquePointer?

  /// A new table for messages, kept as carefully as a journal keeps its own.
  init(writing name: String) {
    sqlite3_open(JournalFolder.file(name), &database)
    run("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
    run("CREATE TABLE messages(sequence INTEGER PRIMARY KEY, message BLOB)")
    sqlite3_prepare_v2(database, "INSERT INTO messages VALUES(?1, ?2)", -1, &statement, nil)
  }

  /// The messages of a journal.
  init(reading name: String) {
    sqlite3_open_v2(JournalFolder.file(name), &database, SQLITE_OPEN_READONLY, nil)
    sqlite3_prepare_v2(database, "SELECT sequence, message FROM turns ORDER BY sequence", -1, &statement, nil)
  }

  deinit {
    sqlite3_finalize(statement)
    sqlite3_close(database)
  }

  func run(_ sql: String) {
    precondition(sqlite3_exec(database, sql, nil, nil, nil) == SQLITE_OK)
  }

  func insert(_ sequence: Int, _ message: [UInt8]) {
    message.withUnsafeBytes { bytes in
      sqlite3_bind_int64(statement, 1, Int64(sequence))
      sqlite3_bind_blob(statement, 2, bytes.baseAddress, Int32(bytes.count), nil)
      precondition(sqlite3_step(statement) == SQLITE_DONE)
      sqlite3_reset(statement)
    }
  }

  func forEach(_ body: (Int64, UnsafeRawBufferPointer) -> Void) {
    while sqlite3_step(statement) == SQLITE_ROW {
      let count = Int(sqlite3_column_bytes(statement, 1))
      body(
        sqlite3_column_int64(statement, 0),
        UnsafeRawBufferPointer(start: sqlite3_column_blob(statement, 1), count: count))
    }
    sqlite3_reset(statement)
  }
}
