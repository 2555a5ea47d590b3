import MillraceCore
import TestResources
import Testing

@Suite("Queue policies")
struct QueuePolicyTests {
  @Test(
    "a usable policy has no problem",
    arguments: NaiveScheduler.slowPolicies + NaiveScheduler.quickPolicies)
  func usable(policy: QueuePolicy) {
    #expect(policy.problem == nil)
  }

  @Test(
    "a rule never starts an effect for a cancelled one, nor above its limit",
    arguments: NaiveScheduler.slowPolicies)
  func limits(policy: QueuePolicy) {
    for (places, waiting, isTimed) in [(0, 0, false), (0, 1, true), (1, 0, false), (1, 5, true)] {
      func starts(_ event: QueuePolicy.Event) -> Bool {
        let answer = policy.answer(to: event, places: places, waiting: waiting, isTimed: isTimed)
        if case .starts = answer.effect { return true } else { return false }
      }
      #expect(!starts(.cancelled))
      if let limit = policy.strategy.limit { #expect(starts(.requested) == (places < limit)) }
    }
  }

  @Test("numbers that cannot be used are named in a sentence")
  func problems() {
    #expect(
      FlattenStrategy.concurrent(max: 0).problem
        == "`concurrent(max: 0)` allows no effect to run; use a maximum of 1 or more.")
    #expect(
      FlattenStrategy.debounce(for: .seconds(-1)).problem
        == "`debounce(for:)` cannot wait for a negative time; use zero or more.")
    #expect(
      FlattenStrategy.throttle(for: .seconds(-1), latest: true).problem
        == "`throttle(for:latest:)` cannot last a negative time; use zero or more.")
    #expect(
      FlattenStrategy.newest(max: 0).problem
        == "`newest(max: 0)` allows no effect to run; use a maximum of 1 or more.")
    #expect(
      FlattenStrategy.oldest(max: -1).problem
        == "`oldest(max: -1)` allows no effect to run; use a maximum of 1 or more.")
    #expect(
      FlattenStrategy.spaced(by: .seconds(-1)).problem
        == "`spaced(by:)` cannot last a negative time; use zero or more.")
    #expect(
      QueuePolicy(.concat, capacity: -1).problem
        == "A queue cannot have a capacity of -1; use 0 or more, or nil for no limit.")
    #expect(QueuePolicy(.concurrent(max: -3)).problem == FlattenStrategy.concurrent(max: -3).problem)
  }

  @Test("a request with an unusable policy is a programmer's error", .realProcess)
  func precondition() async {
    await #expect(processExitsWith: .failure) {
      var scheduler = EffectScheduler<Int, Int>()
      var actions: [EffectAction] = []
      _ = scheduler.request(
        id: nil, queue: 1, policy: QueuePolicy(.concurrent(max: 0)), now: .zero, into: &actions)
    }
  }
}
