import Harvest
import MillraceTesting
import Testing

/// One chart that several parts of a state follow.
@MainActor
@Suite("A chart at two places of one machine")
struct ChartPlacesTests {
  enum Mode: String, Hashable, Sendable { case off, on }
  enum Input: Hashable, Sendable { case washer(Bool), drier(Bool) }
  typealias Device = StatechartConfiguration<Mode>
  struct House: Hashable, Sendable { var washer, drier: Device }
  typealias Chart = Statechart<Bool, Device, Void, BasicEffectQueue, Never>
  typealias Mapping = Harvester<Input, House>.EffectMapping<Void, BasicEffectQueue, Never>

  private let clock = ManualClock()

  private static func chart(startsOn: Bool = false) throws -> Chart {
    try Chart {
      substate(.off, initial: !startsOn) { onInput(true, to: .on) }
      substate(.on, initial: startsOn) {
        onInput(false, to: .off)
        onDelay(.seconds(60), false)
      }
    }
  }

  /// The chart of one device of the house.
  private static func device(
    _ chart: Chart, at device: WritableKeyPath<House, Device>, _ input: @escaping @Sendable (Bool) -> Input,
    _ tryGet: @escaping @Sendable (Input) -> Bool?
  ) -> Mapping {
    chart.mapping.lift(
      state: { (house: House) in house[keyPath: device] },
      modify: { house, change in
        change(&house[keyPath: device])
        return true
      }
    )
    .lift(input: tryGet, inject: input)
  }

  private func machine(_ chart: Chart, _ number: Int) -> Harvester<Input, House> {
    let washer = Self.device(chart, at: \.washer, { .washer($0) }) {
      if case .washer(let isOn) = $0 { isOn } else { nil }
    }
    let drier = Self.device(chart, at: \.drier, { .drier($0) }) {
      if case .drier(let isOn) = $0 { isOn } else { nil }
    }
    let both: Mapping =
      switch number {
      case 0: washer + drier
      case 1: .reduce(.first, [washer, drier])
      default: .reduce(.all, [washer, drier])
      }
    return Harvester(
      state: House(washer: chart.initialState, drier: chart.initialState),
      effect: chart.initialEffect.mapInput { .washer($0) }, mapping: both,
      environment: StoreEnvironment(
        clock: clock, dates: DateSource { [clock] in Timestamp(sinceEpoch: clock.now.offset) }))
  }

  private func waitFor(_ seconds: Int...) async throws {
    let now = clock.now
    try await clock.waitUntil { clock.sleepers == seconds.map { now.advanced(by: .seconds($0)) } }
  }

  @Test("ends at one of them, and goes on at the other", arguments: 0..<3)
  func leaving(number: Int) async throws {
    let machine = machine(try Self.chart(), number)
    machine.send(.washer(true))
    try await waitFor(60)
    clock.jump(by: .seconds(5))
    machine.send(.drier(true))
    try await waitFor(55, 60)
    machine.send(.drier(false))
    try await waitFor(55)
    clock.jump(by: .seconds(55))
    try await clock.waitUntil { machine.state.washer.contains(.off) }
  }

  @Test("goes on at both after a restore", arguments: 0..<3)
  func restoring(number: Int) async throws {
    let machine = machine(try Self.chart(), number)
    machine.send(.washer(true))
    try await waitFor(60)
    clock.jump(by: .seconds(5))
    machine.send(.drier(true))
    try await waitFor(55, 60)
    let past = machine.state
    clock.jump(by: .seconds(1))
    machine.send(.washer(false))
    try await waitFor(59)
    machine.restore(past)
    try await waitFor(54, 59)
    machine.send(.washer(false))
    try await waitFor(59)
  }

  @Test("has one first effect, which ends where a place leaves its state")
  func firstEffect() async throws {
    let machine = machine(try Self.chart(startsOn: true), 0)
    try await waitFor(60)
    machine.send(.washer(false))
    try await waitFor()
  }
}
