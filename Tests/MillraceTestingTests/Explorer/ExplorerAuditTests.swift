import Millrace
import MillraceTesting
import Testing

/// The audit of a proof finds what is shared behind the explorer's back.
@Suite struct ExplorerAuditTests {
  typealias Scenario = @Sendable (isolated World) throws -> Void

  enum Message: Hashable {
    case begin
    case came(String)
  }

  /// A beginner's class with a lock in it, which the explorer does not know.
  final class Counter: Sendable {
    private let count = Locked(0)
    var value: Int {
      get { count.withLock(\.self) }
      set { count.withLock { $0 = newValue } }
    }
  }

  /// A store that notes what came, and begins effects at once.
  static func store(_ world: isolated World, _ effect: Effect<Message>) -> Store<[String], Message> {
    let store = Store([String](), of: Message.self, name: "Notes", flow: world.flow) { notes, message in
      switch message {
      case .begin: return effect
      case .came(let text):
        notes.append(text)
        return .none
      }
    }
    store.send(.begin)
    return store
  }

  /// Two effects that read, ask, and write what both share behind a lock: one update may be lost.
  static let lock: Scenario = { world in
    let server = world.outside("server")
    let likes = Counter()
    let like = { (name: String) in
      Effect<Message>.run(label: EffectLabel(name)) { _ in
        let old = likes.value
        try await server.call("like", answers: [.success(())])
        likes.value = old + 1
      }
    }
    let store = store(world, .merge(like("Ada"), like("Ben")))
    world.finally("every like counts") { store.state.isEmpty && likes.value == 2 }
  }

  /// Two effects that put something into a stream, and one that takes what comes first.
  static let stream: Scenario = { world in
    let (words, input) = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingOldest(1))
    let server = world.outside("server")
    let write = { (word: String) in
      Effect<Message>.run(label: EffectLabel(word)) { _ in
        try await server.call(word, answers: [.success(())])
        input.yield(word)
      }
    }
    let read = Effect<Message>.run(label: "reads") { send in
      for await word in words {
        await send(.came(word))
        break
      }
    }
    let store = store(world, .merge(write("one"), write("two"), read))
    world.finally("the store has lived") { store.state.count == 1 }
  }

  /// An object that effects change and a rule reads.
  static let object: Scenario = { world in
    let server = world.outside("server")
    let open = Counter()
    let work = { (name: String) in
      Effect<Message>.run(label: EffectLabel(name)) { _ in
        open.value += 1
        try await server.call(name, answers: [.success(())])
        open.value -= 1
      }
    }
    let store = store(world, .merge(work("one"), work("two")))
    world.always("one at a time") { store.state.isEmpty && open.value < 2 }
  }

  static let cases: [(String, Scenario, Finding.Problem)] = [
    ("a lock", lock, .undeclared(showing: .broken(rule: "every like counts", atEnd: true))),
    ("a stream", stream, .undeclared(showing: nil)),
    ("an object", object, .undeclared(showing: .broken(rule: "one at a time", atEnd: false))),
  ]

  @Test("what effects share and do not declare is found, with every seed", arguments: 0..<3)
  func found(_ number: Int) async throws {
    let (name, scenario, problem) = Self.cases[number]
    for seed in 0..<20 as Range<UInt64> {
      let exploration = await Explorer(audit: .init(seed: seed)).explore(scenario)
      #expect(exploration.finding?.problem == problem, "\(name), seed \(seed): \(exploration)")
      #expect(!exploration.isProven && !exploration.isComplete)
    }
  }

  @Test("the search alone takes it for proven, which is not said without an audit", arguments: 0..<3)
  func silentBefore(_ number: Int) async {
    let exploration = await Explorer(audit: .off).explore(Self.cases[number].1)
    #expect(exploration.isComplete && exploration.finding == nil, "\(exploration)")
    #expect(!exploration.isProven)
    #expect("\(exploration)".contains("Not proven: the audit is off"))
  }

  @Test("its schedule leads there again, and its text says what to do")
  func replay() async throws {
    let finding = try #require(await Explorer().explore(Self.lock).finding)
    let text = "\(finding)"
    #expect(text.hasPrefix("Steps share a value that is not declared."), "\(text)")
    #expect(text.contains("The rule \"every like counts\" does not hold at the end."), "\(text)")
    #expect(text.contains("world.shared(_:as:)") && text.contains("reduction: .none"), "\(text)")
    #expect(text.contains("asks server: like"), "\(text)")
    let again = await Explorer(.replay("\(finding.schedule)")).explore(Self.lock)
    #expect(again.finding?.problem == .broken(rule: "every like counts", atEnd: true), "\(again)")
    let object = try #require(await Explorer().explore(Self.object).finding)
    let seen = await Explorer(.replay("\(object.schedule)")).explore(Self.object)
    #expect(seen.finding?.problem == .broken(rule: "one at a time", atEnd: false), "\(seen)")
  }

  @Test("the same seed gives the same finding, in the same words")
  func repeatable() async throws {
    for (_, scenario, _) in Self.cases {
      let first = await Explorer().explore(scenario)
      let second = await Explorer().explore(scenario)
      #expect(first.finding?.schedule == second.finding?.schedule)
      #expect(first.finding?.story == second.finding?.story)
      #expect(first.auditedOrders == second.auditedOrders)
    }
  }

  @Test("what is declared is proven, by as many orders as were asked for")
  func proven() async {
    for orders in [200, 50] {
      let exploration = await Explorer(audit: .init(orders: orders)).explore { world in
        let server = world.outside("server")
        let likes = world.shared(0, as: "likes")
        let like = { (name: String) in
          Effect<Message>.run(label: EffectLabel(name)) { send in
            try await server.call("like", answers: [.success(())])
            likes.withValue { $0 += 1 }
            await send(.came("\(likes.value)"))
          }
        }
        let store = Self.store(world, .merge(like("Ada"), like("Ben"), like("Cy")))
        world.finally("every like counts") { likes.value == 3 && store.state.count == 3 }
      }
      #expect(exploration.isProven && exploration.auditedOrders == orders, "\(exploration)")
      #expect(
        "\(exploration)".contains(
          "Audited: \(orders) random orders without any reduction had no other outcome."))
    }
  }

  @Test("where there are few orders, all of them are run, each once")
  func whole() async {
    let scenario: Scenario = { world in
      let store = Store(0, of: Int.self, flow: world.flow) { sum, number in
        sum += number
        return .none
      }
      world.user("Ada", sends: [1, 2], to: store)
      world.user("Ben", sends: [10, 20], to: store)
      world.finally("all are added") { store.state == 33 }
    }
    let exploration = await Explorer().explore(scenario)
    #expect(exploration.isProven && exploration.auditedOrders == 6, "\(exploration)")
    #expect(
      "\(exploration)".hasSuffix("Audited: without any reduction there are 6 orders, with no other outcome."))
    let naive = await Explorer(reduction: .none).explore(scenario)
    #expect(naive.isProven && naive.runs == 6 && naive.auditedOrders == 0, "\(naive)")
    let one = await Explorer().explore { world in
      let store = Store(0, of: Int.self, flow: world.flow) { _, _ in .none }
      world.user("Ada", sends: [1], to: store)
    }
    #expect(one.auditedOrders <= 1, "\(one)")
  }

  @Test("what lasts longer than a run, or is drawn by real chance, is called unrepeatable")
  func realChance() async {
    let exploration = await Explorer().explore { world in
      let store = Store(0, of: Int.self, flow: world.flow) { state, _ in
        state = .random(in: 0 ... .max)
        return .none
      }
      world.user("Ada", sends: [1, 2], to: store)
      world.user("Ben", sends: [1, 2], to: store)
      world.finally("the store has lived") { store.state >= 0 }
    }
    guard case .unrepeatable = exploration.finding?.problem else {
      Issue.record("\(exploration)")
      return
    }
  }
}
