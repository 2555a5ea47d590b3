import Foundation
import Millrace
import MillraceSQLite
import MillraceTesting
import Testing

@testable import MillraceJournal

@Suite("A disk that fails")
@MainActor struct FailingDiskTests {
  @Test("a full disk is reported once, holds nothing up, and nothing is lost when it is free again")
  func fullDisk() async throws {
    let folder = try JournalFolder()
    let (faults, clock) = (JournalFaults(), ManualClock())
    do {
      let program = try NotesProgram(
        folder.journal, durability: .batched(every: .milliseconds(50), turns: 2),
        environment: StoreEnvironment(clock: clock), vfs: faults.name)
      let list = ErrorList(program.flow)
      var statuses: [JournalStatus] = []
      program.journal.statusHandler = { statuses.append($0) }
      try program.journal.start()
      program.notes.send(.added("milk"))
      try await program.journal.flush()
      faults.diskIsFull()
      program.notes.send(.added("bread"))
      program.notes.send(.added("eggs"))
      program.notes.send(.added("salt"))
      var thrown: JournalError?
      do { try await program.journal.flush() } catch { thrown = error }
      guard case .database(folder.journal, _, let reason, _) = thrown else {
        Issue.record("nothing was thrown")
        return
      }
      #expect(reason.contains("full"))
      #expect(program.journal.waitingCount == 3)
      guard case .failing = program.journal.status else {
        Issue.record("\(program.journal.status)")
        return
      }
      await program.flow.run(until: { !statuses.isEmpty })
      #expect(list.journal.count == 1)
      faults.diskIsFree()
      // The batch's time, and then the time of another try.
      await clock.waitForSleepers(count: 2)
      clock.jump(by: .milliseconds(500))
      await program.flow.run(until: { statuses.last == .writing })
      #expect(program.journal.waitingCount == 0)
      #expect(program.journal.status == .writing)
      #expect(list.journal.count == 1)
      #expect(statuses.count == 2)
    }
    let program = try NotesProgram(folder.journal)
    try program.journal.start()
    #expect(program.state.titles == ["milk", "bread", "eggs", "salt"])
  }

  @Test("a batch is written when its time has come, by the flow's clock")
  func batches() async throws {
    let folder = try JournalFolder()
    let clock = ManualClock()
    let program = try NotesProgram(
      folder.journal, durability: .batched(every: .seconds(1)), environment: StoreEnvironment(clock: clock))
    try program.journal.start()
    for round in 0..<3 {
      program.notes.send(.added("milk"))
      program.notes.send(.added("bread"))
      await clock.waitForSleepers(count: 1)
      #expect(clock.sleepers.count == 1, "one timer for all of a batch")
      #expect(program.journal.waitingCount == 2)
      clock.jump(by: .seconds(1))
      // What comes after the flush's own turn in the writer's queue is not waited for.
      await eventually { program.journal.waitingCount == 0 }
      #expect(
        try journalNumbers(folder.journal, "SELECT count(*) FROM turns") == [Int64(2 * round + 2)])
    }
  }

  /// Until the journal keeps no more turns: with a full disk and room for three.
  private func stopped(
    _ program: NotesProgram, _ faults: JournalFaults
  ) async throws {
    try program.journal.start()
    program.notes.send(.added("milk"))
    try await program.journal.flush()
    faults.diskIsFull()
    for number in 0..<3 { program.notes.send(.added("\(number)")) }
    // Otherwise the patience, which is real, may be over before the writer has tried at all.
    await #expect(throws: JournalError.self) { try await program.journal.flush() }
    for number in 3..<6 { program.notes.send(.added("\(number)")) }
    guard case .stopped(_, from: 5) = program.journal.status else {
      Issue.record("\(program.journal.status)")
      return
    }
    #expect(program.journal.waitingCount == 3)
    #expect(program.state.titles.count == 7, "the application goes on")
  }

  @Test("when too many wait it stops after its patience, goes on by itself, and notes what was lost")
  func stopsAndGoesOn() async throws {
    let folder = try JournalFolder()
    let (faults, clock) = (JournalFaults(), ManualClock())
    do {
      let program = try NotesProgram(
        folder.journal, durability: .batched(every: .milliseconds(50), turns: 1),
        backlog: Backlog(turns: 3, patience: .milliseconds(20)), environment: StoreEnvironment(clock: clock),
        vfs: faults.name)
      let list = ErrorList(program.flow)
      try await stopped(program, faults)
      await program.flow.run(until: { list.journal.count == 2 })
      guard case .backlog(folder.journal, from: 5, let reason) = list.journal.last else {
        Issue.record("\(list.journal)")
        return
      }
      #expect(reason.contains("full"))
      guard case .backlog = journalError({ _ = try program.journal.state(at: 6) }) else {
        Issue.record("it was not kept")
        return
      }
      faults.diskIsFree()
      await clock.waitForSleepers(count: 1)
      clock.jump(by: .seconds(1))
      await program.flow.run(until: { program.journal.status == .writing })
      program.notes.send(.added("after"))
      try await program.journal.flush()
      #expect(try JournalReader(at: folder.journal).gaps().map { [$0.after, $0.until] } == [[4, 7]])
      #expect(try program.journal.state(of: program.notes, at: 4).titles.count == 4)
      for lost in UInt64(5)...6 {
        #expect(
          journalError { _ = try program.journal.state(at: lost) } == .inGap(lost, after: 4, until: 7))
      }
      #expect(try program.journal.state(of: program.notes, at: 7).titles.count == 7)
      #expect(list.journal.count == 2)
    }
    let program = try NotesProgram(folder.journal)
    let found = try program.journal.start()
    #expect(found.lastSequence == 8)
    #expect(program.state.titles == ["milk", "0", "1", "2", "3", "4", "5", "after"])
    #expect(try !JournalReader(at: folder.journal).verify().isDamaged)
  }

  @Test("it resumes on request, or says why it cannot")
  func resumes() async throws {
    let folder = try JournalFolder()
    let (faults, clock) = (JournalFaults(), ManualClock())
    do {
      let program = try NotesProgram(
        folder.journal, durability: .batched(every: .milliseconds(50), turns: 1),
        backlog: Backlog(turns: 3, patience: .milliseconds(1)), environment: StoreEnvironment(clock: clock),
        vfs: faults.name)
      try await stopped(program, faults)
      await #expect(throws: JournalError.self) { try await program.journal.resume() }
      #expect(program.journal.waitingCount == 3)
      faults.diskIsFree()
      try await program.journal.resume()
      #expect(program.journal.status == .writing)
      #expect(program.journal.waitingCount == 0)
    }
    let program = try NotesProgram(folder.journal)
    #expect(try program.journal.start().lastSequence == 7)
    #expect(program.state.titles.count == 7)
  }

  @Test("what a failing disk holds up is bounded: no more wait than may, however often it is tried")
  func bounded() async throws {
    let folder = try JournalFolder()
    let faults = JournalFaults()
    let program = try NotesProgram(
      folder.journal, durability: .everyTurn, backlog: Backlog(turns: 4, patience: .milliseconds(1)),
      environment: StoreEnvironment(clock: ManualClock()), vfs: faults.name)
    let list = ErrorList(program.flow)
    try program.journal.start()
    faults.diskIsFull()
    for _ in 0..<50 {
      program.notes.send(.starred)
      #expect(program.journal.waitingCount <= 4)
    }
    #expect(program.state.starred == 50)
    await program.flow.run(until: { list.journal.count == 2 })
    faults.diskIsFree()
    try await program.journal.resume()
    #expect(try JournalReader(at: folder.journal).gaps().map { [$0.after, $0.until] } == [[4, 50]])
  }

  @Test("while another program locks the file turns wait, and are written when the lock is gone")
  func locked() async throws {
    let folder = try JournalFolder()
    let program = try NotesProgram(
      folder.journal, durability: .everyTurn, backlog: Backlog(patience: .milliseconds(1)),
      environment: StoreEnvironment(clock: ManualClock()))
    try program.journal.start()
    let other = try Database(path: folder.journal, mode: .write)
    try other.execute("BEGIN IMMEDIATE")
    program.notes.send(.added("milk"))
    guard case .failing = program.journal.status else {
      Issue.record("\(program.journal.status)")
      return
    }
    try other.execute("COMMIT")
    program.notes.send(.added("bread"))
    #expect(program.journal.status == .writing)
    #expect(try journalNumbers(folder.journal, "SELECT sequence FROM turns") == [1, 2])
  }

  @Test("a file that is removed while it is open is an error")
  func removed() async throws {
    let folder = try JournalFolder()
    let program = try NotesProgram(folder.journal, environment: StoreEnvironment(clock: ManualClock()))
    try program.journal.start()
    program.notes.send(.added("milk"))
    try FileManager.default.removeItem(atPath: folder.journal)
    await #expect(throws: JournalError.self) { try await program.journal.flush() }
    guard case .failing(.database(folder.journal, _, let reason, _)) = program.journal.status else {
      Issue.record("\(program.journal.status)")
      return
    }
    #expect(reason.contains("removed or replaced"))
    #expect(throws: JournalError.self) { try program.journal.close() }
    #expect(program.journal.status == .closed)
  }
}
