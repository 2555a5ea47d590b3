import MillraceTesting
import Testing

@testable import Millrace

@Suite("The times of an interval")
struct TickScheduleTests {
  @Test("In time, each tick is one interval after the one before")
  func inTime() {
    for missed in [MissedTicks.skip, .deliver] {
      var schedule = TickSchedule(every: .milliseconds(300), missed: missed)
      for number in 1...5 {
        #expect(schedule.next == .milliseconds(300 * number))
        schedule.advance(now: schedule.next + .milliseconds(2))
      }
    }
  }

  @Test("A tick that is due exactly now is one of those that its message stands for")
  func dueNow() {
    var schedule = TickSchedule(every: .seconds(1), missed: .skip)
    schedule.advance(now: .seconds(3))
    #expect(schedule.next == .seconds(4))
  }

  @Test("The next tick is the first full interval after now, however many were missed", arguments: 0..<200)
  func law(seed: UInt64) {
    var random = RandomSource.seeded(seed)
    let interval = Duration(
      secondsComponent: .random(in: 0...2, using: &random),
      attosecondsComponent: .random(in: 1...1_000_000_000, using: &random))
    var schedule = TickSchedule(every: interval, missed: .skip)
    var each = TickSchedule(every: interval, missed: .deliver)
    for _ in 0..<10 {
      let before = schedule.next
      let now = before + interval * Int.random(in: 0...1_000, using: &random) + interval / 3
      schedule.advance(now: now)
      #expect(schedule.next > now && schedule.next - interval <= now, "seed \(seed)")
      #expect(schedule.next > before, "seed \(seed)")
      while each.next < schedule.next { each.advance(now: now) }
      // One of the times that come when nothing is skipped.
      #expect(each.next == schedule.next, "seed \(seed)")
    }
  }

  @Test("An interval of one attosecond and a sleep of a thousand years are no trouble")
  func extremes() {
    let millennium = Duration.seconds(31_556_952_000)
    var schedule = TickSchedule(every: Duration(secondsComponent: 0, attosecondsComponent: 1), missed: .skip)
    schedule.advance(now: millennium)
    #expect(schedule.next == millennium + Duration(secondsComponent: 0, attosecondsComponent: 1))
  }
}
