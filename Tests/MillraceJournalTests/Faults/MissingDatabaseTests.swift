import Foundation
import Millrace
import MillraceSQLite
import MillraceSupport
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

@Suite("A journal whose database is missing")
@MainActor struct MissingDatabaseTests {
  /// The files that a killed writer leaves, with the turns in the log alone, or in the database.
  private func remains(closed: Bool) async throws -> JournalFolder {
    let (folder, copy) = (try JournalFolder(), try JournalFolder())
    let program = try NotesProgram(folder.journal)
    try program.journal.start()
    for title in ["milk", "bread"] { program.notes.send(.added(title)) }
    try await program.journal.flush()
    if closed { try program.journal.close() }
    for (name, bytes) in contents(folder) {
      #expect(FileManager.default.createFile(atPath: copy.path + "/" + name, contents: bytes))
    }
    return copy
  }

  private func contents(_ folder: JournalFolder) -> [String: Data] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return Dictionary(
      uniqueKeysWithValues: names.filter { !$0.hasSuffix("-shm") }.map {
        ($0, FileManager.default.contents(atPath: folder.path + "/" + $0) ?? Data())
      })
  }

  private func startAgain(_ path: String) throws -> [String] {
    let program = try NotesProgram(path)
    try program.journal.start()
    defer { try? program.journal.close() }
    return program.state.titles
  }

  enum Way: String, CaseIterable {
    case moved, emptied, linked
  }

  @Test("is refused while its log is there, and is whole when it is put back", arguments: Way.allCases)
  func log(_ way: Way) async throws {
    let folder = try await remains(closed: false)
    let away = folder.path + "-away"
    defer { unlink(away) }
    #expect(rename(folder.journal, away) == 0)
    var path = folder.journal
    if way == .emptied { #expect(FileManager.default.createFile(atPath: path, contents: nil)) }
    if way == .linked {
      path = folder.path + "/link"
      #expect(symlink("app.journal", path) == 0)
    }
    let before = contents(folder)
    let real = DatabasePath.resolved(folder.journal)
    let expected = JournalError.databaseMissing(path: path, beside: real + "-wal")
    for accepting in [LossPolicy.nothing, .lostTurns] {
      #expect(throws: expected) { _ = try NotesProgram(path, accepting: accepting) }
    }
    #expect(throws: expected) { _ = try JournalReader(at: path) }
    #expect(throws: expected) { try JournalCompaction.compact(at: path) }
    for mode in [Database.Mode.create, .write, .read] {
      #expect(throws: expected) { _ = try Database(path: path, mode: mode) }
    }
    #expect(contents(folder) == before)
    #expect("\(expected)".contains("Nothing was changed; move the journal back to its place"))
    #expect(rename(away, folder.journal) == 0)
    #expect(try startAgain(path) == ["milk", "bread"])
  }

  @Test("is refused while its mark has turns, unless their loss is accepted")
  func mark() async throws {
    let folder = try await remains(closed: true)
    #expect(FileFacts.size(folder.journal + "-wal") == nil)
    let away = folder.path + "-away"
    defer { unlink(away) }
    #expect(rename(folder.journal, away) == 0)
    let before = contents(folder)
    #expect(
      throws: JournalError.databaseMissing(
        path: folder.journal, beside: MarkFile.path(of: folder.journal))
    ) { _ = try NotesProgram(folder.journal) }
    #expect(contents(folder) == before)
    #expect(rename(away, folder.journal) == 0)
    #expect(try startAgain(folder.journal) == ["milk", "bread"])
    #expect(unlink(folder.journal) == 0)
    let next = try NotesProgram(folder.journal, accepting: .lostTurns)
    try next.journal.start()
    #expect(next.state.titles == [])
    try next.journal.close()
  }

  @Test("begins without a word where nothing is beside it but the mark of a start without turns")
  func nothingBeside() throws {
    let folder = try JournalFolder()
    #expect(try startAgain(folder.journal) == [])
    #expect(unlink(folder.journal) == 0)
    #expect(try startAgain(folder.journal) == [])
  }
}

@Suite("A journal beyond the limit of a file's size")
struct FileSizeLimitTests {
  @Test("is like the files of kept parts, archives and caches, which stay as they were", .realProcess)
  func replacedFile() async throws {
    await #expect(processExitsWith: .success) {
      let folder = try JournalFolder()
      let path = folder.path + "/part"
      func write(_ count: Int) throws {
        try SystemFile.replace(
          path, by: Array(repeating: 1, count: count), over: path + ".tmp", in: folder.path, .ownerOnly)
      }
      try write(10)
      FileSizeLimit.with(100_000) {
        let failure = #expect(throws: SystemFailure.self) { try write(200_000) }
        #expect(failure?.code == EFBIG)
        #expect(!FileSizeLimit.isSignalBlocked)
      }
      #expect(FileFacts.size(path) == 10)
    }
  }

  @Test("reports it and goes on, with every turn on the caller's thread", .realProcess)
  func everyTurn() async throws {
    await #expect(processExitsWith: .success) {
      let folder = try JournalFolder()
      try await MainActor.run {
        let program = try NotesProgram(folder.journal, durability: .everyTurn)
        try program.journal.start()
        program.notes.send(.added("milk"))
        let long = String(repeating: "x", count: 50_000)
        FileSizeLimit.with((FileFacts.size(folder.journal + "-wal") ?? 0) + 20_000) {
          program.notes.send(.added(long))
          #expect(!FileSizeLimit.isSignalBlocked)
          guard case .failing(let error) = program.journal.status else {
            Issue.record("\(program.journal.status)")
            return
          }
          #expect("\(error)".hasPrefix("The journal `\(folder.journal)` could not be written: "))
        }
        program.notes.send(.added("bread"))
        #expect(program.journal.status == .writing && program.journal.waitingCount == 0)
        #expect(try program.journal.reader().turn(3) != nil)
        // An opening, a branch and an export write, too.
        let other = try JournalFolder()
        FileSizeLimit.with(2_000) {
          #expect(throws: JournalError.self) { _ = try NotesProgram(other.journal) }
          #expect(throws: JournalError.self) {
            try program.journal.reader().branch(at: 3, to: other.journal + "-branch")
          }
          #expect(throws: JournalError.self) {
            try program.journal.reader().exportJournal(to: other.journal + "-export")
          }
        }
        try program.journal.close()
      }
    }
  }
}
