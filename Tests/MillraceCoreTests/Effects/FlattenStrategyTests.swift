import Testing

@testable import MillraceCore

@Suite("Flatten strategies")
struct FlattenStrategyTests {
  @Test("without a queue every effect starts at once, whatever the policy")
  func noQueue() {
    var bench = SchedulerBench(.concurrent(max: 0))
    #expect(bench.request(queue: nil) == ["start 1"])
    #expect(bench.request(queue: nil) == ["start 2"])
    #expect(bench.finish(1) == [])
    #expect(bench.finish(2) == [])
    #expect(bench.scheduler.isIdle)
  }

  @Test("merge starts every effect at once")
  func merge() {
    var bench = SchedulerBench(.merge)
    #expect(bench.request() == ["start 1"])
    #expect(bench.request() == ["start 2"])
    #expect(bench.scheduler.runningCount == 2)
  }

  @Test("concat runs one at a time, in the order of the requests")
  func concat() {
    var bench = SchedulerBench(.concat)
    #expect(bench.request() == ["start 1"])
    #expect(bench.request() == ["wait 2"])
    #expect(bench.request() == ["wait 3"])
    #expect(bench.finish(1) == ["start 2"])
    #expect(bench.finish(2) == ["start 3"])
    #expect(bench.finish(3) == [])
    #expect(bench.scheduler.isIdle)
  }

  @Test("concurrent runs as many as it may, in the order of the requests, whichever ends first")
  func concurrent() {
    var bench = SchedulerBench(.concurrent(max: 2))
    #expect(bench.request() == ["start 1"])
    #expect(bench.request() == ["start 2"])
    #expect(bench.request() == ["wait 3"])
    #expect(bench.request() == ["wait 4"])
    #expect(bench.finish(2) == ["start 3"])
    #expect(bench.finish(1) == ["start 4"])
    #expect(bench.finish(3) == [])
    #expect(bench.request() == ["start 5"])
  }

  @Test("a full queue refuses the newest")
  func refuseNewest() {
    var bench = SchedulerBench(.concat, capacity: 1)
    #expect(bench.request() == ["start 1"])
    #expect(bench.request() == ["wait 2"])
    #expect(bench.request() == ["drop 3 full"])
    #expect(bench.finish(1) == ["start 2"])
    #expect(bench.request() == ["wait 4"])
  }

  @Test("a full queue drops the oldest waiting one if its policy says so")
  func dropOldest() {
    var bench = SchedulerBench(.concurrent(max: 1), capacity: 2, overflow: .dropOldest)
    _ = bench.request()
    #expect(bench.request() == ["wait 2"])
    #expect(bench.request() == ["wait 3"])
    #expect(bench.request() == ["drop 2 full", "wait 4"])
    #expect(bench.finish(1) == ["start 3"])
    #expect(bench.finish(3) == ["start 4"])
  }

  @Test("a capacity of nothing lets none wait", arguments: [QueuePolicy.Overflow.refuseNewest, .dropOldest])
  func noCapacity(overflow: QueuePolicy.Overflow) {
    var bench = SchedulerBench(.concat, capacity: 0, overflow: overflow)
    #expect(bench.request() == ["start 1"])
    #expect(bench.request() == ["drop 2 full"])
    #expect(bench.finish(1) == [])
    #expect(bench.request() == ["start 3"])
  }

  @Test("latest cancels the running one and starts the new one, and needs no report of the old one")
  func latest() {
    var bench = SchedulerBench(.latest)
    #expect(bench.request() == ["start 1"])
    #expect(bench.request() == ["cancel 1", "start 2"])
    #expect(!bench.isLive(1))
    #expect(bench.isLive(2))
    #expect(bench.finish(1) == [])
    #expect(bench.isLive(2))
    #expect(bench.finish(2) == [])
    #expect(bench.request() == ["start 3"])
  }

  @Test("exhaust drops what is requested while one runs")
  func exhaust() {
    var bench = SchedulerBench(.exhaust)
    #expect(bench.request() == ["start 1"])
    #expect(bench.request() == ["drop 2 busy"])
    #expect(bench.finish(1) == [])
    #expect(bench.request() == ["start 3"])
  }

  @Test("exhaust is free as soon as its running one is cancelled")
  func exhaustCancelled() {
    var bench = SchedulerBench(.exhaust)
    _ = bench.request()
    #expect(bench.cancel(1) == ["cancel 1"])
    #expect(bench.request() == ["start 2"])
    #expect(bench.finish(1) == [])
    #expect(bench.request() == ["drop 3 busy"])
  }

  @Test("debounce starts the newest once it was quiet for the time")
  func debounce() {
    var bench = SchedulerBench(.debounce(for: .milliseconds(100)))
    #expect(bench.request(at: 0) == ["wait 1", "wake 100"])
    #expect(bench.request(at: 60) == ["drop 1 replaced", "wait 2"])
    #expect(bench.timer(at: 100) == ["wake 160"])
    #expect(bench.timer(at: 159) == [])
    #expect(bench.timer(at: 160) == ["start 2"])
    #expect(bench.finish(2) == [])
    #expect(bench.scheduler.isIdle)
  }

  @Test("debounce cancels the one still running when the next one is asked for")
  func debounceCancelsRunning() {
    var bench = SchedulerBench(.debounce(for: .milliseconds(100)))
    _ = bench.request(at: 0)
    #expect(bench.timer(at: 100) == ["start 1"])
    #expect(bench.request(at: 150) == ["cancel 1", "wait 2", "wake 250"])
    #expect(!bench.isLive(1))
    #expect(bench.timer(at: 250) == ["start 2"])
    #expect(bench.finish(2) == [])
    #expect(bench.scheduler.isIdle)
  }

  @Test("debounce also replaces the waiting one when its time is over and the timer has not fired")
  func debounceCancelsLateTimer() {
    var bench = SchedulerBench(.debounce(for: .milliseconds(100)))
    _ = bench.request(at: 0)
    #expect(bench.request(at: 100) == ["drop 1 replaced", "wait 2"])
    #expect(bench.timer(at: 130) == ["wake 200"])
    #expect(bench.timer(at: 200) == ["start 2"])
  }

  @Test("debounce that lets the running one go on cancels it only when the next one starts")
  func debounceRunning() {
    var bench = SchedulerBench(.debounce(for: .milliseconds(100), cancelsRunning: false))
    _ = bench.request(at: 0)
    #expect(bench.timer(at: 100) == ["start 1"])
    #expect(bench.request(at: 150) == ["wait 2", "wake 250"])
    #expect(bench.isLive(1))
    #expect(bench.timer(at: 250) == ["cancel 1", "start 2"])
    #expect(bench.scheduler.runningCount == 1)
  }

  @Test("debounce that does not cancel starts a waiting one whose time is over before the timer has fired")
  func debounceLateTimer() {
    var bench = SchedulerBench(.debounce(for: .milliseconds(100), cancelsRunning: false))
    _ = bench.request(at: 0)
    #expect(bench.request(at: 100) == ["start 1", "wait 2"])
    #expect(bench.timer(at: 130) == ["wake 200"])
    #expect(bench.timer(at: 200) == ["cancel 1", "start 2"])
  }

  @Test("debounce with its waiting one cancelled is quiet")
  func debounceCancelled() {
    var bench = SchedulerBench(.debounce(for: .milliseconds(100)))
    _ = bench.request(at: 0)
    #expect(bench.cancel(1) == ["drop 1 cancelled"])
    #expect(bench.scheduler.isIdle)
    #expect(bench.timer(at: 100) == [])
  }

  @Test("throttle with latest starts the first at once and the newest at the window's end")
  func throttleLatest() {
    var bench = SchedulerBench(.throttle(for: .milliseconds(100), latest: true))
    #expect(bench.request(at: 0) == ["start 1", "wake 100"])
    #expect(bench.request(at: 10) == ["wait 2"])
    #expect(bench.request(at: 20) == ["drop 2 replaced", "wait 3"])
    #expect(bench.timer(at: 100) == ["start 3", "wake 200"])
    #expect(bench.isLive(1))
    #expect(bench.request(at: 150) == ["wait 4"])
    #expect(bench.timer(at: 200) == ["start 4", "wake 300"])
    #expect(bench.timer(at: 300) == [])
    #expect(bench.request(at: 301) == ["start 5", "wake 401"])
  }

  @Test("throttle without latest keeps the first of a window and drops the newer ones")
  func throttleFirst() {
    var bench = SchedulerBench(.throttle(for: .milliseconds(100), latest: false))
    #expect(bench.request(at: 0) == ["start 1", "wake 100"])
    #expect(bench.request(at: 10) == ["wait 2"])
    #expect(bench.request(at: 20) == ["drop 3 busy"])
    #expect(bench.timer(at: 100) == ["start 2", "wake 200"])
  }

  @Test("throttle counts the next window from the start of the effect that opened it, however late the timer")
  func throttleLateTimer() {
    var bench = SchedulerBench(.throttle(for: .milliseconds(100), latest: true))
    _ = bench.request(at: 0)
    _ = bench.request(at: 10)
    #expect(bench.timer(at: 170) == ["start 2", "wake 270"])
  }

  @Test("throttle's window stays open when its effects are cancelled")
  func throttleCancelled() {
    var bench = SchedulerBench(.throttle(for: .milliseconds(100), latest: true))
    _ = bench.request(at: 0)
    _ = bench.request(at: 10)
    #expect(bench.cancelAll() == ["cancel 1", "drop 2 cancelled"])
    #expect(bench.request(at: 20) == ["wait 3"])
    #expect(bench.timer(at: 100) == ["start 3", "wake 200"])
  }

  @Test(
    "newest starts every effect, and cancels the one that has run longest when one more than it allows runs")
  func newest() {
    var bench = SchedulerBench(.newest(max: 2))
    #expect(bench.request() == ["start 1"])
    #expect(bench.request() == ["start 2"])
    #expect(bench.request() == ["cancel 1", "start 3"])
    #expect(bench.finish(2) == [])
    #expect(bench.request() == ["start 4"])
    #expect(bench.request() == ["cancel 3", "start 5"])
    // A late report of a cancelled one changes nothing.
    #expect(bench.finish(1) == [])
    #expect(bench.request() == ["cancel 4", "start 6"])
    #expect(bench.cancelAll() == ["cancel 5", "cancel 6"])
    #expect(bench.scheduler.isIdle)
  }

  @Test("oldest drops new effects while as many run as it allows")
  func oldest() {
    var bench = SchedulerBench(.oldest(max: 2))
    #expect(bench.request() == ["start 1"])
    #expect(bench.request() == ["start 2"])
    #expect(bench.request() == ["drop 3 busy"])
    #expect(bench.finish(1) == [])
    #expect(bench.request() == ["start 4"])
    #expect(bench.request() == ["drop 5 busy"])
    #expect(bench.cancel(2) == ["cancel 2"])
    #expect(bench.request() == ["start 6"])
  }

  @Test("spaced starts all in their order, each at least a time after the one before, however long they run")
  func spaced() {
    var bench = SchedulerBench(.spaced(by: .milliseconds(100)))
    #expect(bench.request(at: 0) == ["start 1", "wake 100"])
    #expect(bench.request(at: 10) == ["wait 2"])
    #expect(bench.request(at: 20) == ["wait 3"])
    #expect(bench.timer(at: 100) == ["start 2", "wake 200"])
    #expect(bench.finish(1) == [])
    // A late timer counts the next window from the start that it brings.
    #expect(bench.timer(at: 230) == ["start 3", "wake 330"])
    #expect(bench.timer(at: 330) == [])
    #expect(bench.request(at: 400) == ["start 4", "wake 500"])
  }

  @Test("spaced keeps its window when the effect that opened it is cancelled, and bounds its line")
  func spacedBounds() {
    var bench = SchedulerBench(.spaced(by: .milliseconds(100)), capacity: 1)
    #expect(bench.request(at: 0) == ["start 1", "wake 100"])
    #expect(bench.cancel(1) == ["cancel 1"])
    #expect(bench.request(at: 10) == ["wait 2"])
    #expect(bench.request(at: 20) == ["drop 3 full"])
    #expect(bench.cancel(2) == ["drop 2 cancelled"])
    #expect(bench.request(at: 30) == ["wait 4"])
    #expect(bench.timer(at: 100) == ["start 4", "wake 200"])
  }

  @Test("the policy that found a queue empty rules it until it is empty again")
  func rulingPolicy() {
    var bench = SchedulerBench(.concat)
    _ = bench.request()
    #expect(bench.request(policy: QueuePolicy(.latest)) == ["wait 2"])
    _ = bench.finish(1)
    _ = bench.finish(2)
    #expect(bench.request(policy: QueuePolicy(.latest)) == ["start 3"])
    #expect(bench.request() == ["cancel 3", "start 4"])
    // An unusable one is not read either.
    #expect(bench.request(policy: QueuePolicy(.concurrent(max: 0))) == ["cancel 4", "start 5"])
  }

  @Test("a throttle queue whose window is over takes a new policy, even before its timer has fired")
  func rulingPolicyAfterWindow() {
    var bench = SchedulerBench(.throttle(for: .milliseconds(100), latest: true))
    _ = bench.request(at: 0)
    _ = bench.finish(1)
    #expect(bench.request(policy: QueuePolicy(.merge), at: 100) == ["start 2"])
    #expect(bench.request(policy: QueuePolicy(.merge), at: 100) == ["start 3"])
  }

  @Test("queues do not touch one another")
  func queuesApart() {
    var bench = SchedulerBench(.concat)
    #expect(bench.request(queue: "a") == ["start 1"])
    #expect(bench.request(queue: "b") == ["start 2"])
    #expect(bench.request(queue: "a") == ["wait 3"])
    #expect(bench.finish(2) == [])
    #expect(bench.finish(1) == ["start 3"])
  }
}
