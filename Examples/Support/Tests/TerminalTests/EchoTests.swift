import Foundation
import Terminal
import TerminalFixture
import Testing

/// A small program in a real terminal.
@Suite("A program in a terminal")
struct EchoTests {
  private static let echo = TerminalSession.builtProgram("TerminalEcho")

  /// A session with the program, once it is there.
  private func started(
    _ arguments: String..., width: Int = 44, height: Int = 12
  ) async throws -> TerminalSession {
    let session = try TerminalSession(command: [Self.echo] + arguments, width: width, height: height)
    try await session.waitFor("the first screen") {
      $0.first?.hasPrefix("\(width) × \(height), 0 keys") == true
    }
    return session
  }

  @Test("Keys arrive, one by one, and the screen shows text, colours and the cursor")
  func keys() async throws {
    let session = try await started()
    try session.type("tea 漢字 é")
    try session.press("Left", "BSpace", "Up", "PageDown", "BTab", "C-a", "Enter")
    try await session.waitFor("all keys") { $0.first?.hasPrefix("44 × 12, 15 keys") == true }
    try session.press("Escape")
    let screen = try await session.waitFor("the escape key") { $0.contains("escape") }
    #expect(screen.last == "> tea 漢字é")
    #expect(
      screen.dropFirst().dropLast().suffix(7) == [
        "backspace", "up", "pageDown", "backtab", "control(\"a\")", "enter", "escape",
      ])
    let canvas = try session.canvas()
    #expect(canvas[0, 43].style.background == .blue)
    #expect(canvas[1, 0].style.foreground == .green)
    #expect(canvas.cursor == Canvas.Position(row: 11, column: 2))
  }

  @Test("Characters of several scalars leave the rest of the row in its place")
  func wide() async throws {
    let session = try await started()
    try session.type("👨‍👩‍👧🇫🇷👍🏽❤️क्षि|")
    let screen = try await session.waitFor("the bar") { $0.last?.hasSuffix("|") == true }
    #expect(screen.last?.hasPrefix("> 👨🇫🇷👍❤") == true)
    #expect(screen.last.map { TextWidth.of($0) } == (try session.canvas().cursor?.column))
  }

  @Test("A paste is one key, and its control characters do not reach the terminal")
  func paste() async throws {
    let session = try await started()
    try session.paste("one\ntwo\u{1B}[2Jthree")
    let screen = try await session.waitFor("the paste") { $0.first?.contains(", 1 keys") == true }
    #expect(screen.last == "> one two[2Jthree")
    #expect(screen[1].hasPrefix("paste("))
  }

  @Test("A terminal of one cell works, and so does every size after it")
  func resizing() async throws {
    // Only a terminal whose lines can be kept from wrapping has a last column that ncurses writes to here.
    let session = try TerminalSession(
      command: ["env", "TERM=xterm-256color", Self.echo], width: 40, height: 9)
    try await session.waitFor("the first screen") { $0.first?.hasPrefix("40 × 9, 0 keys") == true }
    try session.resize(width: 1, height: 1)
    try await session.waitFor("the tiny screen") { $0 == ["1"] }
    try session.type("x")
    try session.resize(width: 50, height: 15)
    let screen = try await session.waitFor("the large screen") {
      $0.first?.hasPrefix("50 × 15, 3 keys") == true
    }
    #expect(screen.last == "> x")
    #expect(screen[1] == "resize(width: 1, height: 1)")
    // The system tells of a new size by a signal, which may come before the key.
    #expect(screen[2...3].sorted() == ["character(\"x\")", "resize(width: 50, height: 15)"])
  }

  @Test(
    "A signal to end gives the terminal back, and the program says its last words",
    arguments: [SIGTERM, SIGINT, SIGHUP])
  func signals(signal: Int32) async throws {
    let session = try await started()
    try session.send(signal: signal)
    #expect(try await session.waitForEnd() == 0)
    let screen = try await session.waitFor("the last words") { $0.contains("Ended by signal(\(signal)).") }
    #expect(!screen.contains { $0.hasPrefix(">") })
  }

  @Test(
    "The terminal is as it was after the program closes it, exits without closing it, or is ended by a signal",
    arguments: [("C-q", 0), ("C-x", 3), ("C-t", 128 + SIGTERM)])
  func givingBack(key: String, status: Int32) async throws {
    let script = "stty -g; \"$0\" --unhandled; echo \"status $?\"; stty -g; read line"
    let session = try TerminalSession(command: ["sh", "-c", script, Self.echo])
    try await session.waitFor("the first screen") { $0.first?.hasPrefix("80 × 24, 0 keys") == true }
    try session.press(key)
    let screen = try await session.waitFor("the modes of the terminal") { rows in
      rows.firstIndex { $0.hasPrefix("status ") }.map { !rows[$0 + 1].isEmpty } == true
    }
    let place = try #require(screen.firstIndex { $0.hasPrefix("status ") })
    #expect(screen[place] == "status \(status)")
    #expect(screen[0] == screen[place + 1])
  }

  @Test("In a locale without UTF-8, text is shown all the same")
  func locale() async throws {
    let session = try TerminalSession(command: ["env", "LC_ALL=C", Self.echo], width: 20, height: 3)
    try await session.waitFor("the first screen") { $0.first?.hasPrefix("20 × 3, 0 keys") == true }
    try session.type("漢é;")
    try await session.waitFor("the text") { $0.last == "> 漢é;" }
  }

  @Test("On a terminal without colours, what has a background is reversed")
  func monochrome() async throws {
    let session = try TerminalSession(command: ["env", "TERM=vt100", Self.echo], width: 20, height: 3)
    try await session.waitFor("the first screen") { $0.first?.hasPrefix("20 × 3, 0 keys") == true }
    try session.type("a")
    try await session.waitFor("the key") { $0.last == "> a" }
    let canvas = try session.canvas()
    #expect(canvas[0, 0].style == Style(isBold: true, isReversed: true))
    #expect(canvas[1, 0].style == .plain)
  }

  #if os(Linux)
  /// In a session of its own the program gets no signal, only the end of its input.
  private static let starters = ["", "setsid -w"]
  #else
  private static let starters = [""]
  #endif

  @Test(
    "When the terminal goes away, the program is told, and ends", arguments: ["", "--unhandled"], starters)
  func hangUp(argument: String, starter: String) async throws {
    let farewell = try Farewell()
    // This shell outlives the terminal, to tell of the end.
    let script = "trap '' HUP; \(starter) \"$0\" $1; echo > '\(farewell.path)'"
    let session = try TerminalSession(command: ["sh", "-c", script, Self.echo, argument])
    try await session.waitFor("the first screen") { $0.first?.hasPrefix("80 × 24, 0 keys") == true }
    session.end()
    #expect(await farewell.came())
  }

  @Test("Control-z stops the program, and the shell continues it where it was")
  func suspending() async throws {
    let session = try TerminalSession(command: ["sh", "-i"], environment: ["PS1": "ready> "])
    try await session.waitFor("the prompt") { $0.first == "ready>" }
    try session.type("'\(Self.echo)'\r")
    try await session.waitFor("the first screen") { $0.first?.hasPrefix("80 × 24, 0 keys") == true }
    try session.type("x")
    try await session.waitFor("the key") { $0.last == "> x" }
    try session.press("C-z")
    try await session.waitFor("the prompt again") {
      $0.contains { $0.contains("Stopped") } && $0.contains("ready>")
    }
    try session.type("fg\r")
    try await session.waitFor("the screen again") { $0.last == "> x" }
    try session.type("y")
    try await session.waitFor("the next key") { $0.last == "> xy" }
  }

  @Test(
    "A kind of terminal that is not known, or cannot do enough, is told in a sentence",
    arguments: ["nonsense", "dumb"])
  func kinds(name: String) async throws {
    let session = try TerminalSession(command: ["env", "TERM=\(name)", Self.echo])
    #expect(try await session.waitForEnd() == 2)
    #expect(try session.screen().joined().contains("(TERM is \"\(name)\")"))
  }

  @Test("Without a terminal there is an error, and no screen")
  func redirected() async throws {
    let session = try TerminalSession(command: ["sh", "-c", "\"$0\" < /dev/null | cat", Self.echo])
    try await session.waitForEnd()
    try await session.waitFor("the sentence") {
      $0.first?.hasPrefix("Input and output are not a terminal") == true
    }
  }

  @Test(
    "Waiting in vain tells what is on the screen; waiting for a program that has ended does not take long")
  func waitingInVain() async throws {
    let session = try await started()
    await #expect {
      try await session.waitFor("a miracle", within: .milliseconds(1)) { _ in false }
    } throws: {
      "\($0)".hasPrefix("Waited without success for a miracle. The screen shows:\n  | 44 × 12, 0 keys")
    }
    try session.press("C-q")
    await #expect {
      try await session.waitFor("a miracle") { _ in false }
    } throws: { "\($0)".contains("ended with status 0, before a miracle was seen") }
  }

  @Test("Nothing is left when a session has ended")
  func ending() async throws {
    let session = try await started()
    session.end()
    session.end()
    #expect(!session.isRunning)
    #expect(throws: TerminalSessionError.self) { try session.screen() }
  }
}

/// A pipe with a name, which a program writes to at its end.
private final class Farewell {
  let path = FileManager.default.temporaryDirectory.appending(path: "farewell-\(UUID())").path
  private let descriptor: Int32

  init() throws {
    let isMade = mkfifo(path, 0o600) == 0
    descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    try #require(isMade && descriptor >= 0)
  }

  deinit {
    close(descriptor)
    unlink(path)
  }

  func came() async -> Bool {
    let descriptor = descriptor
    return await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        var question = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        continuation.resume(returning: poll(&question, 1, 30_000) > 0)
      }
    }
  }
}
