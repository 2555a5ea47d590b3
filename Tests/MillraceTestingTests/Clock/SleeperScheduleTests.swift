import TestResources
import Testing

@testable import MillraceTesting

@Suite struct SleeperScheduleTests {
  private typealias Schedule = SleeperSchedule<Int>

  private static func at(_ seconds: Int) -> ManualClock.Instant { .init(offset: .seconds(seconds)) }

  /// Resumptions as text, which can be compared.
  private static func text(_ resumptions: [Schedule.Resumption]) -> [String] {
    resumptions.map { "\($0.waker) \($0.reason)" }
  }

  private var schedule = Schedule(now: at(0))

  private mutating func sleep(_ waker: Int, until seconds: Int, isCancelled: Bool = false) -> [String] {
    let waitID = schedule.makeWaitID()
    return Self.text(
      schedule.sleep(waitID, until: Self.at(seconds), isCancelled: isCancelled, waker: waker))
  }

  private mutating func watch(_ waker: Int, for condition: Schedule.Condition) -> [String] {
    let waitID = schedule.makeWaitID()
    return Self.text(schedule.watch(waitID, for: condition, isCancelled: false, waker: waker))
  }

  @Test("A deadline already reached resumes the sleeper at once")
  mutating func reached() {
    _ = schedule.jump(to: Self.at(5))
    #expect(sleep(1, until: 5) == ["1 fulfilled"])
    #expect(sleep(2, until: 4) == ["2 fulfilled"])
    #expect(schedule.deadlines.isEmpty)
  }

  @Test("A task cancelled before it asks does not fall asleep")
  mutating func cancelledBefore() {
    #expect(sleep(1, until: 5, isCancelled: true) == ["1 cancelled"])
    #expect(sleep(2, until: 0, isCancelled: true) == ["2 cancelled"])
    #expect(schedule.deadlines.isEmpty)
  }

  @Test("A cancelled sleeper is resumed once and never woken")
  mutating func cancelled() {
    let waitID = schedule.makeWaitID()
    _ = schedule.sleep(waitID, until: Self.at(5), isCancelled: false, waker: 1)
    #expect(Self.text(schedule.cancelSleep(waitID, until: Self.at(5))) == ["1 cancelled"])
    #expect(Self.text(schedule.cancelSleep(waitID, until: Self.at(5))) == [])
    #expect(Self.text(schedule.jump(to: Self.at(9))) == [])
  }

  @Test("Cancelling a sleeper that was woken does nothing, also when others sleep until then")
  mutating func cancelledAfter() {
    let waitID = schedule.makeWaitID()
    _ = schedule.sleep(waitID, until: Self.at(5), isCancelled: false, waker: 1)
    _ = sleep(2, until: 5)
    #expect(schedule.step(to: Self.at(5))?.waker == 1)
    #expect(Self.text(schedule.cancelSleep(waitID, until: Self.at(5))) == [])
    #expect(schedule.deadlines == [Self.at(5)])
  }

  @Test("A jump wakes by deadline, and those of one deadline in the order in which they asked")
  mutating func jumpInOrder() {
    for (number, deadline) in [3, 1, 2, 1, 3, 2, 1].enumerated() { _ = sleep(number, until: deadline) }
    #expect(schedule.jump(to: Self.at(3)).map(\.waker) == [1, 3, 6, 2, 5, 0, 4])
  }

  @Test("A step wakes one sleeper, at its deadline")
  mutating func step() {
    _ = sleep(1, until: 3)
    _ = sleep(2, until: 3)
    #expect(schedule.step(to: Self.at(9))?.waker == 1)
    #expect(schedule.now == Self.at(3))
    #expect(schedule.step(to: Self.at(9))?.waker == 2)
    #expect(schedule.now == Self.at(3))
  }

  @Test("A step without a deadline before the limit moves the time to the limit")
  mutating func stepToLimit() {
    _ = sleep(1, until: 10)
    #expect(schedule.step(to: Self.at(9)) == nil)
    #expect(schedule.now == Self.at(9))
  }

  @Test("A step to a limit in the past changes nothing")
  mutating func stepBack() {
    _ = schedule.jump(to: Self.at(9))
    #expect(schedule.step(to: Self.at(4)) == nil)
    #expect(schedule.now == Self.at(9))
  }

  @Test("A watcher is resumed by the next sleeper, and only once")
  mutating func watchSleepers() {
    #expect(watch(10, for: .sleep(since: 0)) == [])
    #expect(watch(11, for: .sleep(since: 0)) == [])
    #expect(sleep(1, until: 5) == ["10 fulfilled", "11 fulfilled"])
    #expect(sleep(2, until: 4) == [])
    #expect(watch(12, for: .sleep(since: 1)) == ["12 fulfilled"])
  }

  @Test("A cancelled watcher is resumed once")
  mutating func cancelledWatcher() {
    let waitID = schedule.makeWaitID()
    #expect(
      Self.text(schedule.watch(waitID, for: .sleep(since: 0), isCancelled: false, waker: 1)) == [])
    #expect(Self.text(schedule.cancelWatch(waitID)) == ["1 cancelled"])
    #expect(Self.text(schedule.cancelWatch(waitID)) == [])
    #expect(sleep(2, until: 4) == [])
    #expect(
      Self.text(schedule.watch(waitID, for: .sleep(since: 1), isCancelled: true, waker: 1))
        == ["1 cancelled"])
  }

  @Test("Everyone has left once each sleeper woken by time has said so")
  mutating func everyoneLeft() {
    #expect(watch(10, for: .everyoneLeft) == ["10 fulfilled"])
    _ = sleep(1, until: 1)
    _ = sleep(2, until: 2)
    #expect(Self.text(schedule.jump(to: Self.at(2))) == ["1 timeCame", "2 timeCame"])
    #expect(watch(11, for: .everyoneLeft) == [])
    #expect(Self.text(schedule.leave()) == [])
    #expect(Self.text(schedule.leave()) == ["11 fulfilled"])
  }

  @Test("A sleeper that comes, goes, runs again or is reported is news, once for each watcher")
  mutating func news() {
    let waitID = schedule.makeWaitID()
    #expect(watch(10, for: .news(since: schedule.newsCount)) == [])
    #expect(
      Self.text(schedule.sleep(waitID, until: Self.at(1), isCancelled: false, waker: 1)) == ["10 fulfilled"])
    #expect(watch(11, for: .news(since: 0)) == ["11 fulfilled"])
    #expect(watch(12, for: .news(since: schedule.newsCount)) == [])
    #expect(Self.text(schedule.cancelSleep(waitID, until: Self.at(1))) == ["1 cancelled", "12 fulfilled"])
    #expect(watch(13, for: .news(since: schedule.newsCount)) == [])
    _ = sleep(2, until: 0)
    #expect(Self.text(schedule.noteEvent()) == ["13 fulfilled"])
    #expect(Self.text(schedule.noteEvent()) == [])
  }

  /// The law of the schedule, in the plainest way: a list in the order of the requests, searched from the
  /// front.
  private struct Model {
    var now = 0
    var sleepers: [(waker: Int, deadline: Int)] = []

    mutating func jump(to time: Int) -> [String] {
      var woken: [String] = []
      while let deadline = sleepers.map(\.deadline).min(), deadline <= time {
        let index = sleepers.firstIndex { $0.deadline == deadline } ?? 0
        woken.append("\(sleepers.remove(at: index).waker) timeCame")
      }
      now = max(now, time)
      return woken
    }
  }

  @Test(
    "Whatever sleeps, is cancelled and is woken: it goes by deadline, then by request",
    arguments: UInt64(0)..<150)
  mutating func law(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var model = Model()
    var waitIDs: [Int: (waitID: Schedule.WaitID, deadline: ManualClock.Instant)] = [:]
    for waker in 0..<200 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<6:
        let deadline = model.now + Int.random(in: -1...6, using: &random)
        let waitID = schedule.makeWaitID()
        waitIDs[waker] = (waitID, Self.at(deadline))
        let resumed = schedule.sleep(waitID, until: Self.at(deadline), isCancelled: false, waker: waker)
        if deadline > model.now { model.sleepers.append((waker, deadline)) }
        #expect(Self.text(resumed) == (deadline > model.now ? [] : ["\(waker) fulfilled"]))
      case 6..<8:
        guard let victim = waitIDs.keys.sorted().randomElement(using: &random), let wait = waitIDs[victim]
        else { continue }
        let index = model.sleepers.firstIndex { $0.waker == victim }
        if let index { model.sleepers.remove(at: index) }
        let resumed = Self.text(schedule.cancelSleep(wait.waitID, until: wait.deadline))
        #expect(resumed == (index == nil ? [] : ["\(victim) cancelled"]))
      default:
        let time = model.now + Int.random(in: 0...4, using: &random)
        #expect(Self.text(schedule.jump(to: Self.at(time))) == model.jump(to: time))
        #expect(schedule.now == Self.at(time))
      }
      #expect(schedule.deadlines == model.sleepers.map { Self.at($0.deadline) }.sorted())
      #expect(schedule.nextDeadline == schedule.deadlines.first)
    }
  }
}
