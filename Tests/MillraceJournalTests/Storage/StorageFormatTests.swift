import CSQLite
import Foundation
import MillraceSQLite
import Testing

@testable import MillraceJournal

@Suite("The form of a journal's file")
struct StorageFormatTests {
  private static let all: [Database.Mode] = [.create, .write, .read]

  @Test("a new journal has its tables, its marks in the header, its log, and what it says of itself")
  func new() throws {
    let folder = try StorageFolder()
    let opened = try JournalFormat.open(
      folder.file(), mode: .create, meta: [.flow: .text("main"), .id: .text("x"), .first: .integer(9)])
    #expect(opened.isNew)
    let database = opened.database
    #expect(try database.integer("PRAGMA application_id") == 0x4D6C_5261)
    #expect(try database.integer("PRAGMA user_version") == JournalFormat.version)
    #expect(try database.integer("PRAGMA page_size") == 4_096)
    #expect(try database.integer("PRAGMA synchronous") == 2)
    #expect(try database.text("PRAGMA journal_mode") == "wal")
    let tables =
      "SELECT group_concat(name) FROM (SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY 1)"
    #expect(try database.text(tables) == "events,gaps,meta,snapshots,stores,tasks,turns,types")
    #expect(try database.metaText(.flow) == "main")
    #expect(try database.metaText(.id) == "x")
    #expect(try database.metaInteger(.first) == 9)
    #expect(try database.metaInteger(.base) == JournalFormat.base(id: "x"))
    #expect(try database.isSealed)
    #expect(try database.meta(.parent) == nil)
    database.close()

    for mode in Self.all {
      let again = try JournalFormat.open(folder.file(), mode: mode, meta: [.flow: .text("main")])
      #expect(!again.isNew)
      #expect(try again.database.metaText(.flow) == "main")
    }
  }

  @Test("what a journal says of itself can be changed and removed, and says what kind it is")
  func meta() throws {
    let database = try JournalFormat.open("meta", mode: .memory).database
    try database.setMeta(.parent, .text("p"))
    try database.setMeta(.parentSequence, .integer(-3))
    #expect(try database.meta(.parent) == .text("p"))
    #expect(try database.meta(.parentSequence) == .integer(-3))
    #expect(try database.metaInteger(.parent) == nil)
    #expect(try database.metaText(.parentSequence) == nil)
    try database.setMeta(.parent, .integer(1))
    #expect(try database.meta(.parent) == .integer(1))
    try database.setMeta(.parent, nil)
    #expect(try database.meta(.parent) == nil)
  }

  @Test("stores and kinds have one number each, the same on every call")
  func numbers() throws {
    let database = try JournalFormat.open("numbers", mode: .memory).database
    let stores = try ["a", "b", "a", "", "b"].map { try database.storeID($0) }
    #expect(stores[0] == stores[2] && stores[1] == stores[4] && Set(stores).count == 3)
    let kinds = try [("m", 1), ("m", 2), ("n", 1), ("m", 1)].map { try database.typeID($0.0, version: $0.1) }
    #expect(kinds[0] == kinds[3] && Set(kinds).count == 3)
  }

  @Test("an empty file becomes a journal if one may be created")
  func empty() throws {
    let folder = try StorageFolder()
    folder.write([])
    for mode in [Database.Mode.write, .read] {
      #expect(throws: JournalError.notAJournal(path: folder.file(), reason: "it is empty")) {
        try JournalFormat.open(folder.file(), mode: mode)
      }
    }
    #expect(folder.bytes() == [])
    #expect(try JournalFormat.open(folder.file(), mode: .create).isNew)
  }

  @Test("files of others are refused and stay as they are", arguments: all)
  func foreign(mode: Database.Mode) throws {
    let folder = try StorageFolder()
    for text in ["x", "Dear diary,", String(repeating: "a longer text, and ", count: 500)] {
      folder.write(text.utf8)
      let error = storageError { _ = try JournalFormat.open(folder.file(), mode: mode) }
      #expect(
        error == .notAJournal(path: folder.file(), reason: "it is not an SQLite database"),
        "\(text.prefix(20))")
      #expect(folder.bytes() == [UInt8](text.utf8))
      #expect(try folder.names == ["journal"])
    }
    for sql in [
      "CREATE TABLE t(v)", "PRAGMA application_id = 7", "CREATE TABLE t(v); PRAGMA application_id = 7",
    ] {
      try FileManager.default.removeItem(atPath: folder.file())
      let other = try Database(path: folder.file(), mode: .create)
      try other.execute(sql)
      other.close()
      let before = folder.bytes()
      #expect(
        throws: JournalError.notAJournal(
          path: folder.file(), reason: "it is a database of another application")
      ) { try JournalFormat.open(folder.file(), mode: mode) }
      #expect(folder.bytes() == before)
    }
  }

  @Test("newer, unheard-of and gutted journals are refused", arguments: all)
  func versions(mode: Database.Mode) throws {
    let folder = try StorageFolder()
    let path = folder.file()
    try JournalFormat.open(path, mode: .create).database.close()
    func change(_ sql: String) throws {
      let database = try Database(path: path, mode: .write)
      try database.execute(sql)
      database.close()
    }
    let (known, newer) = (Int(JournalFormat.version), Int(JournalFormat.version) + 1)
    try change("PRAGMA user_version = \(newer)")
    #expect(throws: JournalError.newerFormat(path: path, version: newer, known: known)) {
      try JournalFormat.open(path, mode: mode)
    }
    try change("PRAGMA user_version = 0")
    #expect(
      throws: JournalError.notAJournal(path: path, reason: "a journal never had format 0")
    ) { try JournalFormat.open(path, mode: mode) }
    let drops = ["events", "gaps", "meta", "snapshots", "stores", "tasks", "turns", "types"]
    try change(drops.map { "DROP TABLE \($0);" }.joined() + "PRAGMA user_version = 1")
    #expect(throws: JournalError.notAJournal(path: path, reason: "its tables are missing")) {
      try JournalFormat.open(path, mode: mode)
    }
  }

  @Test("a journal cut off anywhere is never taken for a whole or a new one")
  func truncated() throws {
    let folder = try StorageFolder()
    try JournalFormat.open(folder.file(), mode: .create).database.close()
    let whole = try #require(folder.bytes())
    for count in [1, 50, 99, 100, 511, 512, 4_095, 4_096, 5_000, whole.count / 2, whole.count - 1] {
      for mode in Self.all {
        folder.write(whole[..<count])
        let error = storageError { _ = try JournalFormat.open(folder.file(), mode: mode) }
        switch error {
        case .notAJournal, .database(_, _, "its contents are damaged", _): break
        default: Issue.record("\(count) bytes: \(String(describing: error))")
        }
        #expect(folder.bytes() == [UInt8](whole[..<count]), "\(count) bytes were changed")
      }
    }
  }
}
