import Millrace
import MillraceTesting
import Testing

/// Queues take no more schedules than the same written by hand, as states and messages.
@Suite("A queue that is explored") struct ExplorerQueueTests {
  typealias Build = ExplorerGapTests.Build

  /// A store with two queues, `a` and `b`; each message is a request in one of them.
  static func queues(_ a: EffectQueue, _ b: EffectQueue? = nil, sends messages: [[Int]]) -> Build {
    { world in
      let server = world.outside("server")
      let store = Store([String](), of: Request.self, flow: world.flow) { log, message in
        switch message {
        case .ask(let number):
          let name = number == 0 ? "a" : "b"
          return .run(in: number == 0 ? a : b, label: EffectLabel(name)) { send in
            await send(.came(number, 0, try await server.call(name, answers: [.success(name)])))
          }
        case .came(_, _, let text): log.append(text)
        case .open: break
        }
        return .none
      }
      return users(world, messages, store) { $0 }
    }
  }

  static func users<State>(
    _ world: isolated World, _ messages: [[Int]], _ store: Store<State, Request>,
    log: @escaping (State) -> [String]
  ) -> () -> String {
    for (number, messages) in messages.enumerated() {
      world.user("user \(number)", sends: messages.map { .ask($0) }, to: store)
    }
    return { log(store.withState { $0 }).joined(separator: " ") }
  }

  enum Request: Hashable {
    case ask(Int), open(Int), came(Int, Int, String)
  }

  struct Hand: Hashable {
    var log: [String] = []
    var isShut = [false, false]
    var waits = [false, false]
    var running: [[Int]] = [[], []]
    var next = 0
  }

  /// Two throttles, each with a flag, a waiting request and a timer.
  static func throttles(sends messages: [[Int]]) -> Build {
    { world in
      let server = world.outside("server")
      let store = Store(Hand(), of: Request.self, flow: world.flow) { state, message in
        func ask(_ number: Int) -> Effect<Request> {
          let name = number == 0 ? "a" : "b"
          state.isShut[number] = true
          return .merge(
            .run(label: EffectLabel(name)) { send in
              await send(.came(number, 0, try await server.call(name, answers: [.success(name)])))
            },
            .run(label: "window") { send in
              try await send.environment.clock.sleep(for: .seconds(1))
              await send(.open(number))
            })
        }
        switch message {
        case .ask(let number):
          if !state.isShut[number] { return ask(number) }
          state.waits[number] = true
        case .open(let number):
          state.isShut[number] = false
          guard state.waits[number] else { return .none }
          state.waits[number] = false
          return ask(number)
        case .came(_, _, let text): state.log.append(text)
        }
        return .none
      }
      return users(world, messages, store, log: \.log)
    }
  }

  /// Requests in two queues, at most two running in each: the newest of `a`, the oldest of `b`.
  static func counted(sends messages: [[Int]]) -> Build {
    { world in
      let server = world.outside("server")
      let store = Store(Hand(), of: Request.self, flow: world.flow) { state, message in
        switch message {
        case .ask(let queue):
          let name = queue == 0 ? "a" : "b"
          var cancels = Effect<Request>.none
          if state.running[queue].count >= 2 {
            if queue == 1 { return .none }
            cancels = .cancel(id: EffectID("\(queue) \(state.running[queue].removeFirst())"))
          }
          state.next += 1
          let number = state.next
          state.running[queue].append(number)
          return .merge(
            cancels,
            .run(id: EffectID("\(queue) \(number)"), label: EffectLabel(name)) { send in
              await send(.came(queue, number, try await server.call(name, answers: [.success(name)])))
            })
        case .came(let queue, let number, let text):
          state.log.append(text)
          state.running[queue].removeAll { $0 == number }
        case .open: break
        }
        return .none
      }
      return users(world, messages, store, log: \.log)
    }
  }

  static func throttle(_ name: EffectID) -> EffectQueue { .throttle(name, for: .seconds(1)) }

  static let (a, b) = (EffectQueue.newest("a", max: 2), EffectQueue.oldest("b", max: 2))

  static let cases: [(name: String, queues: Build, byHand: Build)] = [
    ("a throttle", queues(throttle("a"), sends: [[0, 0]]), throttles(sends: [[0, 0]])),
    ("two throttles", queues(throttle("a"), throttle("b"), sends: [[0, 1]]), throttles(sends: [[0, 1]])),
    ("the newest", queues(a, sends: [[0, 0, 0]]), counted(sends: [[0, 0, 0]])),
    ("the oldest", queues(a, b, sends: [[1, 1, 1]]), counted(sends: [[1, 1, 1]])),
    ("the newest with the oldest", queues(a, b, sends: [[0, 0], [1]]), counted(sends: [[0, 0], [1]])),
  ]

  @Test("takes at most twice the schedules of one that is written by hand", arguments: 0..<5)
  func transparent(_ number: Int) async {
    let (name, queues, byHand) = Self.cases[number]
    let found = await ExplorerOutcomes(.all, queues)
    let expected = await ExplorerOutcomes(.all, byHand)
    #expect(found.all == expected.all, "\(name)")
    #expect(
      found.exploration.isComplete && expected.exploration.isComplete
        && found.exploration.runs <= 2 * expected.exploration.runs,
      "\(name): \(found.exploration)\n\(expected.exploration)")
  }

  static let rules: [(name: String, queue: EffectQueue)] = [
    ("latest", .latest("a")), ("exhaust", .exhaust("a")), ("concat", .concat("a")),
    ("debounce", .debounce("a", for: .seconds(1))),
  ]

  @Test("loses nothing by the ends that are passed", arguments: 0..<4)
  func losesNothing(_ number: Int) async {
    let queue = Self.rules[number].queue
    await ExplorerOutcomes.expectNothingLost(runs: 60, Self.queues(queue, sends: [[0], [0]]))
  }
}
