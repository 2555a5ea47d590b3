import CSQLite
import Foundation
import Millrace
import MillraceSQLite
import TestResources
import Testing

@testable import MillraceJournal

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

@Suite("The place of a database")
struct StoragePlaceTests {
  private static let modes: [Database.Mode] = [.create, .write, .read]

  @Test("a missing file is an error unless it may be created, and no file appears")
  func missing() throws {
    let folder = try StorageFolder()
    for mode in [Database.Mode.write, .read] {
      #expect(throws: JournalError.missing(path: folder.file())) {
        try JournalFormat.open(folder.file(), mode: mode)
      }
    }
    #expect(try folder.names.isEmpty)
    let error = storageError { _ = try JournalFormat.open(folder.file("none/journal"), mode: .create) }
    #expect(error?.description.contains("cannot open: the file or folder does not exist") == true)
  }

  @Test("a folder, a pipe and what is no path are refused at once", arguments: modes)
  func noFiles(mode: Database.Mode) throws {
    let folder = try StorageFolder()
    #expect(throws: JournalError.notAJournal(path: folder.path, reason: "it is a folder")) {
      try JournalFormat.open(folder.path, mode: mode)
    }
    #expect(mkfifo(folder.file(), 0o600) == 0)
    #expect(throws: JournalError.notAJournal(path: folder.file(), reason: "it is not an ordinary file")) {
      try JournalFormat.open(folder.file(), mode: mode)
    }
    for path in ["", "a\0b"] {
      #expect(throws: JournalError.file(path: path, reason: "the path is invalid")) {
        try JournalFormat.open(path, mode: mode)
      }
    }
    let inside = folder.write([1], to: "file") + "/journal"
    let error = storageError { _ = try JournalFormat.open(inside, mode: mode) }
    #expect(error?.description.contains("a part of the path is not a folder") == true)
  }

  @Test("names that mean something to SQLite are names of files here")
  func names() throws {
    let folder = try StorageFolder()
    for name in [":memory:", "file:a?mode=memory", "a?b#c%41 ü&x=y"] {
      let opened = try JournalFormat.open(folder.file(name), mode: .create)
      #expect(opened.isNew)
      opened.database.close()
      #expect(FileManager.default.fileExists(atPath: folder.file(name)))
      #expect(try JournalFormat.open(folder.file(name), mode: .read).isNew == false)
    }
    #expect(DatabasePath.name(":memory:", mode: .create) == "./:memory:")
    #expect(DatabasePath.frozenName("/a b?\n") == "file:/a%20b%3f%0a?immutable=1")
  }

  @Test("all ways to one file have one resolved name, whether it is there or not")
  func resolved() throws {
    let folder = try StorageFolder()
    let real = DatabasePath.resolved(folder.path)
    #expect(symlink(folder.path, folder.file("link")) == 0)
    #expect(DatabasePath.resolved(folder.file("link/journal")) == real + "/journal")
    folder.write([], to: "journal")
    #expect(symlink("journal", folder.file("other")) == 0)
    #expect(DatabasePath.resolved(folder.file("other")) == real + "/journal")
    #expect(DatabasePath.resolved("/no-such-file-here") == "/no-such-file-here")
    #expect(DatabasePath.resolved("/no/such/folder") == "/no/such/folder")
    #expect(DatabasePath.resolved("no-such-file").hasSuffix("/no-such-file"))
    #expect(MarkFile.path(of: folder.file("other")) == real + "/journal-mark")
  }

  @Test("times to wait are bounded and never negative")
  func milliseconds() {
    #expect(DatabasePath.milliseconds(.seconds(5)) == 5_000)
    #expect(DatabasePath.milliseconds(.milliseconds(1_250)) == 1_250)
    #expect(DatabasePath.milliseconds(.zero) == 0)
    #expect(DatabasePath.milliseconds(.seconds(-5)) == 0)
    #expect(DatabasePath.milliseconds(.milliseconds(-5)) == 0)
    #expect(DatabasePath.milliseconds(.seconds(Int64.max)) == 2_000_000_000)
  }

  @Test("a file and a folder that may only be read say so to a writer", .realProcess)
  func readOnly() async throws {
    let folder = try StorageFolder()
    try JournalFormat.open(folder.file(), mode: .create).database.close()
    #expect(chmod(folder.file(), 0o444) == 0 && chmod(folder.path, 0o555) == 0)
    defer { _ = chmod(folder.path, 0o755) }
    await #expect(processExitsWith: .success) { [path = folder.path as String] in
      storageBecomeNobody()
      let error = storageError { _ = try JournalFormat.open(path + "/journal", mode: .write) }
      #expect(
        error
          == .database(
            path: path + "/journal", doing: "be opened for writing", reason: "it is read-only",
            code: SQLITE_READONLY), "\(String(describing: error))")
      let none = storageError { _ = try JournalFormat.open(path + "/new", mode: .create) }
      #expect(
        none?.description.contains("cannot open: permission denied") == true, "\(String(describing: none))")
      let mark = storageError { _ = try MarkFile(journal: path + "/journal") }
      #expect(
        mark == .mark(path: MarkFile.path(of: path + "/journal"), reason: "permission denied"),
        "\(String(describing: mark))")
    }
  }

  @Test("a journal in a folder that may not be written to can be read", .realProcess)
  func frozen() async throws {
    let folder = try StorageFolder()
    let path = folder.file("a?b#c%41")
    let writer = try JournalFormat.open(path, mode: .create, permissions: .everyoneReadable).database
    _ = try writer.storeID("app")
    writer.close()
    #expect(chmod(folder.path, 0o555) == 0)
    defer { _ = chmod(folder.path, 0o755) }
    await #expect(processExitsWith: .success) { [path = path as String] in
      storageBecomeNobody()
      let reader = try JournalFormat.open(path, mode: .read).database
      #expect(reader.isFrozen)
      #expect(try reader.text("SELECT name FROM stores") == "app")
    }
    #expect(try folder.names == ["a?b#c%41"])
    #expect(try !JournalFormat.open(path, mode: .read).database.isFrozen)
  }

  @Test(
    "a journal with a log that cannot be read without writing is refused, not read without its log",
    .realProcess)
  func frozenWithLog() async throws {
    let folder = try StorageFolder()
    let copy = try StorageFolder()
    let writer = try JournalFormat.open(folder.file(), mode: .create).database
    _ = try writer.storeID("app")
    for name in ["journal", "journal-wal"] { copy.write(try #require(folder.bytes(name)), to: name) }
    #expect(chmod(copy.path, 0o555) == 0)
    defer { _ = chmod(copy.path, 0o755) }
    await #expect(processExitsWith: .success) { [path = copy.file() as String] in
      storageBecomeNobody()
      let error = storageError { _ = try JournalFormat.open(path, mode: .read) }
      #expect(error?.description.contains("The journal `\(path)` could not be ") == true)
    }
  }
}
