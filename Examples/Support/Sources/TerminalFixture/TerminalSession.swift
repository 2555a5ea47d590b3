import Foundation
public import Terminal

/// A program in a real terminal, for tests that type and read the screen.
///
/// The terminal is tmux with its own server: it reads none of the user's files, and leaves nothing behind
/// when the session or this process ends.
///
/// ```swift
/// let session = try TerminalSession(command: [program], width: 60, height: 12)
/// try await session.waitFor("the list") { $0.contains { $0.contains("Shopping") } }
/// try session.press("Enter")
/// ```
public final class TerminalSession {
  private let tmux: Tmux
  private let output: Int32

  /// Starts a program in a terminal.
  ///
  /// - Parameters:
  ///   - command: The program and its arguments.
  ///   - environment: Variables in addition to PATH, an empty HOME, and a locale of UTF-8.
  ///   - width: The columns.
  ///   - height: The rows.
  ///   - folder: The working folder; nil for the HOME.
  public init(
    command: [String], environment: [String: String] = [:], width: Int = 80, height: Int = 24,
    folder: String? = nil
  ) throws(TerminalSessionError) {
    let tmux = try Tmux(environment: environment)
    self.tmux = tmux
    let wake = "\(tmux.folder)/wake"
    output = try Tmux.makeFIFO(at: wake)
    // In one call, so that the pipe exists before the program's first output.
    try tmux.run(
      ["start-server"],
      ["set-option", "-g", "status", "off"],
      ["set-option", "-g", "default-terminal", "screen-256color"],
      ["set-option", "-g", "set-clipboard", "off"],
      ["new-session", "-d", "-x", "\(width)", "-y", "\(height)", "-c", folder ?? tmux.home, "--"]
        + ["sh", "-c", Self.script, "sh", tmux.folder] + command,
      ["pipe-pane", "-O", "exec cat > \(wake)"])
  }

  /// Writes the program's process id and status to files, and keeps the terminal open after its end.
  private static let script = """
    folder="$1"
    shift
    sh -c 'echo $$ > "$0/process"; exec "$@"' "$folder" "$@"
    echo $? > "$folder/status.new"
    mv "$folder/status.new" "$folder/status"
    echo > "$folder/wake"
    exec cat > /dev/null
    """

  deinit { end() }

  /// Returns the path of a program of the tested package, which is beside the tests.
  public static func builtProgram(_ name: String) -> String {
    #if canImport(Darwin)
    let tests = Bundle(for: TerminalSession.self).bundleURL
    #else
    let tests = URL(filePath: CommandLine.arguments[0])
    #endif
    return tests.deletingLastPathComponent().appending(path: name).path
  }

  /// Types text, character by character.
  public func type(_ text: String) throws(TerminalSessionError) {
    // The length of a tmux command is limited.
    var rest = text[...]
    while !rest.isEmpty {
      try tmux.run(["send-keys", "-l", "--", String(rest.prefix(500))])
      rest = rest.dropFirst(500)
    }
  }

  /// Presses keys by tmux' names, such as `Enter`, `Escape`, `BSpace`, `Up`, `PageUp`, `BTab`, `C-x`.
  ///
  /// Wait for the effect of `Escape` before you press another key: close together, both are one key with alt.
  public func press(_ keys: String...) throws(TerminalSessionError) {
    try tmux.run(["send-keys"] + keys)
  }

  /// Pastes text, like the terminal's menu.
  public func paste(_ text: String) throws(TerminalSessionError) {
    let file = "\(tmux.folder)/paste"
    guard FileManager.default.createFile(atPath: file, contents: Data(text.utf8)) else {
      throw .noFolder(path: file, code: errno)
    }
    try tmux.run(["load-buffer", file], ["paste-buffer", "-p", "-d"])
  }

  public func resize(width: Int, height: Int) throws(TerminalSessionError) {
    try tmux.run(["resize-window", "-x", "\(width)", "-y", "\(height)"])
  }

  /// Sends the program a signal, such as `SIGTERM`.
  public func send(signal: Int32) throws(TerminalSessionError) {
    if let id = number(in: "process"), isRunning { kill(id, signal) }
  }

  /// Returns the rows of the screen, without trailing spaces.
  public func screen() throws(TerminalSessionError) -> [String] {
    try canvas().lines
  }

  /// Returns the screen with its colours and its cursor.
  ///
  /// tmux does not report a background that a program gave to a row's end by clearing it, which some kinds of
  /// terminals support; the kind that is set here does not.
  public func canvas() throws(TerminalSessionError) -> Canvas {
    let answers = try ask("#{pane_width} #{pane_height} #{cursor_x} #{cursor_y} #{cursor_flag}")
      .split(separator: " ").compactMap { Int($0) }
    guard answers.count == 5 else { throw .refused(command: "display-message", answer: "it gave no size") }
    let text = try tmux.run(["capture-pane", "-e", "-p", "-N"])
    var canvas = Canvas(width: answers[0], height: answers[1], styledText: text)
    if answers[4] == 1 { canvas.cursor = Canvas.Position(row: answers[3], column: answers[2]) }
    return canvas
  }

  /// True until the program has ended.
  public var isRunning: Bool { !tmux.isEnded && exitStatus == nil }

  /// The program's exit status, nil while it runs: 128 plus the number of the signal that ended it.
  public var exitStatus: Int32? { number(in: "status") }

  /// Waits until the screen satisfies a condition, and returns its rows.
  ///
  /// The condition is evaluated whenever the program has written something; no thread of Swift's pool is
  /// blocked.
  ///
  /// - Parameters:
  ///   - what: A description of the condition; it completes the sentence "Waited without success for …".
  ///   - time: The time limit.
  ///   - condition: A closure that checks the rows.
  /// - Throws: ``TerminalSessionError`` with the current screen, after the time limit.
  @discardableResult
  public func waitFor(
    _ what: String, within time: Duration = .seconds(30), _ condition: ([String]) -> Bool
  ) async throws -> [String] {
    let deadline = ContinuousClock.now + time
    while true {
      try Task.checkCancellation()
      // Read first: the output before the program's end is on the screen by then.
      let status = exitStatus
      let screen = try screen()
      if condition(screen) { return screen }
      if let status { throw TerminalSessionError.ended(waitingFor: what, status: status, screen: screen) }
      if await !hasOutput(until: deadline) {
        throw TerminalSessionError.timedOut(waitingFor: what, screen: screen)
      }
    }
  }

  /// Waits until the program has ended, and returns its status, like `exitStatus`.
  @discardableResult
  public func waitForEnd(within time: Duration = .seconds(30)) async throws -> Int32 {
    let deadline = ContinuousClock.now + time
    while true {
      if let exitStatus { return exitStatus }
      try Task.checkCancellation()
      if await !hasOutput(until: deadline) {
        throw TerminalSessionError.timedOut(waitingFor: "the program's end", screen: try screen())
      }
    }
  }

  /// Ends the program and the terminal; a second call does nothing.
  public func end() {
    guard !tmux.isEnded else { return }
    tmux.end()
    close(output)
  }

  /// Reads a number that the script has written.
  private func number(in file: String) -> Int32? {
    let text = FileManager.default.contents(atPath: "\(tmux.folder)/\(file)").map {
      String(decoding: $0, as: UTF8.self)
    }
    return text.flatMap { Int32($0.trimmingCharacters(in: .newlines)) }
  }

  private func ask(_ question: String) throws(TerminalSessionError) -> String {
    try tmux.run(["display-message", "-p", question]).trimmingCharacters(in: .newlines)
  }

  /// Waits for output or the end of the program, and reads the output from the pipe; returns false at the
  /// deadline.
  private func hasOutput(until deadline: ContinuousClock.Instant) async -> Bool {
    let output = output
    return await withCheckedContinuation { continuation in
      // On its own thread, because blocking a thread of Swift's pool would keep other tests from running.
      Thread.detachNewThread {
        continuation.resume(returning: Self.wait(for: output, until: deadline))
      }
    }
  }

  private static func wait(for output: Int32, until deadline: ContinuousClock.Instant) -> Bool {
    var question = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
    while true {
      let left = (deadline - ContinuousClock.now) / .milliseconds(1)
      let answer = poll(&question, 1, Int32(min(max(0, left.rounded(.up)), 1_000_000)))
      if answer < 0 && errno == EINTR { continue }
      if answer <= 0 { return false }
      var bytes = [UInt8](repeating: 0, count: 65536)
      while read(output, &bytes, bytes.count) > 0 {}
      return true
    }
  }
}
