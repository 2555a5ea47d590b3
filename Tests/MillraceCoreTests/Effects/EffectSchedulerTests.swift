import Testing

@testable import MillraceCore

@Suite("EffectScheduler")
struct EffectSchedulerTests {
  @Test("serials count the requests, and slots are given again once their effect has ended")
  func tokens() {
    var bench = SchedulerBench(.merge)
    for _ in 0..<3 { _ = bench.request() }
    _ = bench.finish(2)
    _ = bench.request()
    #expect(bench.tokens.map(\.serial) == [1, 2, 3, 4])
    #expect(bench.tokens.map(\.slot) == [0, 1, 2, 1])
    #expect(!bench.isLive(2))
    #expect(bench.isLive(4))
  }

  @Test("an old token does not speak for the new effect in its slot")
  func oldTokens() {
    var bench = SchedulerBench(.merge)
    _ = bench.request()
    _ = bench.finish(1)
    _ = bench.request()
    #expect(bench.tokens[0].slot == bench.tokens[1].slot)
    #expect(bench.cancel(1) == [])
    #expect(bench.finish(1) == [])
    #expect(bench.isLive(2))
  }

  @Test("a new effect never shares its slot with one that its own request ends")
  func slotsWithinOneAnswer() {
    var bench = SchedulerBench(.latest)
    _ = bench.request()
    _ = bench.request()
    #expect(bench.tokens[0].slot != bench.tokens[1].slot)
  }

  @Test("storage grows with the effects that are there together, not with those that ever were")
  func storage() {
    var bench = SchedulerBench(.concat)
    for serial in 1...500 {
      _ = bench.request("\(serial)", queue: "\(serial)")
      _ = bench.finish(serial)
    }
    #expect(bench.scheduler.slots.count == 1)
    #expect(bench.scheduler.lanes.count == 1)
    #expect(bench.scheduler.named.isEmpty)
    #expect(bench.scheduler.isIdle)
  }

  @Test("queue names made up at run time are forgotten however their last effect ends")
  func forgottenQueues() {
    var bench = SchedulerBench(.merge)
    let strategies: [FlattenStrategy] = [
      .merge, .concat, .latest, .exhaust, .debounce(for: .milliseconds(1)),
      .throttle(for: .milliseconds(1), latest: false), .newest(max: 2), .oldest(max: 2),
      .spaced(by: .milliseconds(1)),
    ]
    for round in 0..<60 {
      let policy = QueuePolicy(strategies[round % strategies.count])
      _ = bench.request("id", queue: "queue \(round)", policy: policy, at: round * 10)
      if round % 2 == 0 { _ = bench.cancel(id: "id") }
      _ = bench.timer(at: round * 10 + 5)
      _ = bench.finish(round + 1)
      #expect(bench.scheduler.queueCount == 0, "round \(round)")
    }
    #expect(bench.scheduler.isIdle)
  }

  @Test("it is not idle while a throttle window is open")
  func openWindow() {
    var bench = SchedulerBench(.throttle(for: .milliseconds(10), latest: true))
    _ = bench.request(at: 0)
    _ = bench.finish(1)
    #expect(!bench.scheduler.isIdle)
    #expect(bench.timer(at: 10) == [])
    #expect(bench.scheduler.isIdle)
  }

  @Test("time that runs backwards counts as the latest time seen")
  func backwards() {
    var bench = SchedulerBench(.debounce(for: .milliseconds(100)))
    #expect(bench.request(at: 1_000) == ["wait 1", "wake 1100"])
    #expect(bench.request(at: 500) == ["drop 1 replaced", "wait 2"])
    #expect(bench.timer(at: 1_099) == [])
    #expect(bench.timer(at: 1_100) == ["start 2"])
    #expect(bench.timer(at: 0) == [])
  }

  @Test("the start of time is arbitrary, also below zero")
  func belowZero() {
    var bench = SchedulerBench(.debounce(for: .milliseconds(100)))
    #expect(bench.request(at: -5_000) == ["wait 1", "wake -4900"])
    #expect(bench.timer(at: -4_900) == ["start 1"])
  }

  @Test("only an earlier time asks for another timer, and the timer that comes asks for the next")
  func wakes() {
    var bench = SchedulerBench(.debounce(for: .milliseconds(100)))
    #expect(bench.request(queue: "a") == ["wait 1", "wake 100"])
    #expect(bench.request(queue: "b", policy: QueuePolicy(.debounce(for: .milliseconds(300)))) == ["wait 2"])
    #expect(
      bench.request(queue: "c", policy: QueuePolicy(.debounce(for: .milliseconds(50)))) == [
        "wait 3", "wake 50",
      ])
    #expect(bench.timer(at: 50) == ["start 3", "wake 100"])
    #expect(bench.timer(at: 70) == [])
    #expect(bench.timer(at: 100) == ["start 1", "wake 300"])
    #expect(bench.timer(at: 300) == ["start 2"])
  }

  @Test(
    "what is due starts in the order of its times, and at equal times in the order in which they were set")
  func dueOrder() {
    var bench = SchedulerBench(.debounce(for: .milliseconds(100)))
    _ = bench.request(queue: "a", at: 0)
    _ = bench.request(queue: "b", at: 0)
    _ = bench.request(queue: "c", policy: QueuePolicy(.debounce(for: .milliseconds(20))), at: 10)
    _ = bench.request(queue: "d", policy: QueuePolicy(.debounce(for: .milliseconds(90))), at: 10)
    #expect(bench.timer(at: 200) == ["start 3", "start 1", "start 2", "start 4"])
  }

  @Test("an inspector sees every effect that has not ended, in the order of the requests")
  func inspection() {
    var bench = SchedulerBench(.concat)
    _ = bench.request("a")
    _ = bench.request("b")
    _ = bench.request(queue: nil)
    _ = bench.cancel(1)
    let entries = bench.scheduler.entries.map {
      "\($0.token.serial) \($0.id ?? "-") \($0.queue ?? "-") \($0.phase)"
    }
    #expect(entries == ["1 a q stopping", "2 b q waiting", "3 - - running"])
    #expect(bench.tokens.map(bench.scheduler.phase) == [.stopping, .waiting, .running])
    _ = bench.finish(3)
    #expect(bench.scheduler.phase(of: bench.tokens[2]) == nil)
  }
}
