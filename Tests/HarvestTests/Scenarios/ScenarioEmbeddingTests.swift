import Harvest
import HarvestOptics
import MillraceTesting
import Testing

private enum RootInput: Hashable, Sendable {
  case open, close, swap, tick
  case page(PageInput)
}

private enum PageInput: Hashable, Sendable {
  case load(id: String?), loaded, ping, expand, collapse
  case detail(DetailInput)
}

private enum DetailInput: Hashable, Sendable {
  case load, loaded
}

private enum RootState: Hashable {
  case home
  case page(PageState)
}

private struct PageState: Hashable {
  var loads = 0
  var detail: DetailState?
}

private struct DetailState: Hashable {
  var loads = 0
}

private typealias RootMachine = Harvester<RootInput, RootState>.EffectMapping<Void, ScenarioQueue, String>
private typealias PageMachine = Harvester<PageInput, PageState>.EffectMapping<Void, ScenarioQueue, String>
private typealias DetailMachine = Harvester<DetailInput, DetailState>.EffectMapping<
  Void, ScenarioQueue, String
>

private func wait<Input>(
  _ seconds: Int, _ input: Input, id: String? = nil
) -> Effect<Void, Input, ScenarioQueue, String> {
  Effect(sending: .plain, id: id) { _, send in
    try await send.environment.clock.sleep(for: .seconds(seconds))
    await send(input)
  }
}

@MainActor private let detailMachine = DetailMachine.makeInout { input, state in
  switch input {
  case .load: return wait(5, .loaded)
  case .loaded:
    state.loads += 1
    return .empty
  }
}

@MainActor private let pageOwnMachine = PageMachine.makeInout { input, state in
  switch input {
  case .load(let id): return wait(5, .loaded, id: id)
  case .loaded:
    state.loads += 1
    return .empty
  case .expand:
    state.detail = DetailState()
    return .empty
  case .collapse:
    state.detail = nil
    return .empty
  case .ping, .detail: return nil
  }
}

@MainActor private let pageMachine = pageOwnMachine.embedding(
  detailMachine,
  input: Prism<PageInput, DetailInput>(
    tryGet: { if case .detail(let input) = $0 { input } else { nil } }, inject: { .detail($0) }),
  state: Lens<PageState, DetailState?>(\.detail).appending(Prism<DetailState?, DetailState>.some))

@MainActor private let rootOwnMachine = RootMachine { input, state in
  switch (input, state) {
  case (.open, .home): (.page(PageState()), .empty)
  case (.close, .page): (.home, .empty)
  case (.swap, .page): (.home, wait(1, .tick))
  case (.tick, _): (state, wait(9, .tick, id: "tick"))
  case (.page(.ping), .page): (.page(PageState(loads: 100)), .empty)
  default: nil
  }
}

@MainActor private let rootMachine = rootOwnMachine.embedding(
  pageMachine,
  input: Prism<RootInput, PageInput>(
    tryGet: { if case .page(let input) = $0 { input } else { nil } }, inject: { .page($0) }),
  state: Prism<RootState, PageState>(
    tryGet: { if case .page(let state) = $0 { state } else { nil } }, inject: { .page($0) }))

/// Machines in machines.
@MainActor
@Suite struct ScenarioEmbeddingTests {
  private let clock = ManualClock()

  private func machine() -> Harvester<RootInput, RootState> {
    Harvester(state: .home, mapping: rootMachine, world: (), environment: StoreEnvironment(clock: clock))
  }

  private func sleeping(_ seconds: Int...) async throws {
    try await clock.waitUntil { clock.sleepers == seconds.map { .start.advanced(by: .seconds($0)) } }
  }

  @Test("A part is asked first, and the whole when it rejects or is not there")
  func asked() {
    let harvester = machine()
    harvester.send(.page(.expand))
    #expect(harvester.state == .home)
    harvester.send(.open)
    harvester.send(.page(.loaded))
    #expect(harvester.state == .page(PageState(loads: 1)))
    harvester.send(.page(.ping))
    #expect(harvester.state == .page(PageState(loads: 100)))
  }

  @Test("A part's effects give it their inputs")
  func effects() async {
    let harvester = machine()
    harvester.send(.open)
    harvester.send(.page(.load(id: nil)))
    await clock.waitForSleepers(count: 1)
    clock.jump(by: .seconds(5))
    await harvester.run()
    #expect(harvester.state == .page(PageState(loads: 1)))
  }

  @Test("When the case is left, the part's effects are cancelled, with ids and without; the whole's are not")
  func left() async throws {
    let harvester = machine()
    harvester.send(.tick)
    harvester.send(.open)
    harvester.send(.page(.load(id: nil)))
    harvester.send(.page(.load(id: "load")))
    try await sleeping(5, 5, 9)
    harvester.send(.close)
    try await sleeping(9)
    harvester.send(.open)
    clock.jump(by: .seconds(5))
    #expect(harvester.state == .page(PageState(loads: 0)))
    harvester.finish()
    try await sleeping()
  }

  @Test("What the leaving transition asks for itself is started")
  func leavingEffect() async throws {
    let harvester = machine()
    harvester.send(.open)
    harvester.send(.page(.load(id: "load")))
    try await sleeping(5)
    harvester.send(.swap)
    try await sleeping(1)
    harvester.finish()
  }

  @Test("A part in a part: leaving the inner state ends the inner effects only, leaving the outer one both")
  func nested() async throws {
    for leavesOuter in [false, true] {
      let clock = ManualClock()
      let harvester = Harvester(
        state: RootState.home, mapping: rootMachine, world: (), environment: StoreEnvironment(clock: clock))
      harvester.send(.open)
      harvester.send(.page(.expand))
      harvester.send(.page(.detail(.load)))
      harvester.send(.page(.load(id: nil)))
      await clock.waitForSleepers(count: 2)
      harvester.send(leavesOuter ? .close : .page(.collapse))
      try await clock.waitUntil { clock.sleepers.count == (leavesOuter ? 0 : 1) }
      clock.jump(by: .seconds(5))
      await harvester.run()
      #expect(harvester.state == (leavesOuter ? .home : .page(PageState(loads: 1))))
    }
  }

  @Test("The inner part's effects arrive through both")
  func nestedEffect() async {
    let harvester = machine()
    harvester.send(.open)
    harvester.send(.page(.expand))
    harvester.send(.page(.detail(.load)))
    await clock.waitForSleepers(count: 1)
    clock.jump(by: .seconds(5))
    await harvester.run()
    #expect(harvester.state == .page(PageState(detail: DetailState(loads: 1))))
  }

  @Test(
    "A part's effects are still cancelled by their own ids, also when the part's ids are a case of the whole's"
  )
  func ids() async throws {
    typealias Part = Harvester<String, Int>.EffectMapping<Void, ScenarioQueue, Int>
    typealias Whole = Harvester<String, Int>.EffectMapping<Void, ScenarioQueue, String>
    let part = Part { input, state in
      switch input {
      case "start":
        (
          state,
          Part.Effect(sending: .plain, id: 1) { _, send in
            try await send.environment.clock.sleep(for: .seconds(1))
          }
        )
      case "stop": (state, .cancel(1))
      case "stop all": (state, .cancel { $0 < 5 })
      default: nil
      }
    }.transform(id: Prism<String, Int>(tryGet: { Int($0) }, inject: { "\($0)" }))
    let whole = Whole { input, state in input == "outer stop" ? (state, .cancel("1")) : nil }
    let harvester = Harvester(
      state: 0, mapping: whole.embedding(part, while: { _ in true }), world: (),
      environment: StoreEnvironment(clock: clock))
    for stop in ["stop", "stop all", "outer stop"] {
      harvester.send("start")
      await clock.waitForSleepers(count: 1)
      harvester.send(stop)
      try await clock.waitUntil { clock.sleepers.isEmpty }
      await harvester.run()
    }
  }
}
