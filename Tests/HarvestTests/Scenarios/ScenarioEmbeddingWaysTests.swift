import Harvest
import HarvestOptics
import HarvestStore
import HarvestTesting
import Millrace
import MillraceTesting
import Testing

private typealias Work<Input: Sendable> = Harvest.Effect<Void, Input, ScenarioQueue, String>
private typealias Whole = Harvester<WaysInput, WaysState>.EffectMapping<Void, ScenarioQueue, String>
private typealias PageMachine = Harvester<WaysPageInput, WaysPage>.EffectMapping<Void, ScenarioQueue, String>

private enum WaysInput: Hashable, Sendable {
  case open(Int), close, reset, jump(Int)
  case page(WaysPageInput)
  case other(WaysPageInput)
}

private enum WaysPageInput: Hashable, Sendable {
  case load(queue: ScenarioQueue = .plain, id: String? = nil)
  case loaded(Int)
  case stop(String)
}

private struct WaysState: Hashable, Sendable {
  var page: WaysPage?
  var other = WaysPage(number: 0)
}

private struct WaysPage: Hashable, Sendable {
  var number: Int
  var loaded: [Int] = []
}

private let pageMachine: @Sendable () -> PageMachine = {
  PageMachine.makeInout { input, page in
    switch input {
    case .load(let queue, let id):
      let number = page.number
      return Work(sending: queue, id: id, label: "load \(number)", answers: [.loaded(number)]) { _, send in
        try await send.environment.clock.sleep(for: .seconds(1))
        await send(.loaded(number))
      }
    case .loaded(let number):
      page.loaded.append(number)
      return .empty
    case .stop(let id): return .cancel(id)
    }
  }
}

private let ownMachine: @Sendable () -> Whole = {
  Whole.makeInout { input, state in
    switch input {
    case .open(let number): state.page = WaysPage(number: number)
    case .close: state.page = nil
    case .reset, .jump, .page, .other: return nil
    }
    return .empty
  }
}

/// A row that knows nothing of the part that it removes or replaces.
private let foreignRow: @Sendable () -> Whole = {
  Whole.makeInout { input, state in
    switch input {
    case .reset: state = WaysState()
    case .jump(let number): state.page = WaysPage(number: number)
    default: return nil
    }
    return .empty
  }
}

private let pageInput = Prism<WaysInput, WaysPageInput>(
  tryGet: { if case .page(let input) = $0 { input } else { nil } }, inject: { .page($0) })
private let otherInput = Prism<WaysInput, WaysPageInput>(
  tryGet: { if case .other(let input) = $0 { input } else { nil } }, inject: { .other($0) })

private func machine() -> Whole {
  ownMachine()
    .embedding(pageMachine(), input: otherInput, state: AffineTraversal(lens: Lens(\WaysState.other)))
    .embedding(
      pageMachine(), input: pageInput,
      state: Lens<WaysState, WaysPage?>(\.page).appending(Prism<WaysPage?, WaysPage>.some),
      identity: { $0.number })
}

/// The ways in which a page leaves, or another takes its place.
enum Way: String, CaseIterable, CustomTestStringConvertible {
  case input = "an input of the whole"
  case partBinding = "a binding to the part"
  case wholeBinding = "a binding to the whole"
  case otherRow = "another row"
  case otherPage = "another page by an input"
  case boundPage = "another page by a binding"
  case foreignPage = "another page by another row"
  case replacing = "a state that is put in place"

  var testDescription: String { rawValue }

  fileprivate func leave(_ store: HarvestStore.Store<WaysInput, WaysState>) {
    switch self {
    case .input: store.proxy.send(.close)
    case .partBinding: store.proxy.$state.page.wrappedValue = nil
    case .wholeBinding: store.proxy.$state.wrappedValue = WaysState()
    case .otherRow: store.proxy.send(.reset)
    case .otherPage: store.proxy.send(.open(2))
    case .boundPage: store.proxy.$state.page.wrappedValue = WaysPage(number: 2)
    case .foreignPage: store.proxy.send(.jump(2))
    case .replacing: store.harvester.store.replace(WaysState())
    }
  }
}

/// A part leaves by other ways than the rules of what it is part of.
@MainActor
@Suite struct ScenarioEmbeddingWaysTests {
  private func store(_ mapping: Whole) -> HarvestStore.Store<WaysInput, WaysState> {
    HarvestStore.Store(
      state: WaysState(), mapping: mapping, world: (), environment: StoreEnvironment(clock: ManualClock()))
  }

  private func inFlight(_ store: HarvestStore.Store<WaysInput, WaysState>) -> [String] {
    store.harvester.store.effectsInFlight.filter { $0.phase != .stopping }.map {
      "\($0.label?.description ?? "-")"
    }
  }

  @Test("Its effects end, those of its sibling do not", arguments: Way.allCases)
  func ends(_ way: Way) {
    for mapping in [
      machine() + foreignRow(), foreignRow() + machine(), .reduce(.first, [foreignRow(), machine()]),
    ] {
      let store = store(mapping)
      store.proxy.send(.open(1))
      store.proxy.send(.page(.load()))
      store.proxy.send(.page(.load(queue: .one, id: "load")))
      store.proxy.send(.page(.load(queue: .one)))
      store.proxy.send(.other(.load()))
      #expect(inFlight(store) == ["load 1", "load 1", "load 1", "load 0"])
      way.leave(store)
      #expect(inFlight(store) == ["load 0"])
    }
  }

  @Test("A binding that leaves the part where it is ends nothing")
  func stays() {
    let store = store(machine())
    store.proxy.send(.open(1))
    store.proxy.send(.page(.load()))
    store.proxy.$state.wrappedValue = WaysState(page: WaysPage(number: 1, loaded: [5]))
    #expect(inFlight(store) == ["load 1"])
  }

  @Test("Queues and ids of two parts never meet; the whole's cancellation reaches both")
  func names() {
    let store = store(machine() + Whole { input, state in input == .reset ? (state, .cancel("x")) : nil })
    store.proxy.send(.open(1))
    store.proxy.send(.page(.load(queue: .newest, id: "x")))
    store.proxy.send(.other(.load(queue: .newest, id: "x")))
    #expect(inFlight(store) == ["load 1", "load 0"])
    store.proxy.send(.page(.stop("x")))
    #expect(inFlight(store) == ["load 0"])
    store.proxy.send(.page(.load(id: "x")))
    store.proxy.send(.reset)
    #expect(inFlight(store) == [])
  }

  @Test("What ends is reported with the turn in which the part left")
  func told() {
    let store = store(machine())
    store.proxy.send(.open(1))
    store.proxy.send(.page(.load()))
    var told: [EffectEvent.Kind] = []
    let tap = store.harvester.store.flow.tap { told += $0.effects.map(\.kind) }
    store.proxy.$state.page.wrappedValue = nil
    #expect(told == [.cancelled])
    tap.cancel()
  }

  @Test("A mapping that a closure calls ends the part's effects by its own rules still")
  func wrapped() {
    let inner = machine()
    let store = store(Whole { input, state in inner.run(input, state) })
    store.proxy.send(.open(1))
    store.proxy.send(.page(.load()))
    store.proxy.send(.other(.load()))
    store.proxy.send(.open(2))
    #expect(inFlight(store) == ["load 0"])
  }

  @Test("In every order, no late answer lands in what took its place", arguments: Way.allCases)
  nonisolated func everyOrder(_ way: Way) async {
    let exploration = await Explorer().explore { world in
      let server = world.outside("server")
      let slow = PageMachine.makeInout { input, page in
        switch input {
        case .load:
          let number = page.number
          return Work(sending: .plain, label: "load \(number)") { _, send in
            let answer = try await server.call("load", answers: [.success(number)])
            await send(.loaded(answer))
          }
        case .loaded(let number):
          page.loaded.append(number)
          return .empty
        case .stop: return nil
        }
      }
      let page = Lens<WaysState, WaysPage?>(\.page).appending(Prism<WaysPage?, WaysPage>.some)
      let mapping = ownMachine().embedding(slow, input: pageInput, state: page, identity: { $0.number })
      let store = HarvestStore.Store(
        state: WaysState(page: WaysPage(number: 1)), mapping: mapping + foreignRow(), world: (),
        flow: world.flow)
      world.user("reader", does: [{ store.proxy.send(.page(.load())) }])
      world.user(
        "visitor",
        does: [
          { way.leave(store) }, { store.proxy.send(.open(3)) }, { store.proxy.send(.page(.load())) },
        ])
      world.always("a page has only what it has asked for") {
        store.harvester.store.withState { state in
          state.page.map { page in page.loaded.allSatisfy { $0 == page.number } } ?? true
        }
      }
      world.finally("nothing is in flight") { store.harvester.store.effectsInFlight.isEmpty }
    }
    #expect(exploration.isProven, "\(exploration)")
  }

  @Test("A model check sees the part's effects end with it")
  func model() {
    let logic = Logic(WaysState(page: WaysPage(number: 1)), mapping: machine() + foreignRow(), world: ())
    let check = ModelCheck(
      logic, messages: [.page(.load()), .jump(2), .reset, .open(1)].map { $0 as WaysInput }
    )
    .always("a page has only what it has asked for") { state, _ in
      state.page.map { page in page.loaded.allSatisfy { $0 == page.number } } ?? true
    }
    .always("only a page that is there loads") { state, effects in
      effects.allSatisfy { $0.label == state.page.map { EffectLabel("load \($0.number)") } }
    }
    let report = check.run(ModelBounds(states: 2_000, depth: 6, inFlight: 2))
    #expect(report.failures.isEmpty, "\(report)")
    #expect(report.states > 10)
  }
}
