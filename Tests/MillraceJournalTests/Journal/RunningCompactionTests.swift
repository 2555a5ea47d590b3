import FaultyFiles
import Foundation
import Millrace
import MillraceTesting
import TestResources
import Testing

@testable import MillraceJournal

@Suite("A running journal that becomes smaller")
@FaultsActor
struct RunningCompactionTests {
  let folder: FaultsFolder

  init() throws { folder = try FaultsFolder() }

  /// A program that has taken messages, orders among them, and is flushed.
  private func program(
    _ count: Int, snapshotsAt places: [Int] = [], vfs: String? = nil
  ) async throws -> FaultsProgram {
    let program = try FaultsProgram(
      folder.file(), environment: StoreEnvironment(clock: ManualClock()), vfs: vfs
    ) { _, _ in }
    try program.journal.start()
    for number in 1...count {
      program.ledger.send(number.isMultiple(of: 7) ? .order(number) : .note(number))
      // A durable effect begins when what it was asked for is on disk.
      if number.isMultiple(of: 70) {
        try await program.journal.flush()
        await program.flow.run()
      }
      if places.contains(number) {
        try program.journal.snapshot()
        try await program.journal.flushSnapshots()
      }
    }
    try await program.journal.flush()
    await program.flow.run()
    try await program.journal.flush()
    return program
  }

  // MARK: The policy

  @Test(
    "under a policy 20,000 turns stay within a bound of rows and bytes, and what is left is sound",
    arguments: [RetentionPolicy.turns(atLeast: 1_000), .bytes(over: 150_000)])
  func bounded(_ retention: RetentionPolicy) async throws {
    let messages = [FaultsMessage.order(2)] + (1..<20_000).map { .note($0) }
    var (rows, bytes) = (0, 0)
    do {
      let clock = ManualClock()
      let program = try FaultsProgram(
        folder.file(), snapshots: SnapshotPolicy(turns: 250, retention: .newest(3)), retention: retention
      ) { _, _ in try await clock.sleep(for: .seconds(1)) }
      try program.journal.start()
      let reader = try program.journal.reader()
      for (number, message) in messages.enumerated() {
        program.ledger.send(message)
        if number % 250 != 0 { continue }
        try await program.journal.flushSnapshots()
        if number % 1_000 != 0 { continue }
        let info = try reader.info()
        #expect(try reader.verify().findings.isEmpty)
        (rows, bytes) = (max(rows, info.turns), max(bytes, info.databaseBytes))
      }
      try await program.journal.compact(keeping: retention)
      #expect(program.errors.isEmpty && program.journal.status == .writing)
      try program.journal.close()
    }
    #expect(rows <= 5_000, "\(rows)")
    #expect(bytes <= 500_000, "\(bytes)")
    let reader = try JournalReader(at: folder.file())
    let info = try reader.info()
    #expect(info.turns < 4_000 && info.keptAfter > 10_000 && info.last == 20_000, "\(info)")
    if case .turns(let count) = retention { #expect(info.turns >= count && info.turns <= count + 1_000) }
    #expect(try reader.verify().findings.isEmpty)
    #expect(try reader.tasks(.open).map(\.key) == ["parcel 2"])
    #expect(try reader.snapshots().count < 30)
    try reader.exportJournal(to: folder.file("lines"))
    try JournalImport.run(from: folder.file("lines"), to: folder.file("imported"))
    for path in [folder.file(), folder.file("imported")] {
      let program = try FaultsProgram(path) { _, _ in }
      let found = try program.journal.start()
      #expect(found.lastSequence == 20_000 && found.resumedEffects == ["parcel 2"], "\(path)")
      #expect(program.state == FaultsLedger(messages), "\(path)")
      #expect(try JournalReader(at: path).info().keptAfter == info.keptAfter, "\(path)")
    }
  }

  @Test("turns of a store that is left out do not count among those that are kept")
  func leftOut() async throws {
    let program = try FaultsProgram(folder.file(), snapshots: SnapshotPolicy(turns: 10, retention: .all))
    let noise = Store(0, name: "noise", flow: program.flow) { (count: inout Int, step: Int) in
      count += step
      return .none
    }
    program.journal.leaveOut("noise")
    try program.journal.start()
    for number in 1...200 {
      program.ledger.send(.note(number))
      for _ in 0..<9 { noise.send(1) }
      if number.isMultiple(of: 10) { try await program.journal.flushSnapshots() }
    }
    try await program.journal.flush()
    try await program.journal.compact(keeping: .turns(atLeast: 100))
    let reader = try program.journal.reader()
    #expect((100...130).contains(try reader.info().turns))
    #expect(try reader.verify().findings.isEmpty)
    try await program.journal.compact(keeping: .turns(atLeast: 0))
    #expect(try reader.info().turns == 0)
  }

  @Test("without a policy everything is kept")
  func everything() async throws {
    let program = try FaultsProgram(
      folder.file(), snapshots: SnapshotPolicy(turns: 100, retention: .newest(3)))
    try program.journal.start()
    for number in 1...3_000 { program.ledger.send(.note(number)) }
    try await program.journal.flushSnapshots()
    try await program.journal.compact(keeping: .everything)
    let info = try program.journal.reader().info()
    #expect((info.turns, info.keptAfter, info.first) == (3_000, 0, 1))
    #expect(try program.journal.state(of: program.ledger, at: 1) == FaultsLedger([.note(1)]))
  }

  @Test("snapshots are left at which turns can be removed, whatever the retention of snapshots says")
  func thinning() {
    let turns = RetentionPolicy.turns(atLeast: 1_000)
    #expect(turns.snapshots(.newest(3), turns: 9) == .spaced(newest: 3, turns: 250))
    #expect(turns.snapshots(.spaced(newest: 2, turns: 10), turns: 9) == .spaced(newest: 2, turns: 10))
    #expect(turns.snapshots(.all, turns: 9) == .all)
    #expect(
      RetentionPolicy.turns(atLeast: -1).snapshots(.newest(1), turns: 9) == .spaced(newest: 1, turns: 1))
    #expect(RetentionPolicy.bytes(over: 1).snapshots(.newest(1), turns: 80) == .spaced(newest: 1, turns: 10))
    #expect(RetentionPolicy.everything.snapshots(.newest(1), turns: 80) == .newest(1))
  }

  // MARK: Steps

  @Test(
    "after each step the journal is sound and can be gone on with, and says from where on states are known")
  func steps() async throws {
    let program = try await program(2_800, snapshotsAt: [1_400, 2_500])
    let all = try program.journal.reader().faultsMessages().map(\.message)
    #expect(try program.journal.reader().info().events > 100)
    var (isMore, steps) = (true, 0)
    var reached: Set<UInt64> = []
    while isMore {
      isMore = try program.journal.writer.withStorage { storage throws(JournalError) in
        try storage.compactStep(.turns(atLeast: 100))
      }
      steps += 1
      let copy = folder.file("copy \(steps)")
      try faultsCopy(folder.file(), to: copy)
      reached.insert(try check(copy, all, "step \(steps)"))
    }
    #expect(steps > 6 && reached.count == 2, "\(steps) \(reached)")
    // The writer's own idea of the end is still right.
    program.ledger.send(.order(3_000))
    try await program.journal.flush()
    await program.flow.run()
    try program.journal.close()
    _ = try check(folder.file(), all + [.order(3_000), .delivered(3_000)], "the end")
  }

  /// Checks a journal while its turns are being removed, and returns the turn after which they are kept.
  private func check(_ path: String, _ all: [FaultsMessage], _ place: String) throws -> UInt64 {
    let reader = try JournalReader(at: path)
    #expect(try reader.verify().findings.isEmpty, "\(place)")
    let info = try reader.info()
    let left = try reader.faultsMessages()
    #expect(left.map(\.message) == Array(all.suffix(left.count)), "\(place)")
    #expect(left.last?.sequence == UInt64(all.count) && left.count >= 100, "\(place)")
    try reader.exportJournal(to: path + "-lines")
    try JournalImport.run(from: path + "-lines", to: path + "-imported")
    if info.keptAfter > 0 {
      try reader.branch(at: info.keptAfter, to: path + "-branch")
      #expect(
        journalError { try reader.branch(at: info.keptAfter - 1, to: path + "-early") }
          == .removed(info.keptAfter - 1, first: info.keptAfter), "\(place)")
    }
    for path in [path, path + "-imported"] {
      #expect(try JournalReader(at: path).info().keptAfter == info.keptAfter, "\(place)")
      let program = try FaultsProgram(path) { _, _ in }
      try program.journal.start()
      #expect(program.state == FaultsLedger(all), "\(place)")
      #expect(
        try program.journal.state(of: program.ledger, at: info.keptAfter)
          == FaultsLedger(all.prefix(Int(info.keptAfter))), "\(place)")
      if info.keptAfter > 0 {
        #expect(
          journalError { _ = try program.journal.state(at: info.keptAfter - 1) }
            == .removed(info.keptAfter - 1, first: info.keptAfter), "\(place)")
      }
      program.ledger.send(.note(-1))
      try program.journal.close()
      #expect(try JournalReader(at: path).verify().findings.isEmpty, "\(place)")
    }
    return info.keptAfter
  }

  @Test("what a running journal has begun to remove is finished without it, too")
  func finished() async throws {
    let program = try await program(1_300, snapshotsAt: [1_200])
    _ = try program.journal.writer.withStorage { storage throws(JournalError) in
      try storage.compactStep(.turns(atLeast: 0))
    }
    try program.journal.close()
    let before = try JournalReader(at: folder.file()).info()
    #expect(before.keptAfter > 0 && before.first == 1)
    try JournalCompaction.compact(at: folder.file(), turnsUpTo: 0)
    let after = try JournalReader(at: folder.file()).info()
    #expect(after.keptAfter == before.keptAfter && after.first == before.keptAfter + 1)
    #expect(try JournalReader(at: folder.file()).verify().findings.isEmpty)
  }

  // MARK: Readers

  @Test("a follower that keeps up misses nothing, and one that has missed turns receives an error")
  func following() async throws {
    let program = try await program(1_000)
    let reader = try program.journal.reader()
    let last = program.flow.lastSequence
    var behind = reader.follow(from: 1, clock: ManualClock()).makeAsyncIterator()
    var current = reader.follow(from: 1, clock: ManualClock()).makeAsyncIterator()
    let walk = reader.turns().makeIterator()
    let back = reader.turns(order: .newestFirst).makeIterator()
    #expect(try await behind.next()?.sequence == 1)
    #expect(try walk.next()?.sequence == 1 && back.next()?.sequence == last)
    for sequence in 1...last { #expect(try await current.next()?.sequence == sequence) }
    try await program.journal.compact(keeping: .turns(atLeast: 0))
    program.ledger.send(.note(0))
    try await program.journal.flush()
    #expect(try await current.next()?.sequence == last + 1)
    // What was read before can still be told of.
    for sequence in 2...256 as ClosedRange<UInt64> {
      #expect(try await behind.next()?.sequence == sequence)
      #expect(try walk.next()?.sequence == sequence)
      _ = try back.next()
    }
    let lost = JournalError.removed(257, first: last)
    #expect(await #expect(throws: JournalError.self) { try await behind.next() } == lost)
    #expect(journalError { _ = try walk.next() } == lost)
    #expect(journalError { _ = try back.next() } == .removed(1, first: last))
    #expect(try reader.turns().all().map(\.sequence) == [last + 1])
  }

  // MARK: Failures

  @Test("whichever call fails meanwhile, nothing is lost, and the journal goes on")
  func failingDisk() async throws {
    let operations = FAULTY_WRITE | FAULTY_SYNC | FAULTY_TRUNCATE
    var calls = 0
    var failed = 0
    // At call 0 nothing fails.
    for call in 0...(testsAreLong ? 12 : 6) {
      let folder = try FaultsFolder()
      let test = RunningCompactionTests(folder)
      let faults = StorageFaults(faulty_plan())
      let program = try await test.program(1_500, snapshotsAt: [700, 1_400], vfs: faults.name)
      let all = try program.journal.reader().faultsMessages().map(\.message)
      let number = call == 0 ? 0 : 1 + (call - 1) * calls / (testsAreLong ? 12 : 6)
      faults.plan(.failing(operations, at: number, code: 13, stays: true, half: true))
      do { try await program.journal.compact(keeping: .turns(atLeast: 100)) } catch { failed += 1 }
      if call == 0 { calls = faults.calls }
      faults.plan(faulty_plan())
      program.ledger.send(.note(0))
      try await program.journal.flush()
      #expect(program.journal.status == .writing, "call \(number)")
      if call > 0 { try await program.journal.compact(keeping: .turns(atLeast: 100)) }
      try program.journal.close()
      #expect(try test.check(folder.file(), all + [.note(0)], "call \(number)") > 1_000)
    }
    #expect(calls > 12 && failed > 3, "\(calls) \(failed)")
  }

  private init(_ folder: FaultsFolder) { self.folder = folder }

  @Test("a state of which neither a snapshot nor all messages are there is an error, and no other state")
  func noSnapshot() async throws {
    let program = try await program(50)
    try await program.journal.compact(keeping: .turns(atLeast: 0))
    let kept = try program.journal.reader().info().keptAfter
    try program.journal.close()
    try changeJournal(folder.file(), "UPDATE snapshots SET sum = sum + 1")
    let after = try FaultsProgram(folder.file()) { _, _ in }
    guard case .noSnapshot("ledger", kept, _)? = journalError({ try after.journal.start() }) else {
      Issue.record("it has started")
      return
    }
    try after.journal.close()
    let accepting = try FaultsProgram(folder.file(), accepting: .lostTurns) { _, _ in }
    #expect(try accepting.journal.start().warnings.contains(.wholeHistory(store: "ledger")))
  }

  // MARK: Kills

  @Test("after each kill the journal is whole, and begins at a state that is known", .realProcess)
  func kills() async throws {
    var removed: UInt64 = 0
    for round in 0..<(testsAreLong ? 100 : 10) {
      let text = "\(2_000 + round * 7_919 % 40_000) \(folder.path)"
      await #expect(processExitsWith: .signal(SIGKILL), "round \(round)") { [text = text as String] in
        try await RunningCompactionChild.run(text)
      }
      let acknowledged = KillNotes.numbers(folder.file("acknowledged")).last ?? 0
      guard acknowledged > 0 else { continue }
      let copy = folder.file("copy \(round)")
      try faultsCopy(folder.file(), to: copy)
      let last = try JournalReader(at: copy).info().last ?? 0
      #expect(last >= UInt64(acknowledged), "round \(round)")
      #expect(try JournalReader(at: copy).verify().findings.isEmpty, "round \(round)")
      let program = try FaultsProgram(copy)
      #expect(try program.journal.start().lastSequence == last, "round \(round)")
      #expect(program.state == FaultsLedger((1...Int(last)).map { .note($0) }), "round \(round)")
      let kept = try program.journal.reader().info().keptAfter
      #expect(
        try program.journal.state(of: program.ledger, at: kept)
          == FaultsLedger((0..<Int(kept)).map { .note($0 + 1) }), "round \(round)")
      removed = max(removed, kept)
    }
    #expect(removed > 0)
  }
}

/// The program of a child until it is killed: takes turns, fast, and notes those that are on disk.
@FaultsActor
private enum RunningCompactionChild {
  static func run(_ text: String) throws {
    let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
    let (time, path) = (Int(parts[0]) ?? 0, parts[1])
    let program = try FaultsProgram(
      path + "/journal", durability: .everyTurn, snapshots: SnapshotPolicy(turns: 5, retention: .newest(2)),
      retention: .turns(atLeast: 20))
    try program.journal.start()
    let acknowledged = KillNotes(path + "/acknowledged")
    KillChild.dieSoon(time)
    while true {
      let number = Int(program.flow.lastSequence) + 1
      program.ledger.send(.note(number))
      precondition(program.journal.status == .writing)
      acknowledged.add([number])
    }
  }
}
