import Testing

@testable import MillraceCore

@Suite("EffectScheduler, compared with plain rules")
struct EffectSchedulerPropertyTests {
  @Test(
    "Long random lives of many queues agree with the plain rules after every event",
    arguments: [UInt64](1...12), [false, true])
  func randomLives(seed: UInt64, keepsOneTimer: Bool) {
    var dice = EffectDice(seed: seed)
    var world = SchedulerWorld(keepsOneTimer: keepsOneTimer)
    var known: [EffectToken] = []
    for step in 0..<2_500 {
      randomEvent(&world, &known, &dice)
      if known.count > 60 { known.removeFirst(20) }
      if step % 50 == 0 { world.ledger.sweep() }
      if !world.problems.isEmpty { break }
    }
    if world.problems.isEmpty { world.comeToAnEnd() }
    #expect(world.problems.isEmpty, "seed \(seed)")
  }

  @Test(
    "Every short sequence of events agrees with the plain rules and leaves nothing behind",
    arguments: NaiveScheduler.slowPolicies)
  func everyShortLife(policy: QueuePolicy) {
    var problems: [String] = []
    var lives = 0
    explore(SchedulerWorld(keepsOneTimer: true), policy, length: 6, [], &problems, &lives)
    #expect(lives > 1_000)
    #expect(problems.isEmpty)
  }

  private func explore(
    _ world: SchedulerWorld, _ policy: QueuePolicy, length: Int, _ path: [String], _ problems: inout [String],
    _ lives: inout Int
  ) {
    guard problems.count < 5 else { return }
    if length == 0 {
      lives += 1
      var world = world
      world.comeToAnEnd()
      if let problem = world.problems.first { problems.append("\(path): \(problem)") }
      return
    }
    func branch(_ name: String, _ event: (inout SchedulerWorld) -> Void) {
      var next = world
      event(&next)
      if let problem = next.problems.first {
        problems.append("\(path + [name]): \(problem)")
      } else {
        explore(next, policy, length: length - 1, path + [name], &problems, &lives)
      }
    }
    branch("request 1") { $0.request(id: 1, queue: 0, policy: policy) }
    branch("request 2") { $0.request(id: 2, queue: 0, policy: policy) }
    // Events that could change nothing, or the same as another, are left out.
    let bodies = world.ledger.bodies
    if let oldest = bodies.first { branch("finish oldest") { $0.finish(oldest) } }
    if bodies.count > 1, let newest = bodies.last { branch("finish newest") { $0.finish(newest) } }
    if world.naive.effects.contains(where: { $0.id == 1 }) { branch("cancel 1") { $0.cancel(id: 1) } }
    branch("pass 1 s") { $0.pass(.seconds(1)) }
  }

  private func randomEvent(
    _ world: inout SchedulerWorld, _ known: inout [EffectToken], _ dice: inout EffectDice
  ) {
    switch dice.roll(20) {
    case 0..<8:
      let queue = dice.roll(9) - 1
      // Mostly a queue's own policy; now and then another one, which must count only while the queue is
      // empty.
      let policies = NaiveScheduler.quickPolicies
      let policy = policies[dice.roll(12) == 0 ? dice.roll(policies.count) : queue + 1]
      let id = dice.roll(7)
      // A clock that ran backwards now and then.
      let time = dice.roll(10) == 0 ? world.now - .milliseconds(dice.roll(50)) : world.now
      world.request(id: id == 0 ? nil : id, queue: queue < 0 ? nil : queue, policy: policy, now: time)
      if let token = world.ledger.lines.values.map(\.token).max(by: { $0.serial < $1.serial }) {
        known.append(token)
      }
    case 8..<13:
      if let body = world.ledger.bodies.randomElement(using: &dice) { world.finish(body) }
    case 13:
      // A report of an effect that may wait, run, or be over; nothing is said of one that runs on.
      if let token = known.randomElement(using: &dice) { world.finish(token) }
    case 14:
      world.cancel(id: 1 + dice.roll(6))
    case 15:
      if let token = known.randomElement(using: &dice) { world.cancel(token) }
    case 16:
      if dice.roll(8) == 0 {
        world.cancelAll()
      } else {
        let rest = dice.roll(3)
        world.cancel { $0 % 3 == rest }
      }
    case 17:
      // A call without a cause.
      world.timerFired(now: world.now - .milliseconds(dice.roll(20)))
    case 18:
      // Timers that are late.
      world.now += .milliseconds(dice.roll(40))
    default:
      world.pass(.milliseconds(dice.roll(30)))
    }
  }
}
