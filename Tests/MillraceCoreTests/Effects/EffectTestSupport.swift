@testable import MillraceCore

/// A seeded source of chance.
///
/// The generator is SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators",
/// 2014).
struct EffectDice: RandomNumberGenerator {
  var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }

  mutating func roll(_ sides: Int) -> Int { Int.random(in: 0..<sides, using: &self) }
}

/// A scheduler that is spoken to in milliseconds and answers in words: `start 1`, `drop 2 busy`, `wake 100`.
struct SchedulerBench {
  var scheduler = EffectScheduler<String, String>()
  var tokens: [EffectToken] = []
  let policy: QueuePolicy

  init(_ strategy: FlattenStrategy, capacity: Int? = nil, overflow: QueuePolicy.Overflow = .refuseNewest) {
    policy = QueuePolicy(strategy, capacity: capacity, overflow: overflow)
  }

  mutating func request(
    _ id: String? = nil, queue: String? = "q", policy other: QueuePolicy? = nil, at time: Int = 0
  ) -> [String] {
    var actions: [EffectAction] = []
    let token = scheduler.request(
      id: id, queue: queue, policy: other ?? policy, now: .milliseconds(time), into: &actions)
    tokens.append(token)
    return actions.map(words)
  }

  mutating func finish(_ serial: Int) -> [String] {
    let token = tokens[serial - 1]
    return answer { $0.finish(token, into: &$1) }
  }

  mutating func cancel(_ serial: Int) -> [String] {
    let token = tokens[serial - 1]
    return answer { $0.cancel(token, into: &$1) }
  }

  mutating func cancel(id: String) -> [String] {
    answer { $0.cancel(id: id, into: &$1) }
  }

  mutating func cancel(where isWanted: (String) -> Bool) -> [String] {
    answer { $0.cancel(where: isWanted, into: &$1) }
  }

  mutating func cancelAll() -> [String] {
    answer { $0.cancelAll(into: &$1) }
  }

  mutating func timer(at time: Int) -> [String] {
    answer { $0.timerFired(now: .milliseconds(time), into: &$1) }
  }

  func isLive(_ serial: Int) -> Bool { scheduler.isLive(tokens[serial - 1]) }

  private mutating func answer(
    to event: (inout EffectScheduler<String, String>, inout [EffectAction]) -> Void
  ) -> [String] {
    var actions: [EffectAction] = []
    event(&scheduler, &actions)
    return actions.map(words)
  }
}

private func words(_ action: EffectAction) -> String {
  switch action {
  case .start(let token): "start \(token.serial)"
  case .wait(let token): "wait \(token.serial)"
  case .cancel(let token): "cancel \(token.serial)"
  case .drop(let token, let reason): "drop \(token.serial) \(reason)"
  case .wake(let time): "wake \(Int(time / .milliseconds(1)))"
  }
}
