import CSQLite
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

@Suite("A write-ahead log that is removed under its writer")
@MainActor struct LogRemovalTests {
  /// The titles that a crash at this moment leaves: those in a copy of the files at their paths.
  private func afterCrash(_ folder: JournalFolder) throws -> [String] {
    let copy = try JournalFolder()
    for end in ["", "-wal", "-mark"] {
      if let bytes = FileManager.default.contents(atPath: folder.journal + end) {
        #expect(FileManager.default.createFile(atPath: copy.journal + end, contents: bytes))
      }
    }
    let program = try NotesProgram(copy.journal)
    try program.journal.start()
    return program.state.titles
  }

  enum Removal: String, CaseIterable {
    case log, index, both, replaced, moved

    func carryOut(_ path: String) {
      switch self {
      case .log: #expect(unlink(path + "-wal") == 0)
      case .index: #expect(unlink(path + "-shm") == 0)
      case .both:
        #expect(unlink(path + "-wal") == 0)
        #expect(unlink(path + "-shm") == 0)
      case .replaced:
        #expect(unlink(path + "-wal") == 0)
        #expect(FileManager.default.createFile(atPath: path + "-wal", contents: Data([1, 2, 3])))
      case .moved: #expect(rename(path + "-wal", path + "-away") == 0)
      }
    }
  }

  @Test("loses nothing that was acknowledged before or after", arguments: Removal.allCases)
  func nothingLost(_ removal: Removal) async throws {
    let folder = try JournalFolder()
    let program = try NotesProgram(folder.journal)
    let list = ErrorList(program.flow)
    try program.journal.start()
    var titles: [String] = []
    for round in 0..<3 {
      for number in 0..<4 {
        titles.append("\(round) \(number)")
        program.notes.send(.added(titles.last ?? ""))
        try await program.journal.flush()
      }
      removal.carryOut(folder.journal)
      titles.append("\(round) behind")
      program.notes.send(.added(titles.last ?? ""))
      try await program.journal.flush()
      #expect(try afterCrash(folder) == titles)
    }
    await program.flow.run(until: { list.journal.count >= 3 })
    #expect(list.journal == Array(repeating: .logReplaced(path: folder.journal), count: 3))
    #expect("\(list.journal)".contains("nothing is lost"))
    #expect(program.journal.status == .writing)
    #expect(try program.journal.reader().verify().findings.isEmpty)
    let past = try program.journal.state(at: 5)
    #expect(past[program.notes]?.titles.count == 5)
  }

  @Test("is noticed by a flush without anything to write")
  func emptyFlush() async throws {
    let folder = try JournalFolder()
    let program = try NotesProgram(folder.journal)
    try program.journal.start()
    program.notes.send(.added("milk"))
    try await program.journal.flush()
    #expect(unlink(folder.journal + "-wal") == 0)
    try await program.journal.flush()
    #expect(try afterCrash(folder) == ["milk"])
  }

  @Test("is read by readers of before, which see what is written next")
  func readers() async throws {
    let folder = try JournalFolder()
    let program = try NotesProgram(folder.journal)
    try program.journal.start()
    program.notes.send(.added("milk"))
    try await program.journal.flush()
    let reader = try program.journal.reader()
    #expect(try reader.turn(1) != nil)
    #expect(try program.journal.state(at: 1)[program.notes]?.titles == ["milk"])
    #expect(unlink(folder.journal + "-wal") == 0)
    for number in 2...4 {
      program.notes.send(.added("\(number)"))
      try await program.journal.flush()
      #expect(try reader.turn(UInt64(number)) != nil)
      #expect(try program.journal.state(at: UInt64(number))[program.notes]?.titles.count == number)
    }
  }

  @Test("holds turns back while a reader prevents another log, and goes on behind it")
  func readerInTheWay() async throws {
    let folder = try JournalFolder()
    let program = try NotesProgram(folder.journal, backlog: Backlog(patience: .milliseconds(1)))
    try program.journal.start()
    program.notes.send(.added("milk"))
    try await program.journal.flush()
    let reading = try Database(path: folder.journal, mode: .read)
    try reading.execute("BEGIN")
    #expect(try reading.integer("SELECT count(*) FROM turns") == 1)
    #expect(unlink(folder.journal + "-wal") == 0)
    program.notes.send(.added("bread"))
    let error = await #expect(throws: JournalError.self) { try await program.journal.flush() }
    #expect(error?.description.contains("write-ahead log was removed or replaced") == true)
    #expect(program.journal.waitingCount == 1)
    reading.close()
    try await program.journal.flush()
    #expect(program.journal.status == .writing && program.journal.waitingCount == 0)
    #expect(try afterCrash(folder) == ["milk", "bread"])
  }

  @Test("is emptied by a close beside a reader, which keeps SQLite from doing so")
  func closing() async throws {
    let folder = try JournalFolder()
    let program = try NotesProgram(folder.journal)
    try program.journal.start()
    program.notes.send(.added("milk"))
    try await program.journal.flush()
    let reader = try JournalReader(at: folder.journal)
    #expect(try reader.turn(1) != nil)
    #expect(unlink(folder.journal + "-wal") == 0)
    try program.journal.close()
    #expect(try afterCrash(folder) == ["milk"])
    #expect(try reader.turn(1) != nil)
  }

  @Test("shrinks again when a reader that made it grow has gone")
  func shrinks() async throws {
    let folder = try JournalFolder()
    let program = try NotesProgram(folder.journal)
    try program.journal.start()
    let reading = try Database(path: folder.journal, mode: .read)
    try reading.execute("BEGIN")
    _ = try reading.integer("SELECT count(*) FROM turns")
    let long = String(repeating: "x", count: 1 << 20)
    for _ in 0..<12 {
      program.notes.send(.added(long))
      try await program.journal.flush()
    }
    #expect(FileFacts.size(folder.journal + "-wal") ?? 0 > 2 * JournalFormat.mostLog)
    reading.close()
    for _ in 0..<3 {
      program.notes.send(.added(long))
      try await program.journal.flush()
    }
    #expect(FileFacts.size(folder.journal + "-wal") ?? .max <= JournalFormat.mostLog + (3 << 20))
  }
}

@Suite("A symbolic link that is exchanged while a writer opens")
struct LinkExchangeTests {
  @Test("gives the writer the mark and the database of one file")
  func oneFile() throws {
    let folder = try StorageFolder()
    for name in ["a", "b"] { try JournalFormat.open(folder.file(name), mode: .create).database.close() }
    let link = folder.file("link")
    #expect(symlink("a", link) == 0)
    let isOver = Locked(false)
    let exchanger = Thread {
      var name = "b"
      while !isOver.withLock({ $0 }) {
        unlink(link + "-next")
        symlink(name, link + "-next")
        rename(link + "-next", link)
        name = name == "a" ? "b" : "a"
      }
    }
    exchanger.start()
    defer { isOver.withLock { $0 = true } }
    for _ in 0..<300 {
      let storage = try JournalStorage(
        path: link, inMemory: false, flow: "notes", identity: "id", accepting: .nothing,
        permissions: .ownerOnly, vfs: nil, busyTimeout: .seconds(5))
      let file = try storage.database.text("SELECT file FROM pragma_database_list")
      #expect(storage.mark?.path == file.map { $0 + "-mark" })
      #expect(storage.close() == nil)
    }
  }
}
