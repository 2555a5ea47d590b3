import Foundation
import Millrace
import MillraceTesting
import Synchronization
import Testing

/// The kinds of mistakes that are found in real scenarios, and what is none.
@Suite struct ExplorerProblemTests {
  typealias Message = ExplorerGapTests.Message
  typealias State = ExplorerGapTests.State
  typealias Scenario = @Sendable (isolated World) throws -> Void

  private func explore(
    patience: Duration = .seconds(2), runs: Int? = nil, _ scenario: @escaping Scenario
  ) async -> Exploration {
    var limits = Explorer.Limits()
    limits.patience = patience
    if let runs { limits.runs = runs }
    return await Explorer(limits: limits).explore(scenario)
  }

  /// A scenario with one effect.
  private func effect(_ effect: @escaping @Sendable (isolated World) -> Effect<Message>) -> Scenario {
    { world in ExplorerGapTests.store(world, begin: effect(world)).send(.begin) }
  }

  struct Failure: Error, CustomStringConvertible {
    let description = "it failed"
  }

  @Test("work that waits for something that never resumes it is a deadlock")
  func deadlock() async {
    let exploration = await explore { world in
      world.work("waiter") { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
    }
    #expect(exploration.finding?.problem == .deadlock(["waiter"]), "\(exploration)")
  }

  @Test("a message behind a lock that is kept for ever is a deadlock")
  func keptLock() async {
    let exploration = await explore { world in
      let store = Store(0, of: Int.self, flow: world.flow) { sum, number in
        sum += number
        return .none
      }
      var lock: FlowLock?
      world.user("locker", does: [{ lock = store.flow.lock("save") }])
      world.user("sender", sends: [1], to: store)
      world.finally("it is locked") { lock != nil }
    }
    #expect(
      exploration.finding?.problem == .deadlock(["what is sent to the flow “flow” (behind its lock “save”)"]),
      "\(exploration)")
  }

  @Test(
    "a further flow is another than the world's own, whichever is asked for first", arguments: [false, true])
  func flows(isNamedFirst: Bool) async {
    let exploration = await explore { world in
      let early = isNamedFirst ? world.flow(named: "second") : nil
      let own = world.flow
      let second = early ?? world.flow(named: "second")
      world.always("they are two") { own !== second && world.flow === own }
    }
    #expect(exploration.isProven, "\(exploration)")
  }

  @Test("an effect that waits for something that never resumes it has leaked, unless it may go on")
  func leak() async {
    let waits = effect { _ in
      .run(label: "stuck") { _ in await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
    }
    #expect(await explore(waits).finding?.problem == .leaked(["effect stuck"]))
    let allowed = await explore { world in
      try waits(world)
      world.mayGoOn("stuck")
    }
    #expect(allowed.isProven, "\(allowed)")
  }

  @Test("callback work that is never finished has leaked, unless it may go on")
  func callbackLeak() async {
    let kept = Log<any Sendable>()
    let waits = effect { _ in .callback(label: "stuck") { continuation in kept.append(continuation) } }
    #expect(await explore(waits).finding?.problem == .leaked(["effect stuck"]))
    let allowed = await explore { world in
      try waits(world)
      world.mayGoOn("stuck")
    }
    #expect(allowed.isProven, "\(allowed)")
  }

  @Test("an answer declared never to come is no leak")
  func never() async {
    let exploration = await explore(
      effect { world in
        let server = world.outside("server")
        return .run(label: "call") { _ in _ = try await server.call("x", answers: [Answer<Int>.never]) }
      })
    #expect(exploration.isProven, "\(exploration)")
  }

  @Test("turns without end are found")
  func endless() async {
    let exploration = await explore(runs: 3) { world in
      let store = Store(State(), of: Message.self, flow: world.flow) { _, message in
        .run(label: "again") { send in await send(.begin) }
      }
      world.finally("the store has lived") { store.log.isEmpty }
      store.send(.begin)
    }
    #expect(exploration.finding?.problem == .endless(turns: 200), "\(exploration)")
  }

  @Test("what a scenario or its work throws is found")
  func threw() async {
    #expect(await explore { _ in throw Failure() }.finding?.problem == .threw("it failed"))
    let work = await explore { world in world.work("w") { throw Failure() } }
    #expect(work.finding?.problem == .threw("it failed"))
  }

  @Test("an effect that fails and is not caught is found")
  func reported() async {
    let exploration = await explore(effect { _ in .run(label: "fails") { _ in throw Failure() } })
    guard case .reported(let text) = exploration.finding?.problem else {
      Issue.record("\(exploration)")
      return
    }
    #expect(text.contains("it failed"))
  }

  @Test("a store that nothing holds is found before anything can happen")
  func unheld() async {
    let exploration = await explore { world in
      let store = Store(0, of: Int.self, flow: world.flow) { _, _ in .none }
      store.send(1)
    }
    #expect(exploration.finding?.problem == .unheld)
    #expect(!exploration.isProven)
  }

  private final class Drawer: Hashable, Sendable {
    static func == (left: Drawer, right: Drawer) -> Bool { left === right }
    func hash(into hasher: inout Hasher) {}
  }

  @Test("an object that is shared is said to keep states from being recognised")
  func sharedObject() async {
    let exploration = await explore { world in
      let drawer = world.shared(Drawer(), as: "drawer")
      let store = Store(0, of: Int.self, flow: world.flow) { count, number in
        count += number
        return .none
      }
      world.user("one", sends: [1], to: store)
      world.finally("it is there") { drawer.value == drawer.value }
    }
    #expect(exploration.isProven)
    #expect(exploration.remarks.count == 1)
  }

  @Test("two stores of one flow need names of their own")
  func sameName() async {
    let exploration = await explore { world in
      let stores = (0..<2).map { _ in Store(0, of: Int.self, flow: world.flow) { _, _ in .none } }
      world.always("nothing") { stores.count == 2 }
    }
    #expect(exploration.finding?.problem == .sameName("Int"))
  }

  @Test("work that waits for a task of its own which waits for ever, as declared, has not leaked")
  func neverInChild() async {
    let exploration = await explore { world in
      let server = world.outside("server")
      let store = ExplorerGapTests.store(
        world,
        begin: .run(label: "asks") { _ in
          async let answer = server.call("x", answers: [Answer<Int>.never])
          _ = try await answer
        })
      store.send(.begin)
    }
    #expect(exploration.isProven, "\(exploration)")
  }

  @Test("a task that another thread resumes is outside of control")
  func uncontrolled() async {
    let exploration = await explore(patience: .seconds(3_600)) { world in
      let waiting = Log<UnsafeContinuation<Void, Never>>()
      world.work("waiter") { await withUnsafeContinuation { waiting.append($0) } }
      // The waiter is tried first, and has suspended when this comes.
      world.user("other", does: [{ Thread.detachNewThread { waiting.entries.first?.resume() } }])
    }
    guard case .uncontrolled = exploration.finding?.problem else {
      Issue.record("\(exploration)")
      return
    }
  }

  @Test("a scenario that depends on what outlives its runs is not repeatable")
  func unrepeatable() async {
    let count = Log<Int>()
    let exploration = await Explorer(reduction: .none).explore { world in
      count.append(0)
      let store = ExplorerGapTests.store(
        world, begin: .merge((0..<1 + count.count % 2).map { number in .run(label: "\(number)") { _ in } }))
      world.user("one", sends: [.begin, .begin], to: store)
      world.user("two", sends: [.begin], to: store)
    }
    guard case .unrepeatable = exploration.finding?.problem else {
      Issue.record("\(exploration)")
      return
    }
  }

  @Test("a schedule that does not belong to the scenario is refused")
  func notPossible() async {
    let scenario: Scenario = { world in
      let store = ExplorerGapTests.store(world, begin: .none)
      world.user("one", sends: [.begin, .begin], to: store)
    }
    #expect(await Explorer(.replay("1.7")).explore(scenario).finding?.problem == .notPossible(step: 1))
    let malformed = await Explorer(.replay("1.x.7")).explore(scenario)
    #expect(malformed.finding != nil, "\(malformed)")
    #expect(await Explorer(.replay("1.1")).explore(scenario).finding == nil)
  }

  @Test(
    "the same exploration has the same figures, finding and story, and its schedule shows the finding again")
  func determinism() async throws {
    let scenario: Scenario = { world in
      let build = ExplorerGapTests.latest
      let look = build(world)
      world.finally("nothing is late") { !look().contains("begin") }
    }
    let strategies: [Explorer.Strategy] = [
      .exhaustive(), .exhaustive(preemptions: 2), .random(seed: 5, runs: 100),
      .prioritised(seed: 5, runs: 100),
    ]
    for strategy in strategies {
      let (first, second) = (
        await Explorer(strategy).explore(scenario), await Explorer(strategy).explore(scenario)
      )
      #expect(first.runs == second.runs && first.pruned == second.pruned && first.steps == second.steps)
      #expect(first.finalStates == second.finalStates)
      let finding = try #require(first.finding)
      #expect(finding.schedule == second.finding?.schedule)
      #expect(finding.story == second.finding?.story)
      let again = try #require(await Explorer(.replay(finding.schedule)).explore(scenario).finding)
      #expect(again.problem == finding.problem)
      #expect(again.story == finding.story)
    }
  }

  @Test("random numbers, identifiers and dates are the same in every run")
  func chance() async {
    let outcomes = await ExplorerOutcomes { world in
      let seen = world.shared("", as: "seen")
      let store = ExplorerGapTests.store(
        world,
        begin: .run(label: "draw") { send in
          let environment = send.environment
          seen.value =
            "\(environment.random.next()) \(environment.identifiers.next()) \(environment.dates.now())"
        })
      store.send(.begin)
      world.user("user", sends: [.other, .other], to: store)
      return { seen.value }
    }
    #expect(outcomes.exploration.isComplete && outcomes.all.count == 1, "\(outcomes.all)")
  }

  @Test("time that goes on only when nothing else can lets no timeout win")
  func passing() async {
    let scenario: ExplorerGapTests.Build = { world in
      let server = world.outside("server")
      let seen = world.shared("", as: "seen")
      let store = ExplorerGapTests.store(
        world,
        begin: .merge(
          .run(label: "call") { _ in
            _ = try await server.call("x", answers: [.success(1)])
            seen.withValue { $0 += "answer " }
          },
          .run(label: "timeout") { send in
            try await send.environment.clock.sleep(for: .seconds(1))
            seen.withValue { $0 += "timeout " }
          }))
      store.send(.begin)
      return { seen.value }
    }
    #expect(await ExplorerOutcomes(passing: .whenIdle, scenario).all == ["answer timeout "])
    #expect(
      await ExplorerOutcomes(passing: .anyMoment, scenario).all == ["answer timeout ", "timeout answer "])
  }

  @Test("a ticker is explored as far as the time may go")
  func ticker() async {
    var limits = Explorer.Limits()
    limits.time = .seconds(3)
    let exploration = await Explorer(limits: limits).explore { world in
      let store = Store(
        State(), of: Message.self, flow: world.flow,
        subscriptions: { _ in [.every(.seconds(1), id: "tick") { .came("tick") }] }
      ) { state, message in
        if case .came(let text) = message { state.log.append(text) }
        return .none
      }
      world.finally("it ticked three times") { store.log.count == 3 }
    }
    #expect(exploration.isProven, "\(exploration)")
  }

  private final class Witness: Sendable {
    static let alive = Mutex(0)

    init() { Self.alive.withLock { $0 += 1 } }
    deinit { Self.alive.withLock { $0 -= 1 } }
  }

  private struct Holding {
    let witness = Witness()
    var count = 0
  }

  @Test("nothing of a scenario is left when it has been explored")
  func memory() async {
    let exploration = await explore { world in
      let server = world.outside("server")
      let store = Store(Holding(), of: Message.self, flow: world.flow) { state, message in
        state.count += 1
        guard message == .begin else { return .none }
        return .run(label: "call") { send in
          _ = try await server.call("x", answers: [Answer<Int>.success(1), .never])
          await send(.other)
        }
      }
      world.user("user", sends: [.begin, .begin], to: store)
      world.always("it counts") { store.state.count < 100 }
    }
    #expect(exploration.finding == nil, "\(exploration)")
    #expect(Witness.alive.withLock(\.self) == 0)
  }

  private static let race: Scenario = { world in _ = ExplorerGapTests.latest(world) }

  actor Somewhere {
    func explore() async -> Exploration { await Explorer().explore(ExplorerProblemTests.race) }
  }

  @Test("it can be called from anywhere, several times at once")
  func places() async {
    let here = await Explorer().explore(Self.race)
    let main = await Task { @MainActor in await Explorer().explore(Self.race) }.value
    let actor = await Somewhere().explore()
    let several = await withTaskGroup(of: Exploration.self) { group in
      for _ in 0..<4 { group.addTask { await Explorer().explore(Self.race) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    for other in [main, actor] + several {
      #expect(other.isProven && other.runs == here.runs && other.steps == here.steps, "\(other)")
    }
  }
}
