import Flask
import Testing

/// Locks of both kinds, as the sentences about them have it.
private struct BusLockModel {
  private(set) var made: [Int] = []
  private(set) var held: [Int] = []
  private var waiting: [Int] = []
  private var exclusives: [Int] = []
  private var inForce: Int?

  mutating func mix(_ number: Int) {
    if held.isEmpty { made.append(number) } else { waiting.append(number) }
  }

  mutating func lock(_ number: Int) { held.append(number) }

  mutating func lockWithMixer(_ number: Int) {
    held.append(number)
    exclusives.append(number)
    next()
  }

  mutating func release(_ number: Int) {
    held.removeAll { $0 == number }
    if inForce == number {
      inForce = nil
      next()
    }
    if held.isEmpty {
      made += waiting
      waiting = []
    }
  }

  private mutating func next() {
    while inForce == nil, !exclusives.isEmpty {
      let number = exclusives.removeFirst()
      if held.contains(number) {
        inForce = number
        made.append(number)
      } else {
        waiting.append(number)
      }
    }
  }
}

@MainActor
struct BusLockLawTests {
  private final class Exclusive: ReactiveSubstance<ContextState, ContextMixers> {
    override func defineMixers() {
      define(mix: .load) { payload, react, _ in
        self.prop.list.append("\(payload?["number"] ?? -1)")
        react()
      }
    }
  }

  @Test("locks that are released in any order let each mix be made once, in the order of a simple model")
  func law() {
    for seed in 0..<500 {
      var random = SeededRandom(UInt64(seed))
      let bench = ContextBench()
      let app = Exclusive(name: "app", in: bench.flask)
      let reactor = bench.flask.reactor(attachedTo: bench.owner, mixing: app)
      var model = BusLockModel()
      var locks: [Int: FluxLock] = [:]
      var steps: [String] = []
      for number in 0..<40 {
        switch Int.random(in: 0..<6, using: &random) {
        case 0:
          steps.append("lock \(number)")
          locks[number] = bench.flask.lock()
          model.lock(number)
        case 1, 2:
          steps.append("exclusive \(number)")
          locks[number] = bench.flask.lock(withMixer: ContextMixers.load, payload: ["number": number])
          model.lockWithMixer(number)
        case 3, 4:
          guard let held = model.held.randomElement(using: &random) else { continue }
          steps.append("release \(held)")
          locks[held]?.release()
          model.release(held)
        default:
          steps.append("mix \(number)")
          reactor.mix(app) { $0.prop.list.append("\(number)") }.andReact()
          model.mix(number)
        }
        #expect(app.state.list == model.made.map(String.init), "seed \(seed): \(steps)")
      }
      for held in model.held.shuffled(using: &random) {
        locks[held]?.release()
        model.release(held)
      }
      #expect(app.state.list == model.made.map(String.init), "seed \(seed), all released: \(steps)")
      #expect(!bench.flask.bus.isLocked && bench.flask.bus.waiting.isEmpty, "seed \(seed): \(steps)")
      #expect(bench.problems == [], "seed \(seed)")
    }
  }
}
