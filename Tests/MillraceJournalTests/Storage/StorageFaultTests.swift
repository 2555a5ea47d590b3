import CSQLite
import FaultyFiles
import Foundation
import MillraceSQLite
import Testing

@testable import MillraceJournal

@Suite("Failing files")
@FaultsActor
struct StorageFaultTests {
  private static let everything: UInt32 =
    FAULTY_WRITE | FAULTY_TRUNCATE | FAULTY_SYNC | FAULTY_OPEN | FAULTY_DELETE | FAULTY_SHARED_MEMORY

  /// Makes a database without a write-ahead log, so that it is plain which calls there are.
  private static func plain(_ path: String, _ faults: StorageFaults) throws -> Database {
    let database = try Database(path: path, mode: .create, vfs: faults.name)
    try database.execute("PRAGMA journal_mode = MEMORY; CREATE TABLE t(v)")
    return database
  }

  @Test("without a plan nothing fails, and the calls of the kinds asked for are counted")
  func counts() throws {
    let folder = try StorageFolder()
    let faults = StorageFaults(.failing(FAULTY_OPEN, at: 0))
    let database = try Self.plain(folder.file(), faults)
    #expect(faults.calls == 1)
    faults.plan(.failing(FAULTY_SYNC, at: 0))
    #expect(faults.calls == 0)
    try database.execute("INSERT INTO t VALUES(1)")
    #expect(faults.calls == 1)
    faults.plan(.failing(FAULTY_WRITE, at: 0))
    try database.execute("INSERT INTO t VALUES(2)")
    let writes = faults.calls
    #expect(writes == 2)
    try database.execute("INSERT INTO t VALUES(3)")
    #expect(faults.calls == 2 * writes && faults.failures == 0)
    faults.plan(.failing(FAULTY_SYNC | FAULTY_WRITE, at: 0))
    try database.execute("INSERT INTO t VALUES(4)")
    #expect(faults.calls == writes + 1)
    #expect(try database.storageIntegers("SELECT v FROM t") == [1, 2, 3, 4])
    #expect(faulty_vfs_calls("no such") == -1 && faulty_vfs_failures("no such") == -1)
    #expect(faulty_vfs_free("no such") != SQLITE_OK && faulty_vfs_plan("no such", .init()) != SQLITE_OK)
    #expect(faulty_vfs_make(faults.name, .init()) != SQLITE_OK && faulty_vfs_calls("unix") == -1)
  }

  @Test("the call of the plan fails with its code, alone")
  func once() throws {
    let folder = try StorageFolder()
    let faults = StorageFaults()
    let database = try Self.plain(folder.file(), faults)
    faults.plan(.failing(FAULTY_WRITE, at: 2))
    let write = storageError { try database.execute("INSERT INTO t VALUES(1)", doing: "keep turns") }
    #expect(
      write
        == .database(
          path: folder.file(), doing: "keep turns", reason: "writing failed: the disk reports an error",
          code: SQLITE_IOERR | 3 << 8))
    #expect(faults.failures == 1)
    try database.execute("INSERT INTO t VALUES(2)")
    faults.plan(.failing(FAULTY_SYNC))
    let sync = storageError { try database.execute("INSERT INTO t VALUES(3)") }
    #expect(sync?.description.contains("with the disk failed: the disk reports an error") == true)
    try database.execute("INSERT INTO t VALUES(4)")
    #expect(faults.failures == 1)
    #expect(try database.storageIntegers("SELECT v FROM t") == [2, 4])
  }

  @Test("a disk that is full and stays so fails every write, until it has room")
  func full() throws {
    let folder = try StorageFolder()
    let faults = StorageFaults()
    let database = try JournalFormat.open(folder.file(), mode: .create, vfs: faults.name).database
    _ = try database.storeID("kept")
    faults.plan(.failing(FAULTY_WRITE, code: SQLITE_FULL, stays: true, half: true))
    for _ in 0..<3 {
      let error = storageError {
        try database.transaction(doing: "keep turns") { () throws(JournalError) in
          _ = try database.storeID("lost")
        }
      }
      #expect(
        error
          == .database(
            path: folder.file(), doing: "keep turns", reason: "the disk is full", code: SQLITE_FULL))
      #expect(
        error?.description == """
          The journal `\(folder.file())` could not keep turns: the disk is full. Free space on its disk.
          """)
      #expect(!database.isInTransaction)
    }
    #expect(faults.failures == faults.calls && faults.failures >= 3)
    faults.plan(faulty_plan())
    _ = try database.storeID("kept, too")
    let reader = try JournalFormat.open(folder.file(), mode: .read).database
    #expect(try reader.integer("SELECT count(*) FROM stores") == 2)
  }

  @Test("half of a write that fails is in the file, if that is asked for")
  func half() throws {
    let folder = try StorageFolder()
    let faults = StorageFaults()
    let database = try JournalFormat.open(folder.file(), mode: .create, vfs: faults.name).database
    try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for half in [false, true] {
      // The second write of a log is a page's header, of 24 bytes, behind the log's own, of 32.
      faults.plan(.failing(FAULTY_WRITE, at: 2, code: SQLITE_FULL, stays: true, half: half))
      let error = storageError { _ = try database.storeID("app") }
      #expect(error?.description.contains("the disk is full") == true)
      #expect(faults.failures == 1)
      #expect(folder.bytes("journal-wal")?.count == (half ? 32 + 12 : 32))
    }
  }

  @Test("opening, deleting, cutting and sharing memory fail when they are to")
  func others() throws {
    let folder = try StorageFolder()
    let faults = StorageFaults(.failing(FAULTY_OPEN))
    let open = storageError { _ = try Database(path: folder.file(), mode: .create, vfs: faults.name) }
    #expect(open?.description.contains("cannot open: the disk reports an error") == true)
    faults.plan(.failing(FAULTY_SHARED_MEMORY))
    let share = storageError { _ = try JournalFormat.open(folder.file(), mode: .create, vfs: faults.name) }
    #expect(share?.description.contains("the memory shared by connections failed") == true)
    let database = try JournalFormat.open(folder.file(), mode: .create, vfs: faults.name).database
    _ = try database.storeID("app")
    faults.plan(.failing(FAULTY_TRUNCATE))
    let cut = storageError { try database.execute("PRAGMA wal_checkpoint(TRUNCATE)", doing: "be tidied") }
    #expect(cut?.description.contains("could not be tidied: a file could not be truncated") == true)
    #expect(faults.failures == 1)
    faults.plan(.failing(FAULTY_DELETE))
    let plain = try Database(path: folder.file("plain"), mode: .create, vfs: faults.name)
    let delete = storageError { try plain.execute("CREATE TABLE t(v)") }
    #expect(delete?.description.contains("a file could not be deleted") == true)
  }

  @Test("whatever fails while a journal is made and written, it is whole or new, and keeps what it has kept")
  func everyCall() throws {
    for operations in [Self.everything, FAULTY_WRITE] {
      for (stays, half) in [(false, true), (true, false)] {
        var at = 0
        var failures = 1
        while failures > 0 {
          at += 1
          let folder = try StorageFolder()
          let code = operations == FAULTY_WRITE ? SQLITE_FULL : 0
          let faults = StorageFaults(.failing(operations, at: at, code: code, stays: stays, half: half))
          var kept: [String] = []
          do {
            let database = try JournalFormat.open(
              folder.file(), mode: .create, meta: [.flow: .text("main")], vfs: faults.name
            ).database
            for number in 1...3 {
              let name = "store \(number)" + String(repeating: " and so on", count: 300)
              do throws(JournalError) {
                try database.transaction { () throws(JournalError) in
                  _ = try database.storeID(name)
                  try database.writeSeal()
                }
                kept.append(name)
              } catch { #expect(error.description.contains(folder.file())) }
              if number == 2 { try? database.execute("PRAGMA wal_checkpoint(TRUNCATE)") }
            }
            database.close()
          } catch { #expect("\(error)".contains(folder.file())) }
          failures = faults.failures
          let place = "operations \(operations), call \(at), stays \(stays), half \(half)"
          let again = try JournalFormat.open(folder.file(), mode: .create, meta: [.flow: .text("main")])
          #expect(try again.database.metaText(.flow) == "main", "\(place)")
          #expect(!again.isNew || kept.isEmpty, "\(place)")
          #expect(try again.database.text("PRAGMA integrity_check") == "ok", "\(place)")
          let names = try again.database.prepare("SELECT name FROM stores ORDER BY id")
          var found: [String] = []
          while try names.step() { found.append(names.text(0)) }
          // One that failed may be there all the same: the log had it, and only the last sync was missing.
          #expect(Set(kept).isSubset(of: found), "\(place)")
        }
        #expect(at > 1, "Nothing has failed for operations \(operations).")
      }
    }
  }

  @Test("the reasons are words")
  func reasons() {
    func reason(_ code: Int32, _ system: Int32 = 0) -> String {
      DatabaseReason.text(code: code, message: "what SQLite says", system: system)
    }
    #expect(reason(SQLITE_FULL, EIO) == "the disk is full")
    #expect(reason(SQLITE_BUSY | 2 << 8).hasPrefix("another connection"))
    #expect(reason(SQLITE_CANTOPEN, EACCES) == "cannot open: permission denied")
    #expect(reason(SQLITE_CANTOPEN) == "cannot open: what SQLite says")
    #expect(reason(SQLITE_IOERR | 3 << 8) == "writing failed: the disk reports an error")
    #expect(reason(SQLITE_IOERR | 3 << 8, ENOENT) == "writing failed: the disk reports an error")
    #expect(reason(SQLITE_IOERR | 3 << 8, ENOSPC) == "writing failed: the disk is full")
    #expect(
      reason(SQLITE_IOERR | 99 << 8, 9_999) == "a file could not be used: the system reports error 9999")
    #expect(reason(SQLITE_ERROR, EIO) == "what SQLite says")
  }
}
