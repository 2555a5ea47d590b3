import CSQLite
import Foundation
import MillraceSQLite
import Testing

@testable import MillraceJournal

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

@Suite("A database")
struct StorageDatabaseTests {
  @Test("every kind of value comes back as it was bound, copied or not")
  func values() throws {
    let database = try Database(path: "values", mode: .memory)
    try database.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, v)")
    let insert = try database.prepare("INSERT INTO t(v) VALUES(?1)")
    let texts = ["", "a", "nul\0inside", "Ærøskøbing 🌊", String(repeating: "x", count: 100_000)]
    let blobs: [[UInt8]] = [[], [0], [1, 2, 3], [UInt8](repeating: 7, count: 70_000)]
    let numbers: [Int64] = [0, -1, .max, .min]
    for text in texts {
      try insert.bind(1, text)
      try insert.run()
    }
    for blob in blobs {
      try insert.bind(1, blob)
      try insert.run()
      try blob.withUnsafeBytes { bytes in
        try insert.bind(1, bytes)
        try insert.run()
        try insert.bind(1, static: bytes)
        try insert.run()
      }
    }
    for number in numbers {
      try insert.bind(1, number)
      try insert.run()
    }
    try insert.bind(1, nil)
    try insert.run()

    let select = try database.prepare("SELECT v FROM t ORDER BY id")
    for text in texts {
      #expect(try select.step() && select.kind(0) == .text && select.text(0) == text)
    }
    for blob in blobs {
      for _ in 0..<3 {
        #expect(try select.step() && select.kind(0) == .bytes && [UInt8](select.bytes(0)) == blob)
      }
    }
    for number in numbers {
      #expect(try select.step() && select.kind(0) == .integer && select.int64(0) == number)
    }
    #expect(try select.step() && select.isNull(0) && select.bytes(0).isEmpty)
    #expect(try !select.step())
    #expect(database.changes == 1)
    #expect(Int(database.lastRow) == texts.count + 3 * blobs.count + numbers.count + 1)
  }

  @Test("a statement is ready again after its last row, after a reset, and after a failure")
  func reuse() throws {
    let database = try Database(path: "reuse", mode: .memory)
    try database.execute("CREATE TABLE t(v INTEGER PRIMARY KEY); INSERT INTO t VALUES(1), (2)")
    let select = try database.prepare("SELECT v FROM t WHERE v >= ?1 ORDER BY v")
    for _ in 0..<2 {
      try select.bind(1, 2)
      #expect(try select.step() && select.int64(0) == 2)
      #expect(try !select.step())
    }
    try select.bind(1, 1)
    #expect(try select.step() && select.int64(0) == 1)
    select.reset()
    #expect(try select.step() && select.int64(0) == 1)
    select.reset()
    let insert = try database.prepare("INSERT INTO t VALUES(?1)", doing: "keep a turn")
    try insert.bind(1, 2)
    let error = storageError { try insert.run() }
    #expect(
      error?.description == """
        The journal `reuse` could not keep a turn: UNIQUE constraint failed: t.v. \
        Try again; if it fails again, run `millrace journal verify` on it.
        """)
    try insert.bind(1, 3)
    try insert.run()
    #expect(try database.storageIntegers("SELECT v FROM t ORDER BY v") == [1, 2, 3])
  }

  @Test("a transaction keeps all of it, or nothing when its body throws")
  func transactions() throws {
    let folder = try StorageFolder()
    let database = try Database(path: folder.file(), mode: .create)
    try database.execute("CREATE TABLE t(v)")
    let answer = try database.transaction { () throws(JournalError) -> Int in
      try database.execute("INSERT INTO t VALUES(1)")
      return 7
    }
    #expect(answer == 7)
    let error = storageError {
      try database.transaction { () throws(JournalError) in
        try database.execute("INSERT INTO t VALUES(2)")
        #expect(database.isInTransaction)
        throw .noTurn(5, first: 1, last: 2)
      }
    }
    #expect(error == .noTurn(5, first: 1, last: 2))
    #expect(!database.isInTransaction)
    #expect(try database.storageIntegers("SELECT v FROM t") == [1])
    try database.transaction { () throws(JournalError) in try database.execute("INSERT INTO t VALUES(3)") }
    database.close()
    let again = try Database(path: folder.file(), mode: .read)
    #expect(try again.storageIntegers("SELECT v FROM t") == [1, 3])
  }

  @Test("a transaction inside another is refused, and takes the outer one along")
  func nested() throws {
    let database = try Database(path: "nested", mode: .memory)
    try database.execute("CREATE TABLE t(v)")
    let error = storageError {
      try database.transaction { () throws(JournalError) in
        try database.execute("INSERT INTO t VALUES(1)")
        try database.transaction { () throws(JournalError) in }
      }
    }
    #expect(error?.description.contains("within a transaction") == true)
    #expect(try database.integer("SELECT count(*) FROM t") == 0)
  }

  @Test("what is read in one transaction is of one moment")
  func snapshot() throws {
    let folder = try StorageFolder()
    let writer = try JournalFormat.open(folder.file(), mode: .create).database
    let reader = try JournalFormat.open(folder.file(), mode: .read).database
    let counts = try reader.transaction(.reading) { () throws(JournalError) in
      let before = try reader.integer("SELECT count(*) FROM stores")
      _ = try writer.storeID("app")
      return [before, try reader.integer("SELECT count(*) FROM stores")]
    }
    #expect(counts == [0, 0])
    #expect(try reader.integer("SELECT count(*) FROM stores") == 1)
  }

  @Test("a busy database is an error after the time that was given, and never a wait without end")
  func busy() throws {
    let folder = try StorageFolder()
    let first = try JournalFormat.open(folder.file(), mode: .create).database
    let second = try JournalFormat.open(folder.file(), mode: .write, busyTimeout: .milliseconds(1)).database
    try first.transaction { () throws(JournalError) in
      let error = storageError {
        try second.transaction(doing: "keep turns") { () throws(JournalError) in
          _ = Issue.record("The body was run.")
        }
      }
      guard case .database(_, "keep turns", _, SQLITE_BUSY) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(
        error?.description.hasSuffix(
          """
          could not keep turns: another connection uses it and did not finish in time. End the other program, or try \
          again.
          """) == true)
    }
    try second.transaction { () throws(JournalError) in _ = try second.storeID("app") }
  }

  @Test("a closed database destroys its statements, which then say that it is closed")
  func closed() throws {
    let folder = try StorageFolder()
    let database = try JournalFormat.open(folder.file(), mode: .create).database
    _ = try database.storeID("app")
    let statement = try database.prepare("SELECT name FROM stores WHERE id >= ?1")
    try statement.bind(1, 0)
    #expect(try statement.step())
    database.close()
    database.close()
    let closed = JournalError.closed(path: folder.file())
    #expect(throws: closed) { try statement.step() }
    #expect(throws: closed) { try statement.bind(1, 1) }
    #expect(throws: closed) { try statement.bind(1, "a") }
    #expect(throws: closed) { try database.prepare("SELECT 1") }
    #expect(throws: closed) { try database.execute("SELECT 1") }
    #expect(throws: closed) { try database.transaction { () throws(JournalError) in } }
    #expect(statement.isNull(0) && statement.text(0) == "" && statement.bytes(0).isEmpty)
    #expect(statement.int64(0) == 0 && database.changes == 0 && database.lastRow == 0)
    // The last one to leave has moved the log into the file, though a statement was in the middle of its
    // rows.
    #expect(try folder.names == ["journal"])
  }

  @Test("wrong statements and places are errors")
  func misuse() throws {
    let database = try Database(path: "misuse", mode: .memory)
    #expect(storageError { _ = try database.prepare("") }?.description.contains("no statement") == true)
    #expect(storageError { _ = try database.prepare("nonsense") }?.description.contains("syntax") == true)
    #expect(storageError { try database.execute("nonsense") }?.description.contains("syntax") == true)
    let statement = try database.prepare("SELECT ?1")
    #expect(storageError { try statement.bind(2, 1) }?.description.contains("out of range") == true)
  }

  @Test("each connection in memory has a database of its own")
  func memory() throws {
    let first = try JournalFormat.open("memory", mode: .memory)
    let second = try JournalFormat.open("memory", mode: .memory)
    #expect(first.isNew && second.isNew)
    _ = try first.database.storeID("app")
    #expect(try second.database.integer("SELECT count(*) FROM stores") == 0)
    #expect(!FileManager.default.fileExists(atPath: "memory"))
  }
}
