import Millrace
import MillraceTesting
import Testing

/// Scenarios whose outcomes can be counted by hand: what effects learn and bring to an actor decides about
/// the end.
@Suite struct ExplorerCountTests {
  typealias Message = ExplorerGapTests.Message
  typealias Build = ExplorerGapTests.Build
  typealias Box = ExplorerActorTests.Box

  actor Purse {
    var sum = 0
    func add(_ coins: Int) { sum += coins }
  }

  /// A client that an application writes: it asks the server from within.
  actor Client {
    let server: Outside
    init(_ server: Outside) { self.server = server }
    func profile(of name: String) async throws -> String {
      try await server.call(name, answers: [.success("\(name) good"), .success("\(name) expired")])
    }
  }

  /// The login keeps the server's answer in an actor; the profile is shown after the login has ended.
  static let loginHasEnded: Build = { world in
    let server = world.outside("server")
    let session = Box()
    let store = ExplorerGapTests.store(
      world,
      begin: .run(label: "login") { _ in
        await session.set(try await server.call("login", answers: [.success("good"), .success("expired")]))
      }, other: .run(label: "profile") { send in await send(.came(await session.text)) })
    store.send(.begin)
    world.user("user", sends: [.other], to: store)
    return { store.log.joined(separator: " ") }
  }

  static let sum: Build = { world in
    let server = world.outside("server")
    let purse = Purse()
    let store = ExplorerGapTests.store(
      world,
      begin: .merge(
        .run(label: "one") { _ in
          await purse.add(try await server.call("one", answers: [.success(1), .success(2)]))
        },
        .run(label: "two") { _ in await purse.add(try await server.call("two", answers: [.success(3)])) }),
      other: .run(label: "show") { send in await send(.came("\(await purse.sum)")) })
    store.send(.begin)
    world.user("user", sends: [.other], to: store)
    return { store.log.joined(separator: " ") }
  }

  static let client: Build = { world in
    let client = Client(world.outside("server"))
    let store = ExplorerGapTests.store(
      world,
      begin: .merge(
        ["Ada", "Ben"].map { name in
          .run(label: EffectLabel(name)) { send in await send(.came(try await client.profile(of: name))) }
        }))
    store.send(.begin)
    return { store.log.sorted().joined(separator: ", ") }
  }

  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let build: Build
    let outcomes: Set<String>

    /// Expects that searches find these outcomes and no others.
    func expectAll(
      _ passing: Explorer.Passing = .anyMoment, with reductions: [Explorer.Reduction]
    ) async {
      for reduction in reductions {
        let found = await ExplorerOutcomes(reduction, passing: passing, build)
        #expect(found.all == outcomes, "reduction \(reduction.rawValue): \(found.exploration)")
        #expect(found.exploration.isComplete, "reduction \(reduction.rawValue): \(found.exploration)")
      }
    }
  }

  static let cases = [
    Case(
      testDescription: "a login that keeps the answer in an actor, which is read after it has ended",
      build: loginHasEnded, outcomes: ["", "good", "expired"]),
    Case(
      testDescription: "two effects that add answers in an actor, a third shows the sum", build: sum,
      outcomes: ["0", "1", "2", "3", "4", "5"]),
    Case(
      testDescription: "a client that is an actor, used by two effects", build: client,
      outcomes: [
        "Ada good, Ben good", "Ada good, Ben expired", "Ada expired, Ben good", "Ada expired, Ben expired",
      ]),
    Case(
      testDescription: "work that reads an actor which an effect writes", build: ExplorerActorTests.work,
      outcomes: ["", "written"]),
  ]

  @Test("every outcome is seen, and proven to be by an audit", arguments: cases)
  func counted(_ example: Case) async {
    // Alone, recognising states leaves too many orders of the larger ones.
    await example.expectAll(with: [.independentSteps, .all])
    let exploration = await Explorer().explore { world in
      let look = example.build(world)
      world.finally("it is an outcome that can be counted") { example.outcomes.contains(look()) }
    }
    #expect(exploration.isProven && exploration.auditedOrders > 0, "\(exploration)")
  }
}
