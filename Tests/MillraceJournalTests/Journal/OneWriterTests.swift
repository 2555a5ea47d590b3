import Foundation
import Millrace
import MillraceSQLite
import MillraceTesting
import Testing

@testable import MillraceJournal

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

@Suite("One writer of a journal")
@MainActor struct OneWriterTests {
  /// A program that writes, and one that has taken its journal over after the mark was removed.
  private func rivals(
    _ folder: JournalFolder, _ durability: Durability = .batched(every: .seconds(3600))
  ) async throws -> (first: NotesProgram, second: NotesProgram) {
    let first = try NotesProgram(folder.journal, durability: durability)
    try first.journal.start()
    first.notes.send(.added("milk"))
    try await first.journal.flush()
    #expect(unlink(folder.journal + "-mark") == 0)
    let second = try NotesProgram(folder.journal)
    try second.journal.start()
    return (first, second)
  }

  private func expectSuperseded(_ error: JournalError?, by journal: Journal) {
    guard case .superseded(journal.path, let owner?) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(owner.process == getpid() && owner.epoch == 2)
    #expect(owner == (try? journal.reader().info().owner))
  }

  @Test("a writer whose journal was taken over acknowledges nothing, and stops for good")
  func superseded() async throws {
    let folder = try JournalFolder()
    let (first, second) = try await rivals(folder)
    let list = ErrorList(first.flow)
    var statuses: [JournalStatus] = []
    first.journal.statusHandler = { statuses.append($0) }
    second.notes.send(.added("bread"))
    try await second.journal.flush()

    first.notes.send(.added("eggs"))
    expectSuperseded(await thrown { try await first.journal.flush() }, by: second.journal)
    guard case .stopped(let error, from: 2) = first.journal.status else {
      Issue.record("\(first.journal.status)")
      return
    }
    expectSuperseded(error, by: second.journal)
    #expect(first.journal.waitingCount == 0)

    // Whatever is asked of it, it does not go on.
    first.notes.send(.added("salt"))
    expectSuperseded(await thrown { try await first.journal.flush() }, by: second.journal)
    expectSuperseded(journalError { try first.journal.snapshot() }, by: second.journal)
    expectSuperseded(await thrown { try await first.journal.resume() }, by: second.journal)
    expectSuperseded(journalError { try first.journal.close() }, by: second.journal)
    await first.flow.run(until: { !statuses.isEmpty })
    #expect(list.journal == [error])

    second.notes.send(.added("butter"))
    try await second.journal.flush()
    #expect(second.journal.status == .writing)
    let reader = try second.journal.reader()
    #expect(try reader.verify().findings.isEmpty && reader.gaps().isEmpty)
    #expect(try reader.snapshots().map(\.sequence) == [0])
    try second.journal.close()
    let third = try NotesProgram(folder.journal)
    try third.journal.start()
    #expect(third.state.titles == ["milk", "bread", "butter"])
  }

  @Test("with every turn on disk, the send that comes too late says so")
  func everyTurn() async throws {
    let folder = try JournalFolder()
    let (first, second) = try await rivals(folder, .everyTurn)
    first.notes.send(.added("eggs"))
    guard case .stopped(let error, from: 2) = first.journal.status else {
      Issue.record("\(first.journal.status)")
      return
    }
    expectSuperseded(error, by: second.journal)
    #expect(try second.journal.reader().info().turns == 1)
  }

  @Test("a snapshot that is under way when the journal is taken over is not written")
  func snapshot() async throws {
    let folder = try JournalFolder()
    let (first, second) = try await rivals(folder)
    try first.journal.snapshot()
    expectSuperseded(await thrown { try await first.journal.flushSnapshots() }, by: second.journal)
    #expect(try second.journal.reader().snapshots().map(\.sequence) == [0])
  }

  @Test("a turn whose number is taken is the proof of another writer, and leaves no gap")
  func clash() async throws {
    let folder = try JournalFolder()
    let program = try NotesProgram(folder.journal)
    try program.journal.start()
    program.notes.send(.added("milk"))
    try await program.journal.flush()
    // As a program does that knows nothing of the fence.
    try changeJournal(
      folder.journal,
      "INSERT INTO turns SELECT 2, time, store, type, message, cause, source, asked, unhandled, effects, sum FROM turns"
    )
    program.notes.send(.added("bread"))
    let error = await thrown { try await program.journal.flush() }
    #expect(error == .superseded(path: folder.journal, by: nil))
    #expect("\(error as Any)".contains("is now written by another program"))
    #expect(program.journal.status == .stopped(.superseded(path: folder.journal, by: nil), from: 2))
    #expect(try program.journal.reader().gaps().isEmpty)
    #expect(try program.journal.reader().snapshots().map(\.sequence) == [0])
  }

  @Test("a journal that has not been started yet when it is taken over does not start, and takes nothing")
  func start() async throws {
    let folder = try JournalFolder()
    let first = try NotesProgram(folder.journal)
    #expect(unlink(folder.journal + "-mark") == 0)
    let second = try NotesProgram(folder.journal)
    try second.journal.start()
    #expect(journalError { try first.journal.start() } == .inUse(path: folder.journal, process: getpid()))
    second.notes.send(.added("milk"))
    try await second.journal.flush()
    #expect(try second.journal.reader().verify().findings.isEmpty)
    try second.journal.close()
    try first.journal.start()
    #expect(first.state.titles == ["milk"])
  }

  @Test("a mark that was removed is made again before anything is acknowledged, and keeps others out")
  func markIsMadeAgain() async throws {
    let folder = try JournalFolder()
    let program = try NotesProgram(folder.journal)
    let list = ErrorList(program.flow)
    try program.journal.start()
    #expect(unlink(folder.journal + "-mark") == 0)
    program.notes.send(.added("milk"))
    try await program.journal.flush()
    let mark = DatabasePath.resolved(folder.path) + "/app.journal-mark"
    await program.flow.run(until: { !list.journal.isEmpty })
    #expect(list.journal == [.markReplaced(path: mark)])
    #expect("\(list.journal)".contains("removed or replaced"))
    #expect(MarkFile.read(journal: folder.journal)?.sequence == 1)
    let process = getpid()
    #expect(throws: JournalError.inUse(path: folder.journal, process: process)) {
      try NotesProgram(folder.journal)
    }
    #expect(program.journal.status == .writing)
  }

  @Test("while another program holds the mark and has not taken the journal, turns wait and none is lost")
  func markIsHeld() async throws {
    let folder = try JournalFolder()
    let clock = ManualClock()
    let program = try NotesProgram(folder.journal, environment: StoreEnvironment(clock: clock))
    try program.journal.start()
    #expect(unlink(folder.journal + "-mark") == 0)
    let rival = try MarkFile(journal: folder.journal)
    program.notes.send(.added("milk"))
    let process = getpid()
    let error = await thrown { try await program.journal.flush() }
    #expect(error == .inUse(path: folder.journal, process: process))
    #expect(program.journal.status == .failing(.inUse(path: folder.journal, process: process)))
    #expect(program.journal.waitingCount == 1)
    rival.close()
    try await program.journal.flush()
    #expect(program.journal.status == .writing && program.journal.waitingCount == 0)
  }

  @Test("a hard link refuses writers without leaving anything beside it")
  func hardLink() async throws {
    let folder = try JournalFolder()
    let program = try NotesProgram(folder.journal)
    try program.journal.start()
    #expect(mkdir(folder.path + "/other", 0o700) == 0)
    let other = folder.path + "/other/app.journal"
    #expect(link(folder.journal, other) == 0)
    #expect(throws: JournalError.hardLinked(path: other, links: 2)) { try NotesProgram(other) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/other") == ["app.journal"])
    #expect(throws: JournalError.hardLinked(path: other, links: 2)) {
      try JournalCompaction.compact(at: other)
    }
    #expect("\(JournalError.hardLinked(path: other, links: 2))".contains("2 names"))
    // The one who writes already is not disturbed by a backup, which readers can read.
    program.notes.send(.added("milk"))
    try await program.journal.flush()
    try program.journal.close()
    #expect(try JournalReader(at: other).info().turns == 1)
  }

  @Test("a compaction that does not see the lock takes the journal from its writer, too")
  func compaction() async throws {
    let folder = try JournalFolder()
    let program = try NotesProgram(folder.journal)
    try program.journal.start()
    program.notes.send(.added("milk"))
    try await program.journal.flush()
    #expect(unlink(folder.journal + "-mark") == 0)
    try JournalCompaction.compact(at: folder.journal, isTrial: true)
    program.notes.send(.added("bread"))
    try await program.journal.flush()
    #expect(unlink(folder.journal + "-mark") == 0)
    try JournalCompaction.compact(at: folder.journal)
    program.notes.send(.added("eggs"))
    guard case .superseded? = await thrown({ try await program.journal.flush() }) else {
      Issue.record("\(program.journal.status)")
      return
    }
    #expect(try JournalReader(at: folder.journal).info().turns == 2)
  }

  private func thrown(_ body: () async throws -> Void) async -> JournalError? {
    do { try await body() } catch { return error as? JournalError }
    Issue.record("nothing was thrown")
    return nil
  }
}
