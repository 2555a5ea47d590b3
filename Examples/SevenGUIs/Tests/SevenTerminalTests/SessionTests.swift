import Foundation
import Millrace
import MillraceTesting
import SevenSession
import SevenTerminal
import TerminalFixture
import Testing

@Suite("The terminal: sessions")
@MainActor
struct SessionTests {
  private let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  @Test("the session prints what is expected, which is also what the windows print")
  func session() async throws {
    let clock = ManualClock()
    let app = SevenApp(environment: .session(clock))
    var output: [String] = []
    let session = Session(on: app, clock: clock) { output.append($0) }
    let lines = try String(contentsOf: folder.appending(path: "session.txt"), encoding: .utf8)
    await session.play(
      lines.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init))
    let expected = try String(contentsOf: folder.appending(path: "session.expected"), encoding: .utf8)
    #expect(output.joined(separator: "\n") + "\n" == expected)
    try clock.requireNoSleepers()
  }

  @Test("a line that cannot be followed is answered with a sentence")
  func mistakes() async {
    let clock = ManualClock()
    let app = SevenApp(environment: .session(clock))
    var output: [String] = []
    let session = Session(on: app, clock: clock) { output.append($0) }
    await session.play([
      "fly", "open Clock", "press Fly", "open Counter", "set Value = 3", "read Fly", "press Value",
      "press Count at 1 x", "wait long", "set Count",
    ])
    let answers = output.filter { !$0.hasPrefix(">") }
    #expect(answers.count == 9)
    #expect(answers.allSatisfy { $0.hasSuffix(".") })
  }
}

/// The program itself, in a terminal.
@Suite("The terminal: the program")
struct ProgramTests {
  private func start() throws -> TerminalSession {
    try TerminalSession(command: [TerminalSession.builtProgram("seven")])
  }

  @Test("tasks are opened, used and closed, and time passes for the timer")
  func tour() async throws {
    let session = try start()
    try await session.waitFor("the list") { $0.contains { $0.contains("[ Counter ]") } }
    try session.press("Enter", "Enter")
    try await session.waitFor("the count") { $0.contains { $0.contains("Value  1") } }
    try session.press("Escape")
    try await session.waitFor("the list") { $0.contains { $0.contains("[ Timer ]") } }
    try session.press("Tab", "Tab", "Tab", "Enter")
    try await session.waitFor("the time") {
      $0.contains { $0.contains("Time") && !$0.hasSuffix(" 0.0 s") }
    }
    try session.press("Escape")
    try await session.waitFor("the list") { $0.contains { $0.contains("[ Timer ]") } }
    try session.press("Escape")
    #expect(try await session.waitForEnd() == 0)
  }
}
