import FlowWatch
import Millrace
import MillraceTesting
import Testing

@Suite("What a session knows of a flow")
@MainActor
struct FlowWatchTests {
  private let clock = ManualClock()
  private let store: Store<Int, String>

  /// A store whose message "go" sleeps for a second in a queue of one.
  init() {
    let clock = clock
    store = Store(0, of: String.self, environment: StoreEnvironment(clock: clock)) { count, message in
      count += 1
      guard message == "go" else { return .none }
      return .run(in: .concat("line")) { send in
        try await clock.sleep(for: .seconds(1))
        await send("came")
      }
    }
  }

  @Test("running and waiting work is counted until it has ended")
  func counts() async {
    let work = WorkInFlight(of: store.flow)
    var ends = 0
    work.whenNone = { ends += 1 }
    store.send("go")
    store.send("go")
    #expect(work.runningCount == 1)
    #expect(work.openCount == 2)
    #expect(ends == 0)
    await clock.advance(by: .seconds(1))
    await clock.advance(by: .seconds(1))
    #expect((work.runningCount, work.openCount) == (0, 0))
    #expect(ends == 2)
  }
}
