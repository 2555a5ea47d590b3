import Harvest
import MillraceTesting
import Testing
import WasherChart

@testable import WasherProgram

@MainActor
@Suite("The washing machine")
struct WasherTests {
  private final class Paper {
    var lines: [String] = []
  }

  private func play(_ lines: String...) async throws -> [String] {
    let paper = Paper()
    let session = Session(try Washer.chart(), manual: ManualClock()) { paper.lines.append($0) }
    for line in lines { await session.answer(line) }
    return paper.lines
  }

  @Test("The chart has no findings")
  func report() throws {
    let report = try Washer.chart().report()
    #expect(report.isClean, "\(report)")
  }

  @Test("Wool takes 50 seconds, and the door is locked until then")
  func wool() async throws {
    #expect(
      try await play("power", "wool", "start", "open", "wait 49", "state", "wait 1", "open") == [
        "power: off => idle & closed", "wool: idle & closed => idle & closed",
        "start: idle & closed => washing & locked", "open is refused in washing & locked",
        "soaked: washing & locked => rinsing & locked", "rinsed: rinsing & locked => spinning & locked",
        "spinning & locked, program wool", "spun: spinning & locked => idle & closed",
        "open: idle & closed => idle & opened",
      ])
  }

  @Test(
    "The start button of a machine that is off starts it at once, and power brings it back to where it was")
  func power() async throws {
    #expect(
      try await play("start", "wait 60", "power", "wait 100", "power", "stop", "close", "dance") == [
        "start: off => washing & locked", "soaked: washing & locked => rinsing & locked",
        "power: rinsing & locked => off", "power: off => rinsing & locked",
        "stop: rinsing & locked => idle & closed",
        "close is refused in idle & closed", "'dance' is nothing that can be done; 'help' lists what can be.",
      ])
  }
}
