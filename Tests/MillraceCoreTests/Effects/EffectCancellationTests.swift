import Testing

@testable import MillraceCore

@Suite("Cancelling effects")
struct EffectCancellationTests {
  @Test("an id cancels all effects that carry it, running and waiting, in the order of their requests")
  func byID() {
    var bench = SchedulerBench(.concat)
    _ = bench.request("load", queue: "a")
    _ = bench.request("save", queue: "b")
    _ = bench.request("load", queue: "b")
    _ = bench.request("load", queue: nil)
    _ = bench.request(queue: nil)
    #expect(bench.cancel(id: "load") == ["cancel 1", "drop 3 cancelled", "cancel 4"])
    #expect(bench.cancel(id: "load") == [])
    #expect(bench.cancel(id: "unheard of") == [])
    #expect(bench.scheduler.runningCount == 2)
  }

  @Test("a cancelled waiting effect leaves the line and never takes a place")
  func waitingLeavesTheLine() {
    var bench = SchedulerBench(.concat)
    for id in ["a", "b", "c", "d"] { _ = bench.request(id) }
    #expect(bench.cancel(id: "b") == ["drop 2 cancelled"])
    #expect(bench.cancel(4) == ["drop 4 cancelled"])
    #expect(bench.finish(1) == ["start 3"])
    #expect(bench.finish(3) == [])
    #expect(bench.scheduler.isIdle)
    #expect(bench.request() == ["start 5"])
  }

  @Test("a cancelled waiting effect makes room in a full queue")
  func waitingMakesRoom() {
    var bench = SchedulerBench(.concat, capacity: 1)
    _ = bench.request()
    _ = bench.request()
    _ = bench.cancel(2)
    #expect(bench.request() == ["wait 3"])
  }

  @Test("a cancelled running effect of a bounded queue is not live, and keeps its place until it has ended")
  func runningKeepsItsPlace() {
    var bench = SchedulerBench(.concat)
    _ = bench.request("a")
    _ = bench.request("b")
    #expect(bench.cancel(id: "a") == ["cancel 1"])
    #expect(!bench.isLive(1))
    #expect(bench.scheduler.stoppingCount == 1)
    #expect(bench.cancel(id: "a") == [])
    #expect(bench.cancel(1) == [])
    #expect(bench.cancelAll() == ["drop 2 cancelled"])
    #expect(bench.request() == ["wait 3"])
    #expect(bench.finish(1) == ["start 3"])
  }

  @Test("a cancelled running effect of an unbounded queue, or of none, is forgotten at once")
  func runningIsForgotten() {
    var bench = SchedulerBench(.merge)
    _ = bench.request()
    _ = bench.request(queue: nil)
    #expect(bench.cancel(1) == ["cancel 1"])
    #expect(bench.cancel(2) == ["cancel 2"])
    #expect(bench.scheduler.isIdle)
  }

  @Test("a predicate chooses among the ids, and never meets an effect without one")
  func byPredicate() {
    var bench = SchedulerBench(.merge)
    for id in ["row 1", "row 2", "other", nil] { _ = bench.request(id) }
    #expect(bench.cancel { $0.hasPrefix("row") } == ["cancel 1", "cancel 2"])
    #expect(bench.cancel { _ in true } == ["cancel 3"])
    #expect(bench.scheduler.runningCount == 1)
  }

  @Test("cancelling everything ends what runs and what waits, in the order of the requests")
  func everything() {
    var bench = SchedulerBench(.latest)
    _ = bench.request("a", queue: "x")
    _ = bench.request(queue: nil)
    _ = bench.request(queue: "y", policy: QueuePolicy(.debounce(for: .seconds(1))))
    #expect(bench.cancelAll() == ["cancel 1", "cancel 2", "drop 3 cancelled"])
    #expect(bench.scheduler.isIdle)
    #expect(bench.timer(at: 1_000) == [])
  }

  @Test("a report of the end of an effect that waits, or is over, is ignored")
  func reportsOutOfPlace() {
    var bench = SchedulerBench(.concat)
    _ = bench.request()
    _ = bench.request()
    #expect(bench.finish(2) == [])
    #expect(bench.finish(1) == ["start 2"])
    #expect(bench.finish(1) == [])
    #expect(bench.isLive(2))
    var stranger = EffectScheduler<String, String>()
    var actions: [EffectAction] = []
    stranger.finish(bench.tokens[1], into: &actions)
    stranger.cancel(bench.tokens[1], into: &actions)
    #expect(actions.isEmpty)
    #expect(!stranger.isLive(bench.tokens[1]))
  }
}
