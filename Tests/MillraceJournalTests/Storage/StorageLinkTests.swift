import Foundation
import Millrace
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

@Suite("Links to a journal, and its mark's place")
struct StorageLinkTests {
  @Test("links to a file that is not there yet lead to one mark")
  func dangling() throws {
    let folder = try StorageFolder()
    #expect(mkdir(folder.file("real"), 0o700) == 0)
    #expect(symlink("real/journal", folder.file("a")) == 0)
    #expect(symlink(folder.file("a"), folder.file("b")) == 0)
    #expect(symlink("../b", folder.file("real/c")) == 0)
    let real = DatabasePath.resolved(folder.path) + "/real/journal"
    for name in ["a", "b", "real/c", "real/journal", "real/../a"] {
      #expect(DatabasePath.resolved(folder.file(name)) == real, "\(name)")
    }
    let mark = try MarkFile(journal: folder.file("a"))
    #expect(mark.path == real + "-mark")
    for name in ["b", "real/journal"] {
      #expect(throws: JournalError.inUse(path: folder.file(name), process: getpid())) {
        try MarkFile(journal: folder.file(name))
      }
    }
    mark.close()
    // The database is made where the links lead to, with the rights that are asked for.
    let database = try JournalFormat.open(folder.file("b"), mode: .create, permissions: .groupReadable)
      .database
    #expect(FileFacts.permissions(real) == 0o640)
    database.close()
  }

  @Test("links that go round, or lead to no folder, are an error")
  func loops() throws {
    let folder = try StorageFolder()
    #expect(symlink("b", folder.file("a")) == 0 && symlink("a", folder.file("b")) == 0)
    #expect(symlink("none/journal", folder.file("c")) == 0)
    for name in ["a", "c"] {
      let error = storageError { _ = try JournalFormat.open(folder.file(name), mode: .create) }
      #expect(error?.description.contains(folder.file(name)) == true, "\(name)")
    }
    #expect(storageError { _ = try MarkFile(journal: folder.file("c")) } != nil)
    #expect(try folder.names == ["a", "b", "c"])
  }

  @Test("a mark that is a link is not written through, be it symbolic, hard, or one that leads nowhere")
  func markLinks() throws {
    let folder = try StorageFolder()
    let other = folder.write([1, 2, 3], to: "other")
    #expect(symlink(other, folder.file("journal-mark")) == 0)
    let error = storageError { _ = try MarkFile(journal: folder.file()) }
    #expect(error?.description.contains("it is a symbolic link, which is not followed") == true)
    #expect(unlink(folder.file("journal-mark")) == 0)
    #expect(symlink(folder.file("none"), folder.file("journal-mark")) == 0)
    #expect(storageError { _ = try MarkFile(journal: folder.file()) } != nil)
    #expect(unlink(folder.file("journal-mark")) == 0)
    #expect(link(other, folder.file("journal-mark")) == 0)
    let hard = storageError { _ = try MarkFile(journal: folder.file()) }
    #expect(hard?.description.contains("hard links") == true)
    #expect(folder.bytes("other") == [1, 2, 3])
    #expect(try folder.names == ["journal-mark", "other"])
  }

  @Test("a database with two names is refused to writers under both, and readers read it")
  func hardLinks() throws {
    let folder = try StorageFolder()
    try JournalFormat.open(folder.file(), mode: .create).database.close()
    #expect(mkdir(folder.file("backup"), 0o700) == 0)
    #expect(link(folder.file(), folder.file("backup/journal")) == 0)
    for name in ["journal", "backup/journal"] {
      for mode in [Database.Mode.create, .write] {
        #expect(throws: JournalError.hardLinked(path: folder.file(name), links: 2)) {
          try JournalFormat.open(folder.file(name), mode: mode)
        }
      }
      try JournalFormat.open(folder.file(name), mode: .read).database.close()
    }
    #expect(unlink(folder.file("backup/journal")) == 0)
    try JournalFormat.open(folder.file(), mode: .write).database.close()
  }

  @Test("a mark that was removed or replaced is noticed, and made again")
  func reclaimed() throws {
    let folder = try StorageFolder()
    let mark = try MarkFile(journal: folder.file())
    try mark.write(sequence: 3, sum: 4)
    #expect(mark.isInPlace)
    #expect(unlink(mark.path) == 0)
    #expect(!mark.isInPlace)
    try mark.reclaim(sequence: 5, sum: 6)
    #expect(mark.isInPlace)
    #expect(MarkFile.read(journal: folder.file()) == Mark(process: getpid(), sequence: 5, sum: 6))
    #expect(unlink(mark.path) == 0)
    let other = try MarkFile(journal: folder.file())
    #expect(throws: JournalError.inUse(path: folder.file(), process: getpid())) {
      try mark.reclaim(sequence: 7, sum: 8)
    }
    // A link in its place is not the mark.
    #expect(rename(other.path, folder.file("moved")) == 0 && symlink("moved", other.path) == 0)
    #expect(!other.isInPlace)
    other.close()
    mark.close()
    #expect(!mark.isInPlace)
  }

  @Test("however often leaving processes remove the mark, only one at a time holds it")
  func race() async throws {
    let folder = try StorageFolder()
    let path = folder.file()
    let inside = Locked(0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<200 {
            guard let mark = try? MarkFile(journal: path) else { continue }
            #expect(
              inside.withLock { count in
                count += 1; return count
              } == 1)
            inside.withLock { $0 -= 1 }
            unlink(mark.path)
            mark.close()
          }
        }
      }
    }
  }
}
