import Foundation
import Harvest
import Millrace
import MillraceTesting
import Testing

@testable import MillraceJournal

/// A chart's machine with a journal, as it is after each start of a program.
@MainActor
private final class LampProgram {
  enum Mode: String, Hashable, Codable, Sendable { case off, on, dim }
  enum Input: String, Hashable, Codable, Sendable { case power, touch, tired }

  typealias Chart = Statechart<Input, StatechartConfiguration<Mode>, Void, BasicEffectQueue, Never>

  static func chart() throws -> Chart {
    try Chart {
      substate(.off, initial: true) { onInput(.power, to: .on) }
      substate(.on) {
        onDelay(.seconds(10), .tired)
        onInput(.touch, to: .on)
        onInput(.tired, to: .dim)
        onInput(.power, to: .off)
      }
      substate(.dim)
    }
  }

  let clock = ManualClock()
  let machine: Harvester<Input, StatechartConfiguration<Mode>>
  let journal: Journal

  /// Creates the program at a number of seconds since 1970.
  init(_ path: String, at seconds: Int, snapshots: SnapshotPolicy = .never) throws {
    let chart = try Self.chart()
    let (clock, start, reads) = (clock, clock.now, Locked(0))
    let flow = Flow(
      environment: StoreEnvironment(
        clock: clock,
        dates: DateSource {
          // Each read is later than the one before it, as on a real clock.
          let reads = reads.withLock { count in
            count += 1
            return count
          }
          return Timestamp(
            sinceEpoch: .seconds(seconds) + start.duration(to: clock.now) + .nanoseconds(reads))
        }))
    machine = Harvester(
      state: chart.initialState, effect: chart.initialEffect, mapping: chart.mapping, name: "lamp", flow: flow
    )
    journal = try Journal(
      of: flow, at: path, durability: .batched(every: .seconds(3600)), snapshots: snapshots)
    try journal.record(machine.recordable(state: RecordSchema("lamp"), inputs: RecordSchema("lamp-input")))
    try journal.start()
  }
}

@Suite("A chart with a journal")
@MainActor
struct DialectChartTests {
  @Test(
    "has the same deadlines in every past state, by the messages alone and from snapshots",
    arguments: [nil, 2])
  func past(turns: Int?) async throws {
    let folder = try JournalFolder()
    let program = try LampProgram(
      folder.journal, at: 100, snapshots: turns.map { SnapshotPolicy(turns: $0) } ?? .never)
    var states: [UInt64: StatechartConfiguration<LampProgram.Mode>] = [:]
    for input in [LampProgram.Input.power, .touch, .touch, .power, .power] {
      program.clock.jump(by: .seconds(1))
      program.machine.send(input)
      states[program.machine.store.flow.lastSequence] = program.machine.state
    }
    try await program.journal.flushSnapshots()
    for (turn, state) in states {
      let past: StatechartConfiguration<LampProgram.Mode>? = try program.journal.state(at: turn)["lamp"]
      #expect(past == state, "turn \(turn)")
      #expect(state.contains(.off) || state.delays.map { $0.deadline == nil } == [false])
    }
    try program.journal.close()
  }

  @Test("goes on to the moment of its delay after a start, and fires at once when that has passed")
  func start() async throws {
    let folder = try JournalFolder()
    let first = try LampProgram(folder.journal, at: 100)
    first.machine.send(.power)
    let deadline = first.machine.state.delays.map(\.deadline)
    try first.journal.close()
    first.machine.finish()

    let second = try LampProgram(folder.journal, at: 104)
    #expect(second.machine.state.delays.map(\.deadline) == deadline)
    await second.clock.waitForSleepers(count: 1)
    second.clock.jump(by: .seconds(5))
    #expect(second.machine.state.contains(.on))
    try second.journal.close()
    second.machine.finish()

    let third = try LampProgram(folder.journal, at: 200)
    try await third.clock.waitUntil { third.machine.state.contains(.dim) }
    try third.journal.close()
  }
}
