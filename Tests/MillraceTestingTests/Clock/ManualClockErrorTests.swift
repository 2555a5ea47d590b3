import MillraceTesting
import Testing

@Suite struct ManualClockErrorTests {
  private func at(_ seconds: Int) -> ManualClock.Instant { .init(offset: .seconds(seconds)) }

  @Test("Sleepers left are counted, listed and explained")
  func sleepersLeft() {
    #expect(
      ManualClockError.sleepersLeft(now: at(3), sleepers: [at(4), at(10)]).description == """
        At 3.0 seconds 2 tasks sleep until 4.0 seconds, 10.0 seconds. A task that this test started still sleeps: \
        advance the clock to its deadline, or cancel it.
        """)
  }

  @Test("Of many sleepers the first five are listed")
  func manySleepers() {
    let text = ManualClockError.sleepersLeft(now: .start, sleepers: (1...8).map(at)).description
    #expect(
      text.contains(
        "8 tasks sleep until 1.0 seconds, 2.0 seconds, 3.0 seconds, 4.0 seconds, 5.0 seconds and 3 more."))
  }

  @Test("A run that does not end names the remaining sleepers")
  func endless() {
    #expect(
      ManualClockError.endless(steps: 10, now: at(10), sleepers: [at(11)]).description == """
        The clock still has sleepers after 10 were woken: at 10.0 seconds, 1 task sleeps until 11.0 seconds. A task \
        that sleeps in a loop never ends by itself: cancel it, use advance(by:), or raise atMost:.
        """)
  }

  @Test("A condition that did not come says where the clock stood")
  func conditionNotReached() {
    #expect(
      ManualClockError.conditionNotReached(now: at(2), patience: .seconds(10), sleepers: []).description
        == """
        The condition did not become true within 10.0 seconds of real time without work, or before the task was \
        cancelled; at 2.0 seconds, no task sleeps. Advance the clock further, or find what stops the task.
        """)
  }
}
