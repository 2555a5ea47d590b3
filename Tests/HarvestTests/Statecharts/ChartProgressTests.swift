import Testing

@testable import Harvest

@Suite("A report of a chart that takes long")
struct ChartProgressTests {
  @Test("tells how far it is, and its bound, every five seconds from the tenth on")
  func progress() throws {
    let chart = try PlainChart {
      substate(.off, initial: true) { onInput(.power, to: .on) }
      substate(.on) { onInput(.power, to: .off) }
    }
    var now = Duration.seconds(-4)
    var lines: [String] = []
    var progress = ReportProgress(
      of: "Machine", limit: 7,
      now: {
        now += .seconds(4)
        return now
      }, print: { lines.append($0) })
    // The time is read for each state, once as it is found and once as it is tried: at 0, 4, 8 and 12
    // seconds.
    let report = try chart.report(inputs: nil, limit: 7, &progress)
    #expect(report.configurations == 2)
    #expect(
      lines == [
        "A report of the chart of Machine has taken 12 seconds: the inputs were tried in 1 of 2 found states. It ends "
          + "after at most 7 states (`limit`)."
      ])
  }
}
