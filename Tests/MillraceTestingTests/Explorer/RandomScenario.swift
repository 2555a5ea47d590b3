import Foundation
import Millrace
import MillraceTesting
import TestResources

/// A scenario drawn at random: messages that begin effects, which ask, wait, share and answer.
struct RandomScenario: CustomStringConvertible, Sendable {
  /// The abilities of scenarios beyond calls, timers, cancellations and declared numbers.
  struct Kinds: OptionSet, CustomStringConvertible {
    let rawValue: Int

    /// Effects use an actor whose contents nothing mirrors.
    static let actors = Kinds(rawValue: 1)
    /// Work of the scenario does what effects do.
    static let work = Kinds(rawValue: 2)
    /// `Data` take the place of the log of messages, and are shared.
    static let data = Kinds(rawValue: 4)
    /// Effects share objects without declaring them: one with a lock in it, and one without.
    static let undeclared = Kinds(rawValue: 8)

    var description: String { "kinds \(rawValue)" }
  }

  enum Action: Hashable, Sendable {
    case call(Int)
    case read(Int)
    case add(Int)
    case sleep(Int)
    case send
    case cancel(Int)
    case noteCancelled
    /// Adds to what the actor holds, and asks for it.
    case keep, look
    /// Changes the last of the shared bytes, and reads it.
    case stain, inspect
    /// Changes the undeclared objects, and reads them.
    case put(Int)
    case take(Int)

    /// The number of places where others can come in between, about.
    var steps: Int {
      switch self {
      case .call, .sleep, .keep, .look: 2
      case .send, .cancel: 1
      case .read, .add, .noteCancelled, .stain, .inspect, .put, .take: 0
      }
    }
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
    /// All that is kept of the messages, where it is not empty.
    var data = Data()

    mutating func note(_ message: Message) {
      guard let last = data.indices.last else { return log.append(message) }
      let number =
        switch message {
        case .begin(let number): 1 + number
        case .came(let number, let value): 3 + number * 7 + value * 13
        case .cancel(let number): 2 + number * 40
        }
      data[last] = data[last] &* 5 &+ UInt8(truncatingIfNeeded: number)
    }
  }

  let kinds: Kinds
  let lane: Lane
  let effects: [[Action]]
  let work: [Action]
  let users: [[Message]]
  let passing: Explorer.Passing
  /// The number of bytes of data.
  let size: Int

  var description: String {
    "\(kinds) \(lane) \(passing)\neffects \(effects)\nwork \(work)\nusers \(users)\n\(size) bytes"
  }

  init(_ kinds: Kinds = [], using random: inout SeededGenerator) {
    self.kinds = kinds
    // What is rare must be met often enough: queues have their turn where nothing else is drawn.
    let hasQueue = kinds.isEmpty || Int.random(in: 0..<4, using: &random) == 0
    lane = hasQueue ? Lane.allCases.randomElement(using: &random) ?? .none : .none
    passing = Int.random(in: 0..<4, using: &random) == 0 ? .whenIdle : .anyMoment
    size = kinds.contains(.data) ? Bool.random(using: &random) ? 8 : 200 : 0
    if kinds.isEmpty {
      var budget = 4
      effects = (0..<2).map { _ in
        let count = min(Int.random(in: 1...3, using: &random), budget)
        budget -= count
        return (0..<count).map { _ in Self.action(kinds, using: &random) }
      }
      work = []
    } else {
      let first = Self.actions(kinds, using: &random)
      let second = Self.actions(kinds, using: &random)
      (effects, work) = kinds.contains(.work) ? ([first, [.send]], second) : ([first, second], [])
    }
    let last: Message =
      Bool.random(using: &random) ? .cancel(Int.random(in: 0...1, using: &random)) : .begin(1)
    users = kinds.contains(.work) ? [[.begin(0)]] : [[.begin(0)], [last]]
  }

  /// Actions of a few steps; the last tells what has come of them.
  private static func actions(_ kinds: Kinds, using random: inout SeededGenerator) -> [Action] {
    var steps = Int.random(in: 1...3, using: &random)
    var actions: [Action] = []
    while steps > 0, actions.count < 4 {
      let action = action(kinds, using: &random)
      actions.append(action)
      steps -= action.steps
    }
    return actions + [.send]
  }

  private static func action(_ kinds: Kinds, using random: inout SeededGenerator) -> Action {
    let special: [(Kinds, [Action])] = [
      (.actors, [.keep, .look]), (.data, [.stain, .inspect]),
      (.undeclared, [.put(0), .put(1), .take(0), .take(1)]),
    ]
    let own = special.flatMap { kinds.contains($0.0) ? $0.1 : [] }
    if let action = own.randomElement(using: &random), Int.random(in: 0..<3, using: &random) > 0 {
      return action
    }
    return switch Int.random(in: 0..<10, using: &random) {
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
