import Harvest
import Millrace
import MillraceJournal
import MillraceTesting
import Testing

@testable import MillracePersistence

@Suite("A kept chart")
@MainActor
struct KeepChartMachineTests {
  enum Mode: String, Hashable, Codable, Sendable { case off, on }
  enum Input: String, Hashable, Codable, Sendable { case power, louder, tired }

  nonisolated struct Lamp: StatechartState, Codable, Hashable, Sendable {
    var configuration = StatechartConfiguration<Mode>()
    var volume = 3
  }

  typealias Chart = Statechart<Input, Lamp, Void, BasicEffectQueue, Never>

  private let clock = ManualClock()
  private let start: ManualClock.Instant

  init() { start = clock.now }

  private func chart() throws -> Chart {
    try Chart(initial: Lamp()) {
      substate(.off, initial: true) { onInput(.power, to: .on) }
      substate(.on) {
        onDelay(.seconds(10), .tired)
        onInput(.power, to: .off)
        onInput(.tired, to: .off)
        onInput(.louder) { _, lamp in
          lamp.volume += 1
          return .empty
        }
      }
    }
  }

  private func machine(_ errors: Locked<[String]>) throws -> Harvester<Input, Lamp> {
    let chart = try chart()
    let (clock, start) = (clock, start)
    let flow = Flow(
      environment: StoreEnvironment(
        clock: clock,
        dates: DateSource { Timestamp(sinceEpoch: .seconds(100) + start.duration(to: clock.now)) }))
    flow.errorHandler = { error in errors.withLock { $0.append("\(error)") } }
    return Harvester(
      state: chart.initialState, effect: chart.initialEffect, mapping: chart.mapping, name: "lamp", flow: flow
    )
  }

  /// The bytes of a lamp that was lit, with a deadline ten seconds after the beginning.
  private func litLamp() async throws -> String {
    let storage = MemoryStorage()
    let machine = try machine(Locked([]))
    let kept = machine.store.keep(\.self, in: storage)
    machine.send(.power)
    try await kept.flush()
    kept.stop()
    machine.finish()
    try await clock.waitUntil { clock.sleepers.isEmpty }
    return String(decoding: try #require(storage.state.withLock { $0.bytes }), as: UTF8.self)
  }

  @Test("goes on by itself, with its delay to its moment, and complains of nothing")
  func resumed() async throws {
    let text = try await litLamp()
    clock.jump(by: .seconds(4))
    let errors = Locked<[String]>([])
    let machine = try machine(errors)
    let kept = machine.store.keep(\.self, in: MemoryStorage(text))
    #expect(machine.state.configuration.contains(.on))
    let due = start.advanced(by: .seconds(10))
    try await clock.waitUntil { clock.sleepers == [due] }
    clock.jump(by: .seconds(6))
    try await clock.waitUntil { machine.state.configuration.contains(.off) }
    #expect(errors.withLock { $0 } == [])
    kept.stop()
  }

  @Test("does not begin again when another part of its state is kept")
  func otherPart() async throws {
    let machine = try machine(Locked([]))
    machine.send(.power)
    await clock.waitForSleepers(count: 1)
    let lit = machine.state.configuration
    let text = """
      {"kind" : "settings@1", "value" : 7}
      """
    let kept = machine.store.keep(\.volume, in: MemoryStorage(text))
    #expect(machine.state.volume == 7 && machine.state.configuration == lit)
    #expect(clock.sleepers == [start.advanced(by: .seconds(10))])
    kept.stop()
  }
}
