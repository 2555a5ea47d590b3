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

@Suite("The rights of a journal's files")
@MainActor struct StoragePermissionTests {
  private static let names = ["app.journal", "app.journal-mark", "app.journal-shm", "app.journal-wal"]

  private func rights(_ folder: JournalFolder) -> [UInt16?] {
    Self.names.map { FileFacts.permissions(folder.path + "/" + $0) }
  }

  private func journal(_ folder: JournalFolder, _ permissions: AccessPermissions? = nil) throws -> Journal {
    let flow = Flow(name: "main")
    let journal =
      try permissions.map { try Journal(of: flow, at: folder.journal, permissions: $0) }
      ?? Journal(of: flow, at: folder.journal)
    try journal.start()
    return journal
  }

  @Test("all four files are their owner's alone unless more is said")
  func byDefault() throws {
    let folder = try JournalFolder()
    let journal = try journal(folder)
    #expect(rights(folder) == [0o600, 0o600, 0o600, 0o600])
    try journal.close()
  }

  @Test("more rights are given as they are said")
  func widened() throws {
    for permissions in [AccessPermissions.groupReadable, .everyoneReadable, .init(files: 0o666)] {
      let folder = try JournalFolder()
      let journal = try journal(folder, permissions)
      #expect(rights(folder) == [permissions.files, permissions.files, permissions.files, permissions.files])
      try journal.close()
    }
    #expect(AccessPermissions(files: 0o107_777, folders: 0o7_777).files == 0o777)
    #expect(AccessPermissions(files: 0, folders: 0o7_777).folders == 0o777)
  }

  @Test("a journal that is there keeps its rights, and its mark gets the same")
  func kept() throws {
    let folder = try JournalFolder()
    try journal(folder).close()
    #expect(chmod(folder.journal, 0o640) == 0 && unlink(folder.journal + "-mark") == 0)
    let journal = try journal(folder)
    #expect(rights(folder) == [0o640, 0o640, 0o640, 0o640])
    try journal.close()
  }
}
