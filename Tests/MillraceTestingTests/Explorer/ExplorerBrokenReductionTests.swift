import Millrace
import TestResources
import Testing

@testable import MillraceTesting

/// A reduction that leaves out too much is exposed by the audit of what it takes for a proof.
@Suite struct ExplorerBrokenReductionTests {
  typealias Message = ExplorerGapTests.Message
  typealias Build = ExplorerGapTests.Build
  typealias Fault = BrokenSearch.Fault

  static let users: Build = { world in
    let store = ExplorerGapTests.store(world, begin: .none)
    world.user("Ada", sends: [.came("a")], to: store)
    world.user("Ben", sends: [.came("b")], to: store)
    return { store.log.joined(separator: " ") }
  }

  static let cache: Build = { world in
    let cache = world.shared("", as: "cache")
    let store = ExplorerGapTests.store(
      world, begin: .run(label: "a") { _ in cache.withValue { $0 += "a" } },
      other: .run(label: "b") { _ in cache.withValue { $0 += "b" } })
    store.send(.begin)
    store.send(.other)
    return { cache.value }
  }

  static let clock: Build = { world in
    let seen = world.shared("", as: "seen")
    let store = ExplorerGapTests.store(
      world,
      begin: .run(label: "sleeps") { send in try await send.environment.clock.sleep(for: .seconds(1)) },
      other: .run(label: "looks") { send in
        try await world.outside("server").call("x", answers: [.success(())])
        seen.value = "\(send.environment.dates.now().sinceEpoch)"
      })
    store.send(.begin)
    store.send(.other)
    return { seen.value }
  }

  static let stopped: Build = { world in
    let server = world.outside("server")
    let seen = world.shared("", as: "seen")
    let store = ExplorerGapTests.store(
      world,
      begin: .run(id: "it", label: "asks") { _ in
        let answer: ()? = try? await server.call("x", answers: [.success(())])
        seen.value = answer == nil ? "cancelled" : "answered"
      })
    store.send(.begin)
    world.user("user", sends: [.stop], to: store)
    return { seen.value }
  }

  static let cases: [(Fault, Build)] = [
    (.home, users), (.shared, cache), (.unseen, ExplorerActorTests.work), (.time, clock),
    (.cancellations, stopped), (.states, users),
  ]

  private static func scenario(_ build: @escaping Build) -> @Sendable (isolated World) -> Void {
    { world in
      let look = build(world)
      world.finally("it can be looked at") { look().count < 1_000 }
    }
  }

  @Test("an outcome that is lost by a broken reduction is found by the audit", arguments: 0..<6)
  func exposed(_ number: Int) async {
    let (fault, build) = Self.cases[number]
    let sound = await Explorer().explore(Self.scenario(build))
    #expect(sound.isProven && sound.finalStates > 1, "\(fault): \(sound)")
    let silent = await BrokenSearch.explore(fault, audit: .off, Self.scenario(build))
    #expect(silent.isComplete && silent.finding == nil && !silent.isProven, "\(fault): \(silent)")
    #expect(silent.finalStates < sound.finalStates, "\(fault): \(silent)")
    let audited = await BrokenSearch.explore(fault, Self.scenario(build))
    #expect(audited.finding?.problem == .undeclared(showing: nil), "\(fault): \(audited)")
    #expect(!audited.isProven && !audited.isComplete)
  }

  @Test(
    "of random scenarios too, no outcome that is lost is proven away",
    arguments: [([], 0), ([.actors, .work], 1), (.data, 2)] as [(RandomScenario.Kinds, UInt64)])
  func random(_ kinds: RandomScenario.Kinds, _ number: UInt64) async {
    var (lost, exposed) = (0, 0)
    let first = 2_000 + 100 * number
    let seeds = first..<first + (testsAreLong ? 6 : 4)
    _ = await ExplorerRandomScenarioTests.forEachScenario(kinds, seeds) { scenario, naive, what in
      for fault in Fault.all {
        let log = Log<String>()
        let silent = await Self.explore(fault, scenario, .off, log)
        guard silent.isComplete, Set(log.entries) != naive else { continue }
        lost += 1
        let audited = await Self.explore(fault, scenario, Explorer.Audit(), log)
        #expect(!audited.isProven, "\(fault), \(what)\n\(audited)")
        if case .undeclared = audited.finding?.problem { exposed += 1 }
      }
    }
    #expect(lost > 2 && exposed > 2, "\(lost) lost, \(exposed) exposed")
  }

  private static func explore(
    _ fault: Fault, _ scenario: RandomScenario, _ audit: Explorer.Audit, _ log: Log<String>
  ) async -> Exploration {
    await BrokenSearch.explore(fault, passing: scenario.passing, audit: audit) { world in
      let look = scenario.build(world)
      world.finally("the outcome is noted") {
        log.append(look())
        return true
      }
    }
  }
}
