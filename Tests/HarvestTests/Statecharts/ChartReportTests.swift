import Harvest
import Testing

struct ChartReportTests {
  @Test("A chart without faults has no findings, also where a state alone takes no input")
  func clean() throws {
    let report = try ChartAutomaticTests.session().report()
    #expect(report.isClean && report.configurations == 5, "\(report)")
    #expect(report.description.hasPrefix("The chart has no findings in "))
    let lonely = try PlainChart { substate(.on, initial: true) }
    #expect(try lonely.report().isClean)
  }

  @Test("An unreachable state, a dead end and an input that no state takes are named")
  func states() throws {
    let chart = try PlainChart {
      substate(.off, initial: true) { onInput(.power, to: .on) }
      substate(.on)
      substate(.paused) { onInput(.play, to: .playing) }
      substate(.playing)
    }
    let report = try chart.report()
    #expect(
      report.findings == [
        .unreachable(.paused), .unreachable(.playing), .deadEnd([.on]), .ignored(input: "play"),
      ])
    #expect(
      report.description.hasPrefix(
        "The chart has 4 findings in 2 states of its machine:\n  - The state `paused` is never entered;"))
  }

  @Test("A transition that another always takes is called shadowed, with its source state")
  func shadowed() throws {
    let chart = try PlainChart {
      substate(.on, initial: true) {
        onInput(.power, to: .off)
        onInput(.power, to: .on)
        onInput(.eject, to: .off)
        onInput(.play, to: .on, guard: .when("never") { _ in false })
        substate(.slow, initial: true) {
          onInput(.eject, to: .fast)
          onInput(.play, to: .fast)
        }
        substate(.fast) { onInput(.eject, to: .slow) }
      }
      substate(.off) { onInput(.power, to: .on) }
    }
    let findings = try chart.report().findings
    let all = chart.transitions
    #expect(
      findings == [
        .shadowed(all[1], by: [all[0]]), .shadowed(all[2], by: [all[4], all[6]]), .neverTaken(all[3]),
      ])
    #expect(
      findings[0].description
        == "In the state `on`, the transition `on: power -> on` is never taken, because `on: power -> off` is always "
        + "taken instead; move it up, make the other one narrower, or remove it.")
    #expect(findings[1].description.contains("`slow: eject -> fast` and `fast: eject -> slow` are always"))
    let graph = try chart.graph().report()
    #expect(
      graph.findings.contains {
        $0.description.hasPrefix("Row 2 (`power | on`) is never used, because row 1 (`power | on`) matches")
      }, "\(graph)")
  }
}
