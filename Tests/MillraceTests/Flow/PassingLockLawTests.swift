import Millrace
import TestResources
import Testing

/// An operation on a flow, inside of a turn and outside.
private indirect enum PassingStep {
  case send(Int)
  case pass(Int, lock: Int)
  case lock
  case release(Int)
  case look([PassingStep])
}

/// For each message what is done in its turn, and what its update answers with.
private struct PassingScript {
  var turns: [[PassingStep]] = []
  var answers: [Int?] = []
  var outside: [PassingStep] = []
  private var sent = 0
  private var random: SeededGenerator

  init(seed: Int, messages: Int) {
    random = SeededGenerator(seed: seed)
    outside = (0..<40).compactMap { _ in step(depth: 0, messages) } + (0..<200).map { .release($0) }
    while turns.count < sent {
      turns.append((0..<Int.random(in: 0...3, using: &random)).compactMap { _ in step(depth: 0, messages) })
      answers.append(Int.random(in: 0..<4, using: &random) == 0 ? fresh(messages) : nil)
    }
  }

  private mutating func fresh(_ messages: Int) -> Int? {
    if sent == messages { return nil }
    sent += 1
    return sent - 1
  }

  private mutating func step(depth: Int, _ messages: Int) -> PassingStep? {
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<3: return fresh(messages).map { .send($0) }
    case 3..<6:
      let lock = Int.random(in: 0..<4, using: &random)
      return fresh(messages).map { .pass($0, lock: lock) }
    case 6: return .lock
    case 7..<9: return .release(Int.random(in: 0..<4, using: &random))
    default:
      if depth == 2 { return nil }
      return .look((0..<3).compactMap { _ in step(depth: depth + 1, messages) })
    }
  }
}

/// A flow in the plainest way: two arrays and some counters.
private final class PassingModel {
  let script: PassingScript
  var log: [String] = []
  private var waiting: [Int] = []
  private var passing: [Int] = []
  private var locks: [Bool] = []
  private var isInTurn = false
  private var lookers = 0

  init(_ script: PassingScript) { self.script = script }

  func perform(_ steps: [PassingStep]) {
    for step in steps {
      switch step {
      case .send(let number): waiting.append(number)
      case .pass(let number, let lock):
        if !locks.isEmpty && locks[lock % locks.count] {
          passing.append(number)
        } else {
          waiting.append(number)
        }
      case .lock: locks.append(true)
      case .release(let lock): if !locks.isEmpty { locks[lock % locks.count] = false }
      case .look(let steps):
        lookers += 1
        perform(steps)
        lookers -= 1
        takeTurns()
        log.append("looked")
      }
      takeTurns()
      log.append("\(waiting.count + passing.count) wait, \(locks.count(where: \.self)) locks")
    }
  }

  private func takeTurns() {
    while !isInTurn && lookers == 0 {
      if !passing.isEmpty {
        take(passing.removeFirst())
      } else if !waiting.isEmpty && !locks.contains(true) {
        take(waiting.removeFirst())
      } else {
        break
      }
    }
  }

  private func take(_ number: Int) {
    isInTurn = true
    log.append("turn \(number)")
    perform(script.turns[number])
    if let answer = script.answers[number] { waiting.append(answer) }
    isInTurn = false
  }
}

/// The same on a flow with two stores.
@EffectsHome
private final class PassingWorld {
  let script: PassingScript
  var log: [String] = []
  let flow = Flow()
  private var stores: [Store<Int, Int>] = []
  private var tokens: [ObservationToken] = []
  private var locks: [FlowLock] = []

  init(_ script: PassingScript) {
    self.script = script
    stores = (0..<2).map { _ in
      Store(0, of: Int.self, flow: flow) { _, number in script.answers[number].map { .send($0) } ?? .none }
    }
    tokens = stores.map { store in
      store.observe(messages: Int.self) { [unowned self] number in
        log.append("turn \(number)")
        perform(script.turns[number])
      }
    }
  }

  func perform(_ steps: [PassingStep]) {
    for step in steps {
      switch step {
      case .send(let number): stores[number % 2].send(number)
      case .pass(let number, let lock):
        if locks.isEmpty {
          stores[number % 2].send(number)
        } else {
          locks[lock % locks.count].send(number, to: stores[number % 2])
        }
      case .lock: locks.append(flow.lock("\(locks.count)"))
      case .release(let lock): if !locks.isEmpty { locks[lock % locks.count].release() }
      case .look(let steps):
        stores[steps.count % 2].withState { _ in perform(steps) }
        log.append("looked")
      }
      log.append("\(flow.waitingCount) wait, \(flow.lockCount) locks")
    }
  }

  func end() {
    while let lock = locks.popLast() { lock.release() }
    for token in tokens { token.cancel() }
  }
}

/// Messages, ordinary and passing, locks and looks against a plain model.
@EffectsHome
struct PassingLockLawTests {
  @Test(
    "Whatever is sent, passed, locked and looked at, inside of turns or not, turns come in the model's order",
    arguments: 1...200, [false, true])
  func likeTheModel(seed: Int, isTapped: Bool) {
    let script = PassingScript(seed: seed, messages: 120)
    let model = PassingModel(script)
    model.perform(script.outside)
    #expect(model.log.count { $0.hasPrefix("turn") } > 20, "seed \(seed)")
    let world = PassingWorld(script)
    let tap = isTapped ? world.flow.tap { _ in } : nil
    world.perform(script.outside)
    #expect(world.log == model.log, "seed \(seed)")
    tap?.cancel()
    world.end()
    #expect(world.flow.waitingCount == 0 && world.flow.lockCount == 0, "seed \(seed)")
  }
}
