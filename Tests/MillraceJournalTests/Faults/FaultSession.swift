import CSQLite
import FaultyFiles
import Millrace
import MillraceTesting
import Testing

@testable import MillraceJournal

/// A program that makes a journal, writes it, ends, and begins again, on files that fail.
@FaultsActor
final class FaultSession {
  /// The way in which the journal is written.
  enum Form: Sendable, CaseIterable {
    case batched
    case everyTurn
    /// With so little room that turns are not kept while the files fail.
    case small
  }

  private let path: String
  private let faults: StorageFaults
  private let form: Form
  private let clock = ManualClock()
  /// The text that is printed when something is wrong.
  private let place: String
  /// The turns of the program that lives, those among them that it has found.
  private var live: [UInt64: FaultsMessage] = [:]
  /// Those that the journal has said to be on disk.
  private var acknowledged: [UInt64: FaultsMessage] = [:]
  /// True if there were turns that were not kept; then their results are on disk, without their messages.
  private var hasStopped = false
  /// The state that the turns of the living program must lead to.
  private var expected = FaultsLedger()
  /// The state that a start must find if all was on disk when the program before has ended.
  private var left: FaultsLedger? = FaultsLedger()
  /// The errors that waiting for the disk has thrown in the living program.
  private var thrown: [any Error] = []
  /// The number of times that each parcel was delivered.
  private let worked = Locked<[Int: Int]>([:])
  private(set) var errors: [any Error] = []
  /// True if the journal went on by itself.
  private(set) var hasRecovered = false

  init(_ path: String, _ faults: StorageFaults, _ form: Form, _ place: String) {
    self.path = path
    self.faults = faults
    self.form = form
    self.place = place
  }

  // MARK: The session

  func run() async {
    await life(notes: 9, orders: [1, 2])
    await life(notes: 2, orders: [])
  }

  /// A program from its beginning to its end.
  private func life(notes: Int, orders: [Int]) async {
    guard let program = begin() else { return }
    let token = program.flow.tap { [self] record in
      guard let message = record.message as? FaultsMessage else { return }
      live[record.sequence] = message
      expected.take(message)
    }
    hasRecovered = false
    thrown = []
    for number in 0..<notes {
      program.ledger.send(.note(number))
      noteSend(program)
      if number % 3 == 2 { await flush(program) }
    }
    await attempt {
      try await program.journal.flushSnapshots()
    } before: {
      try program.journal.snapshot()
    }
    for order in orders {
      program.ledger.send(.order(order))
      noteSend(program)
      await flush(program)
      if program.journal.status == .writing {
        await program.flow.run()
        await flush(program)
      }
    }
    program.ledger.send(.note(-1))
    await flush(program)
    if program.journal.status != .writing { await recover(program) }
    #expect(program.state == expected, "\(place)")
    left = nil
    do throws(JournalError) {
      try program.journal.close()
      acknowledge()
      left = program.state
    } catch { errors.append(error) }
    program.flow.pump()
    checkErrors(program)
    token.cancel()
  }

  private func begin() -> FaultsProgram? {
    do {
      let program = try makeProgram(faults.name)
      do throws(JournalError) { try program.journal.start() } catch {
        // Nothing has changed, and it can be tried again.
        errors.append(error)
        #expect(program.state == FaultsLedger(), "\(place)")
        try program.journal.start()
      }
      live = try found()
      try checkState(program)
      expected = program.state
      return program
    } catch {
      errors.append(error)
      return nil
    }
  }

  private func makeProgram(_ vfs: String? = nil) throws -> FaultsProgram {
    try FaultsProgram(
      path,
      durability: form == .everyTurn
        ? .everyTurn : .batched(every: .seconds(10), turns: form == .small ? 2 : 1000),
      backlog: form == .small ? Backlog(turns: 2, patience: .milliseconds(1)) : Backlog(),
      environment: StoreEnvironment(clock: clock), vfs: vfs
    ) { [worked] number, _ in
      worked.withLock { $0[number, default: 0] += 1 }
    }
  }

  /// The turns on disk.
  private func found() throws -> [UInt64: FaultsMessage] {
    Dictionary(try JournalReader(at: path).faultsMessages().map { ($0, $1) }, uniquingKeysWith: { $1 })
  }

  private func acknowledge() {
    if !hasStopped { acknowledged = live }
  }

  private func noteSend(_ program: FaultsProgram) {
    if case .stopped = program.journal.status { hasStopped = true }
    if form == .everyTurn, program.journal.status == .writing { acknowledge() }
  }

  /// Waits for the disk, and once more after an error.
  private func flush(_ program: FaultsProgram) async {
    for _ in 0..<2 {
      do throws(JournalError) {
        try await program.journal.flush()
        noteSend(program)
        return acknowledge()
      } catch {
        errors.append(error)
        thrown.append(error)
      }
    }
    noteSend(program)
  }

  private func attempt(_ body: () async throws -> Void, before: () throws -> Void) async {
    do {
      try before()
      try await body()
    } catch { errors.append(error) }
  }

  /// The files are well again, and the journal goes on when its time has come.
  private func recover(_ program: FaultsProgram) async {
    faults.plan(faulty_plan())
    do {
      await clock.waitForSleepers(count: 1)
      clock.jump(by: .seconds(10))
      try await clock.waitUntil { [clock] in
        program.flow.pump()
        if program.journal.status != .writing, !clock.sleepers.isEmpty { clock.jump(by: .seconds(10)) }
        return program.journal.status == .writing
      }
    } catch {
      Issue.record("\(place): it does not go on: \(program.journal.status), \(error)")
      return
    }
    hasRecovered = true
    await flush(program)
    await program.flow.run()
    await flush(program)
  }

  // MARK: Checks

  /// A writer that failed has said so, with the file and the cause.
  private func checkErrors(_ program: FaultsProgram) {
    for error in program.errors {
      guard let error = error as? JournalError else {
        Issue.record("\(place): \(error)")
        continue
      }
      errors.append(error)
    }
    if !thrown.isEmpty { #expect(!program.errors.isEmpty, "\(place): the flow was not told") }
  }

  /// Checks the files when they are well again.
  func check() async throws {
    for error in errors { checkText("\(error)") }
    faults.plan(faulty_plan())
    let program = try makeProgram()
    try program.journal.start()
    let reader = try JournalReader(at: path)
    let report = try reader.verify()
    #expect(!report.isDamaged, "\(place): \(report.findings)")
    let found = try found()
    for (sequence, message) in acknowledged {
      #expect(found[sequence] == message, "\(place): turn \(sequence) was acknowledged and is not there")
    }
    for (sequence, message) in found {
      #expect(live[sequence] == message, "\(place): turn \(sequence) is another")
    }
    if !hasStopped {
      #expect(found.keys.sorted() == (0..<found.count).map { UInt64($0 + 1) }, "\(place)")
      #expect(try reader.gaps().isEmpty, "\(place)")
    }
    try checkState(program)
    let before = worked.withLock { $0 }
    try await program.journal.flush()
    await program.flow.run()
    try await program.journal.flush()
    #expect(program.errors.allSatisfy { !($0 is JournalError) }, "\(place): \(program.errors)")
    // What was ordered while nothing was kept was refused, and that was told.
    #expect(program.state.ordered.isEmpty || hasStopped, "\(place): what was ordered was not delivered")
    for (sequence, message) in found {
      guard case .delivered(let number) = message else { continue }
      #expect(
        before[number] == worked.withLock { $0[number] }, "\(place): turn \(sequence) was answered twice")
    }
    let answers = try self.found().values.filter { if case .delivered = $0 { true } else { false } }
    #expect(Set(answers).count == answers.count, "\(place)")
    try program.journal.close()
    #expect(try !JournalReader(at: path).verify().isDamaged, "\(place)")
  }

  /// A start has found what was there, or what the turns on disk make of it.
  private func checkState(_ program: FaultsProgram) throws {
    if let left { #expect(program.state == left, "\(place)") }
    // A gap is crossed by the states of then, which the turns alone do not make.
    if hasStopped { return }
    let messages = try found().sorted { $0.key < $1.key }.map(\.value)
    #expect(program.state == FaultsLedger(messages), "\(place)")
  }

  private func checkText(_ text: String) {
    #expect(text.contains(path), "\(place): \(text)")
    #expect(["disk", "file", "memory"].contains { text.contains($0) }, "\(place): \(text)")
  }
}
