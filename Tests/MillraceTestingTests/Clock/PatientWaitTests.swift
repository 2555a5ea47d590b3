import Testing

@testable import MillraceTesting

@Suite("A wait for a fact that nothing announces") struct PatientWaitTests {
  private static let busy = RealTime(elapsed: .seconds(5), processor: .seconds(1))
  private static let quiet = RealTime(elapsed: .seconds(5), processor: .milliseconds(1))

  @Test("It lets others run a few times, then pauses, twice as long each time, up to 100 milliseconds")
  func growing() {
    var wait = PatientWait(.seconds(60))
    let steps = (0..<13).map { _ in wait.next() }
    let pauses = [1, 2, 4, 8, 16, 32, 64, 100, 100].map { PatientWait.Step.pause(.milliseconds($0)) }
    #expect(steps == Array(repeating: .letOthersRun, count: 4) + pauses)
  }

  @Test("News makes it look closely again")
  func news() {
    var wait = PatientWait(.seconds(60))
    for _ in 0..<12 { _ = wait.next() }
    wait.newsCame()
    #expect((0..<5).map { _ in wait.next() }.last == .pause(.milliseconds(1)))
  }

  /// Returns the number of steps of five seconds that a wait takes before it gives up.
  private func steps(_ time: RealTime, patience: Duration = .seconds(1)) -> Int {
    var wait = PatientWait(patience)
    var count = 0
    while wait.next() != .giveUp {
      wait.spent(time)
      count += 1
    }
    return count
  }

  @Test("A pause counts as long as it was to be, however late its end came")
  func late() {
    // 4 rounds and 1 + 2 + … + 64 are 131 milliseconds; nine pauses of 100 come to more than a second.
    #expect(steps(Self.quiet) == 4 + 7 + 9)
  }

  @Test("While the process works, a pause counts a tenth")
  func working() {
    #expect(steps(Self.busy) == 4 + 7 + 99)
  }

  @Test("No patience is none")
  func none() {
    #expect(steps(Self.busy, patience: .zero) == 0)
  }
}
