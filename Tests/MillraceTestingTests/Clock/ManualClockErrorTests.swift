import MillraceTesting
import Testing

@Suite struct ManualClockErrorTests {
  private func at(_ seconds: Int) -> ManualClock.Instant { .init(offset: .seconds(seconds)) }

  @Test("Sleepers left are counted, listed and explained")
  func sleepersLeft() {
    #expect(
      ManualClockError.sleepersLeft(now: at(3), sleepers: [at(4), at(10)]).description == """
        At 3.0 seconds 2 tasks sleep until 4.0 seconds, 10.0 seconds. Something this test started still waits \
        for time: advance the clock to its deadline, or cancel it.
        """)
  }

  @Test("Of many sleepers the first five are listed")
  func manySleepers() {
    let text = ManualClockError.sleepersLeft(now: .start, sleepers: (1...8).map(at)).description
    #expect(
      text.contains(
        "8 tasks sleep until 1.0 seconds, 2.0 seconds, 3.0 seconds, 4.0 seconds, 5.0 seconds and 3 more."))
  }

  @Test("A run that does not end says who keeps it going")
  func endless() {
    #expect(
      ManualClockError.endless(steps: 10, now: at(10), sleepers: [at(11)]).description == """
        The clock did not run dry: after 10 sleepers woken, at 10.0 seconds, 1 task sleeps until 11.0 seconds. \
        A task that sleeps in a loop never ends by itself: cancel it, use advance(by:), or allow more with atMost:.
        """)
  }

  @Test("A condition that did not come says where the clock stood")
  func conditionNotReached() {
    #expect(
      ManualClockError.conditionNotReached(now: at(2), patience: .seconds(10), sleepers: []).description
        == """
        The condition did not become true within 10.0 seconds of quiet real time, or before the task was cancelled, \
        with the clock at 2.0 seconds, where no task sleeps. Advance further, or look for what keeps the task from getting there.
        """)
  }
}
