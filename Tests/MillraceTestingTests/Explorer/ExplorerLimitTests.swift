import Millrace
import Testing

@testable import MillraceTesting

/// The limit of real time, and what is said while a search goes on.
@Suite struct ExplorerLimitTests {
  /// An explorer for whom a second passes whenever it looks at the time.
  private func hurried(_ limit: Duration?) -> Explorer {
    var explorer = Explorer()
    explorer.limits.duration = limit
    explorer.progress = nil
    explorer.startStopwatch = {
      let seconds = Locked<Int64>(0)
      let next = {
        seconds.withLock { seconds in
          seconds += 1
          return Duration.seconds(seconds)
        }
      }
      return Stopwatch(elapsed: next, worked: next)
    }
    return explorer
  }

  private let typing: @Sendable (isolated World) throws -> Void = { world in
    _ = ExplorerGapTests.latest(world)
  }

  @Test("a search ends when it has worked for as long as it may, and says so")
  func search() async {
    let exploration = await hurried(.seconds(5)).explore(typing)
    #expect(!exploration.isComplete && !exploration.isProven && exploration.finding == nil)
    #expect(exploration.runs + exploration.pruned == 4, "\(exploration)")
    #expect(exploration.bound == "of the bound of 5.0 seconds (`limits.duration`)")
    #expect(
      "\(exploration)".contains(
        "not every order was tried, because of the bound of 5.0 seconds (`limits.duration`); the random orders of "
          + "`.prioritised` reach further."
      ))
  }

  @Test("an audit that has no time left proves nothing, and says how far it came")
  func audit() async {
    let all = await Explorer().explore(typing)
    #expect(all.isProven && all.auditedOrders == 200, "\(all)")
    let exploration = await hurried(.seconds(all.runs + all.pruned + 8)).explore(typing)
    #expect(
      exploration.isComplete && !exploration.isProven && exploration.auditedOrders == 7, "\(exploration)")
    #expect(
      "\(exploration)".contains("Not proven: the audit ended after 7 orders, because of the bound of"),
      "\(exploration)")
  }

  @Test("a search whose task was cancelled ends before its next run")
  func cancelled() async {
    let exploration = await Task { [typing] in
      withUnsafeCurrentTask { $0?.cancel() }
      return await Explorer().explore(typing)
    }.value
    #expect(!exploration.isComplete && exploration.bound == "its task was cancelled")
  }

  @Test("a long exploration says every five seconds where it is, once it has taken ten")
  func progress() async {
    var explorer = hurried(nil)
    let lines = Locked<[String]>([])
    explorer.progress = { line in lines.withLock { $0.append(line) } }
    let exploration = await explorer.explore(typing, fileID: "Tests/Typing.swift", line: 12)
    #expect(exploration.isProven, "\(exploration)")
    let told = lines.withLock(\.self)
    #expect(
      told.first
        == "Tests/Typing.swift:12: exploring for 10 seconds, 10 schedules begun; it has no time limit.",
      "\(told)")
    #expect(told.count == (Int(exploration.duration.components.seconds) - 10 + 5) / 5, "\(told)")
    #expect(told.last?.contains("the search is complete, ") == true, "\(told)")
  }

  @Test("by itself the clock goes on with what the thread works")
  func stopwatch() {
    let watch = Stopwatch()
    var sum = 0
    while watch.worked() == .zero { sum &+= 1 }
    #expect(watch.worked() > .zero && watch.elapsed() > .zero)
  }
}
