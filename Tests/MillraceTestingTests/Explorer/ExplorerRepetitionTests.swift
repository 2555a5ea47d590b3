import Foundation
import Millrace
import MillraceTesting
import Testing

/// Scenarios that draw lots outside of their environment: no proof holds for the next run.
@Suite("A scenario that is not repeatable") struct ExplorerRepetitionTests {
  typealias Message = ExplorerGapTests.Message

  struct Drawn: Hashable {
    var number = 0
    var time = Date(timeIntervalSince1970: 0)
    var first = ""
  }

  enum Draw: Hashable {
    case number, time, ask, came(Int)
  }

  /// A store that draws where it is told to, and counts as it may.
  static func build(_ world: isolated World, sends messages: [[Draw]]) {
    let store = Store(Drawn(), of: Draw.self, name: "store", flow: world.flow) { state, message in
      switch message {
      case .number: state.number = .random(in: 0 ..< .max)
      case .time: state.time = Date()
      case .ask: return .run(label: "ask") { send in await send(.came(.random(in: 0 ..< .max))) }
      case .came(let number): state.number = number
      }
      return .none
    }
    for (number, messages) in messages.enumerated() {
      world.user("user \(number)", sends: messages, to: store)
    }
    world.finally("the store has lived") { store.number >= 0 }
  }

  static let explorers: [(name: String, explorer: Explorer)] = [
    ("by default", Explorer()), ("with a small audit", Explorer(audit: .init(orders: 1))),
    ("without reduction", Explorer(reduction: .none)),
    ("within a bound", Explorer(.exhaustive(preemptions: 1), reduction: .independentSteps)),
  ]

  @Test("is a finding where it has one order only, at the step that draws", arguments: 0..<4)
  func single(_ number: Int) async {
    let (name, explorer) = Self.explorers[number]
    let cases: [(messages: [Draw], step: Int)] = [([.number], 0), ([.came(1), .number], 1), ([.time], 0)]
    for (messages, step) in cases {
      let exploration = await explorer.explore { Self.build($0, sends: [messages]) }
      #expect(!exploration.isProven)
      #expect(exploration.finding?.problem == .unrepeatable(step: step), "\(name): \(exploration)")
      #expect(exploration.finding?.story.steps.count == messages.count)
    }
  }

  @Test("is a finding where an effect draws what it sends")
  func effect() async {
    let exploration = await Explorer().explore { Self.build($0, sends: [[.ask]]) }
    guard case .unrepeatable = exploration.finding?.problem else {
      return #expect(Bool(false), "\(exploration)")
    }
    #expect(exploration.finding?.story.description.contains(".came(") == true, "\(exploration)")
  }

  @Test("is a finding where its first state is drawn")
  func building() async {
    let exploration = await Explorer().explore { world in
      let first = Int.random(in: 0 ..< .max)
      let store = Store(first, of: Int.self, flow: world.flow) { _, _ in .none }
      world.user("user", sends: [1, 2], to: store)
    }
    #expect(exploration.finding?.problem == .unrepeatable(step: 0), "\(exploration)")
  }

  @Test("is a finding where another order comes to the same step again, without an audit")
  func prefix() async {
    let exploration = await Explorer(audit: .off).explore {
      Self.build($0, sends: [[.number, .came(1)], [.came(2)]])
    }
    guard case .unrepeatable = exploration.finding?.problem else {
      return #expect(Bool(false), "\(exploration)")
    }
  }

  @Test("is none where it draws from its environment")
  func environment() async {
    let exploration = await Explorer().explore { world in
      let random = world.environment.random
      let store = Store(UInt64(0), of: Int.self, flow: world.flow) { state, _ in
        state = random.next()
        return .none
      }
      world.user("user", sends: [1], to: store)
      world.finally("it is drawn") { store.state > 0 }
    }
    #expect(exploration.isProven, "\(exploration)")
  }
}
