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

@Suite("A write-ahead log that is changed in place under its writer")
@MainActor struct LogDamageTests {
  enum Damage: String, CaseIterable {
    case emptied, halved, cut, header, end, exchanged

    func carryOut(_ path: String) throws {
      let log = path + "-wal"
      let size = FileFacts.size(log) ?? 0
      switch self {
      case .emptied: #expect(truncate(log, 0) == 0)
      case .halved: #expect(truncate(log, off_t(size / 2)) == 0)
      case .cut: #expect(truncate(log, off_t(size - 1)) == 0)
      case .header: try overwrite(log, at: 16, Array(repeating: 7, count: 8))
      case .end: try overwrite(log, at: size - 24 - 4096, Array(repeating: 0, count: 24 + 4096))
      case .exchanged:
        let other = try JournalFolder()
        let database = try Database(path: other.journal, mode: .create)
        try database.execute(
          "PRAGMA journal_mode = WAL; CREATE TABLE a(b); INSERT INTO a VALUES(randomblob(99999))")
        let bytes = try #require(FileManager.default.contents(atPath: other.journal + "-wal"))
        database.close()
        try overwrite(log, at: 0, [UInt8](bytes))
      }
    }

    private func overwrite(_ path: String, at offset: Int, _ bytes: [UInt8]) throws {
      let file = try FileHandle(forWritingTo: URL(filePath: path))
      try file.seek(toOffset: UInt64(offset))
      try file.write(contentsOf: bytes)
      try file.close()
    }
  }

  private func begin(_ folder: JournalFolder) async throws -> (NotesProgram, ErrorList) {
    let program = try NotesProgram(folder.journal)
    let list = ErrorList(program.flow)
    try program.journal.start()
    for number in 1...4 {
      program.notes.send(.added("\(number)"))
      try await program.journal.flush()
    }
    return (program, list)
  }

  @Test("stops the journal before anything more is acknowledged", arguments: Damage.allCases)
  func stops(_ damage: Damage) async throws {
    let folder = try JournalFolder()
    let (program, list) = try await begin(folder)
    try damage.carryOut(folder.journal)
    program.notes.send(.added("behind"))
    let error = JournalError.logDamaged(path: folder.journal)
    await #expect(throws: error) { try await program.journal.flush() }
    #expect(program.journal.status == .stopped(error, from: 5))
    await #expect(throws: error) { try await program.journal.resume() }
    await program.flow.run(until: { !list.journal.isEmpty })
    #expect(list.journal == [error])
    #expect("\(error)".contains("turns that were acknowledged are lost"))
    #expect(throws: error) { try program.journal.close() }
    // The whole journal was in the log, so another one in its place makes it a foreign file.
    if damage == .exchanged { return }
    // The next start goes on without them if it is told to.
    let again = try NotesProgram(folder.journal, accepting: .lostTurns)
    try again.journal.start()
    let left = again.state.titles
    #expect(left.count < 5 && left == (1...4).prefix(left.count).map { "\($0)" })
    again.notes.send(.added("next"))
    try await again.journal.flush()
    #expect(try again.journal.reader().verify().findings.allSatisfy { $0.severity == .warning })
  }

  @Test("is lost turns for the next start")
  func nextStart() async throws {
    let folder = try JournalFolder()
    let (program, list) = try await begin(folder)
    try Damage.halved.carryOut(folder.journal)
    #expect(throws: JournalError.logDamaged(path: folder.journal)) { try program.journal.close() }
    let error = journalError { _ = try NotesProgram(folder.journal) }
    guard case .lost(path: folder.journal, acknowledged: 4, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    withExtendedLifetime(list) {}
  }

  @Test("is noticed by a flush without anything to write")
  func emptyFlush() async throws {
    let folder = try JournalFolder()
    let (program, list) = try await begin(folder)
    try Damage.emptied.carryOut(folder.journal)
    let error = JournalError.logDamaged(path: folder.journal)
    await #expect(throws: error) { try await program.journal.flush() }
    #expect(program.journal.status == .stopped(error, from: 5))
    withExtendedLifetime(list) {}
  }

  @Test("loses nothing where the database has everything, and is begun again", arguments: Damage.allCases)
  func copied(_ damage: Damage) async throws {
    let folder = try JournalFolder()
    let (program, list) = try await begin(folder)
    let other = try Database(path: folder.journal, mode: .write)
    try other.execute("PRAGMA wal_checkpoint(PASSIVE)")
    other.close()
    try damage.carryOut(folder.journal)
    program.notes.send(.added("5"))
    try await program.journal.flush()
    await program.flow.run(until: { !list.journal.isEmpty })
    #expect(list.journal == [.logReplaced(path: folder.journal)])
    program.notes.send(.added("6"))
    try await program.journal.flush()
    try program.journal.close()
    let again = try NotesProgram(folder.journal)
    try again.journal.start()
    #expect(again.state.titles == (1...6).map { "\($0)" })
    #expect(try again.journal.reader().verify().findings.isEmpty)
  }

  @Test("is none after another program has moved it into the database")
  func checkpoint() async throws {
    let folder = try JournalFolder()
    let (program, list) = try await begin(folder)
    for mode in ["PASSIVE", "FULL", "RESTART", "TRUNCATE"] {
      let other = try Database(path: folder.journal, mode: .write)
      try other.execute("PRAGMA wal_checkpoint(\(mode))")
      other.close()
      for _ in 0..<3 {
        program.notes.send(.added(mode))
        try await program.journal.flush()
      }
    }
    #expect(list.journal.isEmpty && program.journal.status == .writing)
    try program.journal.close()
    let again = try NotesProgram(folder.journal)
    try again.journal.start()
    #expect(again.state.titles.count == 16)
  }
}

@Suite("A symbolic link that is exchanged under a running writer")
@MainActor struct LinkExchangeWhileRunningTests {
  @Test("changes nothing for the writer, its readers and its past states")
  func goesOn() async throws {
    let folder = try JournalFolder()
    let link = folder.journal + ".link"
    #expect(symlink(folder.journal, link) == 0)
    let program = try NotesProgram(link)
    let list = ErrorList(program.flow)
    try program.journal.start()
    program.notes.send(.added("milk"))
    try await program.journal.flush()
    #expect(unlink(link) == 0 && symlink("/nowhere", link) == 0)
    program.notes.send(.added("bread"))
    try await program.journal.flush()
    #expect(try program.journal.reader().turn(2) != nil)
    #expect(try program.journal.state(at: 2)[program.notes]?.titles == ["milk", "bread"])
    #expect(list.journal.isEmpty)
    // The file itself is another matter.
    #expect(rename(folder.journal, folder.journal + ".away") == 0)
    program.notes.send(.added("tea"))
    let error = await #expect(throws: JournalError.self) { try await program.journal.flush() }
    #expect("\(try #require(error))".contains("removed or replaced while it was open"))
  }
}
