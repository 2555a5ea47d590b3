import Aftermath
import Flask
import Foundation
import Millrace
import MillraceDependencies
import MillraceTesting
import Testing

private struct Sum: FlaskState, Hashable {
  var value = 0
}

private struct Note: Fact {}

private final class Listener: ReactionProducer {
  let engine: Engine

  init(_ engine: Engine) { self.engine = engine }
}

/// Knowledge that is kept outside of the stores' states must not be taken for the same.
@Suite struct ExplorerKnowledgeTests {
  typealias Build = ExplorerGapTests.Build
  typealias Message = ExplorerGapTests.Message

  /// A number behind a lock, which the explorer does not know.
  final class Counter: Sendable {
    private let locked = Locked(0)
    var value: Int { locked.withLock(\.self) }
    func add(_ number: Int) { locked.withLock { $0 += number } }
  }

  /// A box that code at home writes.
  final class Lines {
    var all: [String] = []
  }

  static func sum(_ world: isolated World) -> Store<Int, Int> {
    Store(0, of: Int.self, name: "sum", flow: world.flow) { sum, number in
      sum += number
      return .none
    }
  }

  static let flask: Build = { world in
    let flask = Flask(name: "shop", flow: world.flow, archives: MemoryArchives())
    let sum = Substance<Sum>(in: flask)
    let reactor = flask.reactor(attachedTo: sum, mixing: sum)
    let changes: [(String, (Int) -> Int)] = [("Ada", { $0 + 1 }), ("Ben", { $0 * 2 }), ("Cy", { $0 + 10 })]
    for (name, change) in changes {
      world.user(
        name,
        does: [{ reactor.mix(sum) { $0.prop.value = change($0.prop.value) }.andReact(isolation: world) }])
    }
    return { withExtendedLifetime(reactor) { "\(sum.state.value)" } }
  }

  static let undo: Build = { world in
    let flask = Flask(name: "shop", flow: world.flow, archives: MemoryArchives())
    let sum = Substance<Sum>(in: flask)
    sum.undoLimit = 5
    let reactor = flask.reactor(attachedTo: sum, mixing: sum)
    world.follow("sum") { sum.state }
    for (name, number) in [("Ada", 1), ("Ben", 2)] {
      world.user(
        name, does: [{ reactor.mix(sum) { $0.prop.value += number }.andReact(isolation: world) }])
    }
    world.user("Cy", does: [{ if sum.canUndo { sum.undo(isolation: world) } }])
    return { withExtendedLifetime(reactor) { "\(sum.state.value)" } }
  }

  static let gates: Build = { world in
    let store = sum(world)
    let tokens = Box<[ObservationToken]>([])
    world.user("Ada", does: [{ tokens.value.append(store.gate("change") { .change($0 * 2) }) }])
    world.user("Ben", does: [{ tokens.value.append(store.gate("change") { .change($0 + 1) }) }])
    world.user("Cy", sends: [3, 4], to: store)
    return { withExtendedLifetime(tokens) { "\(store.state)" } }
  }

  static let observers: Build = { world in
    let store = sum(world)
    let lines = Lines()
    let tokens = Box<[ObservationToken]>([])
    for name in ["Ada", "Ben"] {
      world.user(
        name, does: [{ tokens.value.append(store.observe(\.self) { lines.all.append("\(name)\($0)") }) }])
    }
    world.user("Cy", sends: [1, 2], to: store)
    return { withExtendedLifetime(tokens) { lines.all.joined(separator: " ") } }
  }

  static let seen: Build = { world in
    let store = sum(world)
    let lines = Lines()
    let token = store.observe(\.self) { lines.all.append("\($0)") }
    for (name, number) in [("Ada", 1), ("Ben", 2), ("Cy", 3)] {
      world.user(name, sends: [number], to: store)
    }
    return { withExtendedLifetime(token) { lines.all.joined(separator: " ") } }
  }

  static let reactions: Build = { world in
    let engine = Engine(flow: world.flow)
    let lines = Lines()
    let listener = Listener(engine)
    listener.next(isolation: world) { (_: Note) in lines.all.append("all") }
    for name in ["Ada", "Ben"] {
      world.user(name, does: [{ listener.next(isolation: world) { (_: Note) in lines.all.append(name) } }])
    }
    world.user(
      "Cy",
      does: [
        { engine.post(fact: Note(), isolation: world) }, { engine.post(fact: Note(), isolation: world) },
      ])
    return { withExtendedLifetime(listener) { lines.all.joined(separator: " ") } }
  }

  static let closures: Build = { world in
    let lines = Lines()
    let store = sum(world)
    for name in ["Ada", "Ben", "Cy"] { world.user(name, does: [{ lines.all.append(name) }]) }
    return { "\(store.state)" + lines.all.joined(separator: " ") }
  }

  /// Effects that add an answer to a number behind a lock.
  static func adding(_ count: Int, _ answers: [Int]) -> Build {
    { world in
      let server = world.outside("server")
      let total = Counter()
      let store = ExplorerGapTests.store(
        world,
        begin: .merge(
          (0..<count).map { number in
            .run(label: "add \(number)") { _ in
              total.add(try await server.call("how many", answers: answers.map { .success($0) }))
            }
          }))
      store.send(.begin)
      return { "\(total.value)" }
    }
  }

  static let client: Build = { world in
    let client = KeyValueClient.inMemory()
    let add = { (name: String) in
      Effect<Message>.run(label: EffectLabel(name)) { _ in
        let old = try await client.data("count") ?? Data()
        try await client.setData(old + Data(name.utf8), "count")
      }
    }
    let server = world.outside("server")
    let read = Effect<Message>.run(label: "show") { send in
      _ = try await server.call("wait", answers: [.success(())])
      await send(.came(String(decoding: try await client.data("count") ?? Data(), as: UTF8.self)))
    }
    let store = ExplorerGapTests.store(world, begin: .merge(add("a"), add("b"), read))
    store.send(.begin)
    return { store.log.joined(separator: " ") }
  }

  static let calls: Build = { world in
    let calls = RecordedCalls<String>()
    let server = world.outside("server")
    let add = { (name: String) in
      Effect<Message>.run(label: EffectLabel(name)) { _ in
        _ = try await server.call(name, answers: [.success(())])
        calls.append(name)
      }
    }
    let store = ExplorerGapTests.store(world, begin: .merge(add("a"), add("b")))
    store.send(.begin)
    return { calls.all.joined(separator: " ") }
  }

  static let cases: [(name: String, build: Build)] = [
    ("the states of Flask's substances", flask), ("the undo history of a substance", undo),
    ("the order of gates", gates), ("the order of observers", observers), ("what an observer has seen", seen),
    ("the order of reactions", reactions), ("what users' closures have written", closures),
    ("the sum of answers behind a lock", adding(3, [1, 2])), ("a client of values in memory", client),
    ("recorded calls", calls),
  ]

  @Test("nothing that is kept outside of the states is lost by what is left out", arguments: 0..<10)
  func losesNothing(_ number: Int) async {
    let (name, build) = Self.cases[number]
    let all = await ExplorerOutcomes(.independentSteps, build)
    #expect(all.exploration.isComplete, "\(name): \(all.exploration)")
    for reduction in [.knownStates, .all] as [Explorer.Reduction] {
      let reduced = await ExplorerOutcomes(reduction, build)
      #expect(reduced.exploration.isComplete && reduced.all == all.all, "\(name) \(reduction.rawValue)")
    }
    // The search itself finds the mistake that one order shows; it does not take an audit.
    for outcome in all.all {
      for seed in 1...3 as ClosedRange<UInt64> {
        let exploration = await Explorer(audit: .init(orders: 3, seed: seed)).explore { world in
          let look = build(world)
          world.finally("another outcome") { look() != outcome }
        }
        #expect(
          exploration.finding?.problem == .broken(rule: "another outcome", atEnd: true),
          "\(name), \(outcome): \(exploration)")
      }
    }
  }

  @Test("five effects that add their answers behind a lock are not proven to miss a sum")
  func rareSum() async {
    for seed in 1...3 as ClosedRange<UInt64> {
      let exploration = await Explorer(audit: .init(seed: seed)).explore { world in
        let look = Self.adding(5, [0, 0, 1])(world)
        world.finally("not all have one") { look() != "5" }
      }
      #expect(
        exploration.finding?.problem == .broken(rule: "not all have one", atEnd: true), "\(exploration)")
    }
  }

  struct Table: Hashable {
    var rows = RowTable<Int, Int>()
    var seen = ChangeStamp.initial
  }

  @Test("stamps of changes do not tell equal states of two runs apart")
  func stamps() async {
    let exploration = await Explorer().explore { world in
      let store = Store(Table(), of: Int.self, flow: world.flow) { table, number in
        table.rows[number] = number
        table.seen = table.rows.changeStamp
        return .none
      }
      for (name, number) in [("Ada", 1), ("Ben", 2), ("Cy", 3), ("Di", 4)] {
        world.user(name, sends: [number], to: store)
      }
      world.finally("all are there") { store.rows.count == 4 && store.seen == store.rows.changeStamp }
    }
    #expect(exploration.isProven && exploration.finalStates == 24, "\(exploration)")
  }
}

/// A value that closures of a scenario share.
final class Box<Value> {
  var value: Value
  init(_ value: Value) { self.value = value }
}
