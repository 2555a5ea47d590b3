import MillraceTesting
import MillraceToolkit
import Testing

/// A driver that begins nothing, for a replay.
nonisolated struct SilentDriver: Driver {
  func start(
    _ job: DriverJob, _ operation: @escaping @Sendable @isolated(any) () async -> Void
  ) -> DriverHandle {
    DriverHandle {}
  }

  func begin(_ job: DriverJob, _ operation: () -> DriverHandle) -> DriverHandle { DriverHandle {} }
}

/// A record of one store's turns in memory.
@MainActor final class Recording<State, Message: Sendable> {
  enum Line {
    case message(Message, Cause)
    case end(UInt64)
  }

  private(set) var lines: [Line] = []
  private var tap: ObservationToken?

  init(of store: Store<State, Message>) {
    tap = store.flow.tap(effect: { [unowned self] in
      if $0.kind == .finished { lines.append(.end($0.serial)) }
    }) { [unowned self] record in
      if let message = record.message as? Message { lines.append(.message(message, record.cause)) }
    }
  }

  /// Feeds the lines to another store; returns the number of those that it did not accept.
  func replay(to store: Store<State, Message>) -> Int {
    let internals = StoreInternals(store)
    return lines.count { line in
      switch line {
      case .message(let message, let cause): !internals.replay(message, from: cause)
      case .end(let serial): !internals.replayEnd(ofEffect: serial)
      }
    }
  }
}

@MainActor
@Suite("Tools on the toolkit") struct ToolkitToolSamples {
  private enum Message: Sendable {
    case typed(String)
    case found(String)
  }

  private struct Search: Equatable {
    var query = ""
    var found: [String] = []
  }

  private static func search(on flow: Flow) -> Store<Search, Message> {
    Store(Search(), flow: flow) { search, message in
      switch message {
      case .typed(let query):
        search.query = query
        return .run(in: .concat("search"), label: "search") { send in await send(.found(query + "!")) }
      case .found(let text):
        search.found.append(text)
        return .none
      }
    }
  }

  @Test("A recorder and a replay are written with the toolkit alone, without running an effect again")
  func replay() async {
    let live = Self.search(on: Flow(name: "live"))
    let recording = Recording(of: live)
    live.send(.typed("mill"))
    live.send(.typed("race"))
    #expect(StoreInternals(live).effectsInFlight.map(\.phase) == [.running, .waiting])
    await live.run()
    #expect(live.found == ["mill!", "race!"])

    let flow = Flow(name: "again", driver: SilentDriver())
    let again = Self.search(on: flow)
    #expect(recording.replay(to: again) == 0)
    #expect(again.found == ["mill!", "race!"])
    #expect(flow.lastSequence == live.flow.lastSequence)
    #expect(StoreInternals(again).effectsInFlight.isEmpty)

    var states: [String] = []
    FlowInternals(flow).forEachState { name, state in
      states.append("\(name): \((state as? Search)?.query ?? "")")
    }
    #expect(states == ["Search: race"])
  }

  private static func waiting(on flow: Flow) -> Store<Int, Int> {
    Store(0, name: "count", flow: flow) { count, number in
      count += number
      guard number == 1 else { return .none }
      return .run(in: .debounce("later", for: .seconds(60))) { send in await send(10) }
    }
  }

  @Test("A replay calls a queue's timer when the record says so")
  func timer() throws {
    let clock = ManualClock()
    let environment = StoreEnvironment(clock: clock)
    let flow = Flow(name: "again", environment: environment, driver: SilentDriver())
    let store = Self.waiting(on: flow)
    store.send(1)
    let internals = StoreInternals(store)
    #expect(internals.nextEffectTime == .seconds(60))
    clock.jump(by: .seconds(60))
    internals.replayTimer()
    let effect = try #require(internals.effectsInFlight.first)
    #expect(effect.phase == .running)
    #expect(internals.replay(10, from: .effect(effect.serial, turn: 1)))
    #expect(store.state == 11)
  }

  @Test("A tool begins an effect of its own, runs the flow until a condition holds, and cancels all work")
  func run() async {
    struct Broken: Error {}
    var errors: [String] = []
    let flow = Flow(name: "live")
    flow.errorHandler = { errors.append("\($0)") }
    let store = Self.waiting(on: flow)
    let internals = FlowInternals(flow)
    StoreInternals(store).begin(.run { send in await send(2) })
    await internals.run { store.state == 2 }
    #expect(store.state == 2)

    func pending() -> Int {
      var hasher = Hasher()
      internals.hashPending(into: &hasher) { UInt64($0 as? Int ?? 0) }
      return hasher.finalize()
    }
    let idle = pending()
    store.send(1)
    #expect(pending() != idle)
    internals.cancelWork()
    #expect(StoreInternals(store).effectsInFlight.isEmpty)

    internals.report(Broken(), from: "recorder")
    #expect(errors.count == 1 && errors[0].contains("recorder"))
  }

  @Test("A tool that works on another thread continues at the flow's home")
  func homeWork() async {
    let store = Self.waiting(on: Flow(name: "live"))
    FlowInternals(store.flow).adopt(home: MainActor.shared)
    let post = FlowInternals(store.flow).homeWork
    let isAtHome = await withCheckedContinuation { continuation in
      Task.detached {
        post { continuation.resume(returning: MainActor.assumeIsolated { true }) }
      }
    }
    #expect(isAtHome && store.flow.lastSequence == 0)
  }

  @Test("A message of an effect that does not run is not accepted")
  func unknown() {
    let store = Self.search(on: Flow(name: "again", driver: SilentDriver()))
    #expect(!StoreInternals(store).replay(.found("late"), from: .effect(1, turn: 1)))
    #expect(!StoreInternals(store).replayEnd(ofEffect: 1))
    FlowInternals(store.flow).resume(after: 41)
    store.send(.typed("mill"))
    #expect(store.flow.lastSequence == 42)
  }
}
