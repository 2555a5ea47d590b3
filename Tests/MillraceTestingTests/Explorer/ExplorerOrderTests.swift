import Millrace
import MillraceTesting
import Testing

/// A waiting step keeps what it follows from, and what is followed may change from anywhere.
@Suite struct ExplorerOrderTests {
  typealias Message = ExplorerGapTests.Message
  typealias Build = ExplorerGapTests.Build
  typealias Box = ExplorerActorTests.Box

  enum Save: Hashable {
    case hold
    case save(String)
    case show
    case showed(String)
  }

  /// An effect that waits in a queue carries an answer which no store holds, and brings it to an actor later.
  ///
  /// One that would not have to wait is not begun. What the actor holds is shown after the effect has ended.
  static let waited: Build = { world in
    let server = world.outside("server")
    let box = Box()
    let store = Store([String](), of: Save.self, flow: world.flow) { log, message in
      switch message {
      case .hold: return .run(in: .concat("q"), label: "hold") { send in await send(.showed("held")) }
      case .save(let text):
        if log.contains("held") { return .none }
        return .run(in: .concat("q"), label: "save") { _ in await box.set(text) }
      case .show:
        return .run(in: .concat("q"), label: "show") { send in await send(.showed(await box.text)) }
      case .showed(let text):
        log.append(text)
        return .none
      }
    }
    store.send(.hold)
    world.work("reader") {
      let answer = try await server.call("what", answers: [.success("a"), .success("b")])
      store.send(.save(answer))
    }
    world.user("user", sends: [.show], to: store)
    return { store.state.joined(separator: " ") }
  }

  /// Two stores of one flow; each notes how far the other is.
  private static func pair(_ world: isolated World) -> (Store<[Int], Int>, Store<[Int], Int>) {
    let first = Store([Int](), of: Int.self, name: "first", flow: world.flow) { log, message in
      log.append(message)
      return .none
    }
    let second = Store([Int](), of: Int.self, name: "second", flow: world.flow) { log, message in
      log.append(first.state.count)
      return .none
    }
    return (first, second)
  }

  static let locked: Build = { world in
    let (first, second) = pair(world)
    let lock = world.flow.lock("pause")
    world.user("one", sends: [1], to: first)
    world.user("two", sends: [2], to: second)
    world.user(
      "keeper",
      does: [
        {
          first.send(3)
          lock.release()
        }
      ])
    return { "\(first.state) \(second.state)" }
  }

  static let delayed: Build = { world in
    let (first, second) = pair(world)
    let token = world.flow.gate("late") { _ in .delay(.seconds(1)) }
    world.user("one", sends: [1], to: first)
    world.user("two", sends: [2], to: second)
    return { withExtendedLifetime(token) { "\(first.state) \(second.state)" } }
  }

  /// An object at the stores' home that effects change, and an update reads.
  static let followed: Build = { world in
    let counter = ExplorerAuditTests.Counter()
    world.follow("counter") { counter.value }
    let store = Store([Int](), of: Message.self, flow: world.flow) { log, message in
      switch message {
      case .begin: return .run(label: "count") { _ in counter.value += 1 }
      case .other, .stop, .came:
        log.append(counter.value)
        return .none
      }
    }
    store.send(.begin)
    world.user("user", sends: [.other], to: store)
    return { "\(store.state)" }
  }

  /// Two orders that differ only in the value that overwrites a followed one.
  static let followedAgain: Build = { world in
    let counter = ExplorerAuditTests.Counter()
    world.follow("counter") { counter.value }
    let store = ExplorerGapTests.store(
      world,
      begin: .merge((1...2).map { number in .run(label: "\(number)") { _ in counter.value = number } }))
    store.send(.begin)
    return { "\(store.log) \(counter.value)" }
  }

  final class Events {
    var kinds: [String] = []
  }

  /// A followed list that a tap fills, also with ends of effects, which no turn shows.
  static let tapped: Build = { world in
    let events = Events()
    let tap = world.flow.tap(effect: { events.kinds.append("\($0.kind) \($0.serial)") }) { _ in }
    world.follow("events") { events.kinds }
    let store = ExplorerGapTests.store(
      world, begin: .merge(.run(label: "a") { _ in }, .run(label: "b") { _ in }))
    store.send(.begin)
    return { withExtendedLifetime(tap) { events.kinds.joined(separator: ", ") } }
  }

  static let cases = [
    ExplorerCountTests.Case(
      testDescription: "ends of effects that a tap notes", build: tapped,
      outcomes: ["finished 1, finished 2", "finished 2, finished 1"]),
    ExplorerCountTests.Case(
      testDescription: "what an effect that waited brings to an actor", build: waited,
      outcomes: ["held ", "held a", "held b"]),
    ExplorerCountTests.Case(
      testDescription: "messages to two stores behind a lock", build: locked,
      outcomes: [
        "[1, 3] [0]", "[1, 3] [1]", "[1, 3] [2]", "[3, 1] [0]", "[3, 1] [1]", "[3, 1] [2]",
      ]),
    ExplorerCountTests.Case(
      testDescription: "messages to two stores behind a gate", build: delayed,
      outcomes: ["[1] [0]", "[1] [1]"]),
    ExplorerCountTests.Case(
      testDescription: "a followed value that an effect changes", build: followed, outcomes: ["[0]", "[1]"]),
    ExplorerCountTests.Case(
      testDescription: "a followed value that two effects change", build: followedAgain,
      outcomes: ["[] 1", "[] 2"]),
  ]

  @Test(
    "the order of what waits or changes unseen counts", arguments: cases,
    [Explorer.Passing.anyMoment, .whenIdle])
  func losesNothing(_ example: ExplorerCountTests.Case, _ passing: Explorer.Passing) async {
    await example.expectAll(passing, with: [.independentSteps, .knownStates, .all])
  }

  @Test("a rule on a followed value is asked after a change by an effect")
  func followedRule() async {
    for reduction in [.none, .independentSteps, .knownStates, .all] as [Explorer.Reduction] {
      let exploration = await Explorer(reduction: reduction, audit: .off).explore { world in
        let counter = ExplorerAuditTests.Counter()
        world.follow("counter") { counter.value }
        let store = ExplorerGapTests.store(
          world,
          begin: .run(label: "up and down") { _ in
            counter.value = 1
            try await world.outside("server").call("x", answers: [.success(())])
            counter.value = 0
          })
        store.send(.begin)
        world.always("the counter is 0") { counter.value == 0 }
      }
      #expect(
        exploration.finding?.problem == .broken(rule: "the counter is 0", atEnd: false),
        "\(reduction.rawValue) \(exploration)")
    }
  }

  @Test("an effect that waited in a queue is named by what asked for it, not by what let it begin")
  func storyOfWaiting() async throws {
    let exploration = await Explorer().explore { world in
      let server = world.outside("server")
      let store = Store([String](), of: Save.self, flow: world.flow) { log, message in
        switch message {
        case .save(let text):
          return .run(in: .concat("q"), label: "save") { send in
            try await server.call(text, answers: [.success(())])
            await send(.showed(text))
          }
        case .showed(let text):
          log.append(text)
          return .none
        case .hold, .show: return .none
        }
      }
      world.user("Ada", sends: [.save("a"), .save("b")], to: store)
      world.finally("nothing is saved") { store.state.isEmpty }
    }
    let text = "\(try #require(exploration.finding))"
    for name in ["a", "b"] {
      #expect(
        text.contains("effect save, requested by .save(\"\(name)\")  asks server: \(name)"), "\(text)")
      #expect(
        text.contains("effect save, requested by .save(\"\(name)\")  .showed(\"\(name)\")"), "\(text)")
    }
  }
}
