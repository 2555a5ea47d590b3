import Millrace
import MillraceTesting
import Testing

/// The operators of effects, and child tasks in general, take no more orders than the work that they stand
/// for.
@Suite struct ExplorerOperatorTests {
  typealias Message = ExplorerGapTests.Message
  typealias Build = ExplorerGapTests.Build

  static func request(_ name: String, _ server: Outside) -> Effect<Message> {
    .run(label: EffectLabel(name)) { send in
      await send(.came(try await server.call(name, answers: [.success(name)])))
    } catch: { _ in
      .came("\(name) failed")
    }
  }

  /// A store that begins effects with requests at a server, and notes what came.
  static func scenario(_ make: @escaping @Sendable (Outside) -> Effect<Message>) -> Build {
    { world in
      let store = ExplorerGapTests.store(world, begin: make(world.outside("server")))
      store.send(.begin)
      return { store.log.joined(separator: " ") }
    }
  }

  static let plain = scenario { .merge(request("a", $0), request("b", $0)) }

  static let timeout = scenario {
    .merge(request("a", $0).timeout(.seconds(5)), request("b", $0).timeout(.seconds(5)))
  }

  /// A request with a limit of time, as an application writes it.
  static func limited(_ name: String, _ server: Outside) -> Effect<Message> {
    .run(label: EffectLabel(name)) { send in
      let answer = await withTaskGroup(of: String?.self) { group in
        group.addTask { try? await server.call(name, answers: [.success(name)]) }
        group.addTask {
          try? await send.environment.clock.sleep(for: .seconds(5))
          return nil
        }
        defer { group.cancelAll() }
        return await group.next() ?? nil
      }
      await send(.came(answer ?? "\(name) failed"))
    }
  }

  static let byHand = scenario { .merge(limited("a", $0), limited("b", $0)) }

  static let one = scenario { request("a", $0).timeout(.seconds(5)) }
  static let oneByHand = scenario { limited("a", $0) }

  static let cancelAll = scenario { server in
    .run(label: "first of two") { send in
      let first = await withTaskGroup(of: String.self) { group in
        for name in ["x", "y"] {
          group.addTask {
            (try? await server.call(name, answers: [.success(name), .success("no")])) ?? "none"
          }
        }
        let first = await group.next() ?? ""
        group.cancelAll()
        return first + (await group.next() ?? "")
      }
      await send(.came(first))
    }
  }

  static let race = scenario { .race(request("a", $0), request("b", $0)) }

  static let raceWithRetry = scenario { server in
    let ask = { (name: String) in
      Effect<Message>.run { send in
        let answers: [Answer<String>] = [.success(name), .failure(ExplorerGapTests.Failed())]
        await send(.came(try await server.call(name, answers: answers)))
      }
    }
    return .race(ask("a").retry(1), ask("b").timeout(.seconds(5))).catching { _ in .came("failed") }
  }

  /// Scenarios, with the largest number of schedules that they may take.
  static let cases: [(name: String, build: Build, runs: Int)] = [
    ("two requests", plain, 2), ("one with a limit of time", one, 12), ("one by hand", oneByHand, 10),
    ("two with a limit of time", timeout, 600), ("two by hand", byHand, 400),
    ("two child tasks and cancelAll", cancelAll, 40), ("a race", race, 40),
    ("a race with retry and time-out", raceWithRetry, 2_500),
  ]

  @Test("a scenario with operators takes a known number of schedules", arguments: 0..<8)
  func counted(_ number: Int) async {
    let (name, build, runs) = Self.cases[number]
    let found = await ExplorerOutcomes(.all, build).exploration
    #expect(found.isComplete && found.runs <= runs, "\(name): \(found)")
  }

  @Test("a limit of time takes at most twice the schedules of one that is written by hand")
  func transparent() async {
    for (operators, byHand) in [(Self.one, Self.oneByHand), (Self.timeout, Self.byHand)] {
      let found = await ExplorerOutcomes(.all, operators).exploration
      let expected = await ExplorerOutcomes(.all, byHand).exploration
      #expect(
        found.isComplete && expected.isComplete && found.runs <= 2 * expected.runs, "\(found)\n\(expected)")
    }
  }

  @Test("nothing is lost by what is left out of child tasks", arguments: [1, 2, 4, 5, 6])
  func losesNothing(_ number: Int) async {
    await ExplorerOutcomes.expectNothingLost(runs: 2_000, Self.cases[number].build)
  }
}

extension ExplorerGapTests {
  struct Failed: Error {}
}
