import Foundation
import MillraceTesting
import Testing

@testable import GalleryPrograms

@MainActor
@Suite("Sessions")
struct SessionTests {
  private nonisolated static let names = [
    "counter", "stopwatch", "login", "todo", "search", "life", "undo", "locks",
  ]

  private final class Paper {
    var lines: [String] = []
  }

  /// Returns the output of a session, its input lines included.
  private func play(_ name: String, _ lines: [String]) async throws -> [String] {
    let paper = Paper()
    let entry = try #require(Catalogue.entry(named: name))
    let session = try Session(entry, manual: ManualClock()) { paper.lines.append($0) }
    for line in lines where !session.isOver { await session.play(line) }
    return paper.lines
  }

  private func file(_ name: String) throws -> String {
    let package = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return try String(contentsOf: package.appending(path: "Sessions/\(name)"), encoding: .utf8)
  }

  @Test(
    "Every program prints for its session what is expected, each time",
    arguments: Self.names)
  func session(name: String) async throws {
    let lines = try file("\(name).txt").split(separator: "\n", omittingEmptySubsequences: false)
      .dropLast().map(String.init)
    let expected = try file("\(name).expected")
    for _ in 1...2 {
      let printed = try await play(name, lines)
      #expect(printed.joined(separator: "\n") + "\n" == expected)
    }
  }

  @Test("What nobody understands is said, and nothing happens", arguments: Self.names)
  func unknown(name: String) async throws {
    let printed = try await play(name, ["", "  ", "frobnicate it", "quit now", "\u{1B}[2J", "quit", "help"])
    #expect(
      printed.drop { $0.hasPrefix("0") } == [
        "> ", ">   ",
        "> frobnicate it", "There is nothing called 'frobnicate'; 'help' lists what there is.",
        "> quit now", "'quit' takes no argument; omit 'now'.",
        "> [2J", "There is nothing called '[2j'; 'help' lists what there is.",
        "> quit",
      ])
  }

  @Test("Time cannot be made to pass where it passes by itself")
  func realTime() async throws {
    let paper = Paper()
    let entry = try #require(Catalogue.entry(named: "stopwatch"))
    let session = try Session(entry, manual: nil) { paper.lines.append($0) }
    await session.answer("wait 5")
    #expect(
      paper.lines == ["Time passes by itself here; 'wait' is for lines that come from a file."])
  }

  @Test("Life goes on by so many turns and ends when nobody waits for the time any more")
  func runOut() async throws {
    let paper = Paper()
    let clock = ManualClock()
    let session = try Session(try #require(Catalogue.entry(named: "life")), manual: clock) {
      paper.lines.append($0)
    }
    await session.answer("turns 60")
    await session.runOut()
    #expect(paper.lines.last { $0.hasPrefix("Generation") } == "Generation 60, 0 alive:")
    #expect(clock.now.offset == Life.interval * 60)
    #expect(clock.now.offset <= .seconds(1) && clock.now.offset > .milliseconds(999))
  }

  @Test("The catalogue has every program once, and says in one line each what it shows")
  func catalogue() {
    #expect(Catalogue.entries.map(\.name) == Self.names)
    #expect(Catalogue.listing.split(separator: "\n").count == Self.names.count)
    #expect(Catalogue.listing.split(separator: "\n").allSatisfy { $0.count <= 110 })
  }
}
