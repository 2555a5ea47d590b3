import Millrace
import MillraceTesting
import Testing

/// A scenario drawn at random: messages that begin effects, which ask, wait, share and answer.
struct RandomScenario: CustomStringConvertible, Sendable {
  enum Action: Hashable, Sendable {
    case call(Int)
    case read(Int)
    case add(Int)
    case sleep(Int)
    case send
    case cancel(Int)
    case noteCancelled
  }

  enum Lane: CaseIterable, Sendable {
    case none, merge, concat, concurrent, latest, exhaust, debounce, throttle

    var queue: EffectQueue? {
      switch self {
      case .none: nil
      case .merge: .merge("q")
      case .concat: .concat("q")
      case .concurrent: .concurrent("q", max: 1)
      case .latest: .latest("q")
      case .exhaust: .exhaust("q")
      case .debounce: .debounce("q", for: .seconds(1))
      case .throttle: .throttle("q", for: .seconds(1))
      }
    }
  }

  enum Message: Hashable, Sendable {
    case begin(Int)
    case came(Int, Int)
    case cancel(Int)
  }

  struct State: Hashable {
    var log: [Message] = []
  }

  let lane: Lane
  let effects: [[Action]]
  let users: [[Message]]
  let passing: Explorer.Passing

  var description: String { "\(lane) \(passing)\neffects \(effects)\nusers \(users)" }

  init(using random: inout SeededGenerator) {
    lane = Lane.allCases.randomElement(using: &random) ?? .none
    passing = Int.random(in: 0..<4, using: &random) == 0 ? .whenIdle : .anyMoment
    var budget = 4
    effects = (0..<2).map { _ in
      let count = min(Int.random(in: 1...3, using: &random), budget)
      budget -= count
      return (0..<count).map { _ in
        switch Int.random(in: 0..<10, using: &random) {
        case 0, 1, 2: .call(Int.random(in: 1...2, using: &random))
        case 3: .read(Int.random(in: 0...1, using: &random))
        case 4, 5: .add(Int.random(in: 0...1, using: &random))
        case 6: .sleep(Int.random(in: 1...2, using: &random))
        case 7: .cancel(Int.random(in: 0...1, using: &random))
        case 8: .noteCancelled
        default: .send
        }
      }
    }
    let last: Message =
      Bool.random(using: &random) ? .cancel(Int.random(in: 0...1, using: &random)) : .begin(1)
    users = [[.begin(0)], [last]]
  }

  /// Builds it, and gives what is to be looked at in the end.
  func build(_ world: isolated World) -> () -> String {
    let server = world.outside("server")
    let shared = (0..<2).map { world.shared(0, as: "v\($0)") }
    let noted = world.shared([Int](), as: "noted")
    let (lane, effects) = (lane, effects)
    let store = Store(State(), of: Message.self, flow: world.flow) { state, message in
      state.log.append(message)
      switch message {
      case .came: return .none
      case .cancel(let number): return .cancel(id: EffectID(number))
      case .begin(let number):
        return .run(in: lane.queue, id: EffectID(number), label: "\(number)") { send in
          var value = 1
          for action in effects[number] {
            do {
              switch action {
              case .call(let answers):
                value += try await server.call("x", answers: (0..<answers).map { .success($0) })
              case .read(let place): value += shared[place].value
              case .add(let place): shared[place].withValue { $0 = $0 * 2 + value }
              case .sleep(let seconds): try await send.environment.clock.sleep(for: .seconds(seconds))
              case .send: await send(.came(number, value))
              case .cancel(let other): await send(.cancel(other))
              case .noteCancelled:
                if Task.isCancelled { noted.withValue { $0.append(number) } }
              }
            } catch {
              value += 10
            }
          }
          shared[0].withValue { $0 = $0 * 3 + value }
        }
      }
    }
    for (number, messages) in users.enumerated() { world.user("user \(number)", sends: messages, to: store) }
    return { "\(store.log) \(shared.map(\.value)) \(noted.value)" }
  }
}

@Suite struct ExplorerRandomScenarioTests {
  @Test(
    "real scenarios drawn at random lose no outcome by what is left out", arguments: [0, 1, 2] as [UInt64])
  func losesNothing(_ part: UInt64) async {
    var compared = 0
    for seed in part * 100..<part * 100 + 12 {
      var random = SeededGenerator(seed: seed)
      let scenario = RandomScenario(using: &random)
      let naive = await ExplorerOutcomes(.none, passing: scenario.passing, runs: 600) { scenario.build($0) }
      guard naive.exploration.isComplete else { continue }
      compared += 1
      for reduction in [.independentSteps, .knownStates, .all] as [Explorer.Reduction] {
        let reduced = await ExplorerOutcomes(reduction, passing: scenario.passing) { scenario.build($0) }
        let what = "seed \(seed), reduction \(reduction.rawValue)\n\(scenario)\n\(reduced.exploration)"
        #expect(reduced.exploration.isComplete, "\(what)")
        #expect(reduced.all == naive.all, "\(what)")
      }
    }
    #expect(compared > 3)
  }
}
