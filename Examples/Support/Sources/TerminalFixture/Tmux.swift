import Foundation
import ProcessFixture

/// A private tmux server, which ends with this object and with this process.
final class Tmux {
  /// The folder of its files.
  let folder: String
  /// An empty folder inside of it.
  let home: String
  private let environment: [String: String]
  private let life: Int32
  private let guardian: ChildProcess
  private(set) var isEnded = false

  /// Creates the folder; the server starts with the first command.
  init(environment: [String: String]) throws(TerminalSessionError) {
    // Not the system's folder for temporary files: the path of a socket is limited to about a hundred bytes.
    var template = Array("/tmp/terminal.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw .noFolder(path: "/tmp", code: errno) }
    let folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    self.folder = folder
    home = "\(folder)/home"
    guard mkdir(home, 0o700) == 0 else { throw .noFolder(path: home, code: errno) }
    self.environment = Self.base(home: home).merging(environment) { $1 }

    let lifeline = "\(folder)/life"
    life = try Self.makeFIFO(at: lifeline)
    // However this process ends, its end of the pipe closes; then the guardian reads the end of its input.
    let script = """
      trap '' INT HUP TERM
      cat > "$1/last"
      tmux -S "$1/socket" kill-server
      rm -rf "$1"
      """
    guardian = try Self.start(
      "sh", ["-c", script, "sh", folder], Self.base(home: home), input: .path(lifeline))
  }

  deinit { end() }

  /// Runs commands, each a list of words, in one call; returns their output.
  @discardableResult
  func run(_ commands: [String]...) throws(TerminalSessionError) -> String {
    guard !isEnded else {
      throw .refused(command: commands[0].joined(separator: " "), answer: "it has ended")
    }
    let output = "\(folder)/output"
    // The user's configuration is not read; a separate semicolon separates commands.
    let words = commands.map { $0.map(Self.escapingEnd) }.joined(separator: [";"])
    let process = try Self.start(
      "tmux", ["-u", "-S", "\(folder)/socket", "-f", "/dev/null"] + words, environment, output: .path(output))
    let end = process.wait()
    let text = String(decoding: FileManager.default.contents(atPath: output) ?? Data(), as: UTF8.self)
    guard end == .status(0) else {
      throw .refused(
        command: commands.map { $0.joined(separator: " ") }.joined(separator: "; "),
        answer: text.trimmingCharacters(in: .whitespacesAndNewlines))
    }
    return text
  }

  /// Ends the server and its programs, and removes the folder.
  func end() {
    guard !isEnded else { return }
    isEnded = true
    close(life)
    guardian.wait()
  }

  private static func start(
    _ program: String, _ arguments: [String], _ environment: [String: String],
    input: ChildProcess.File = .nothing, output: ChildProcess.File = .nothing
  ) throws(TerminalSessionError) -> ChildProcess {
    do {
      return try ChildProcess(
        program, arguments, environment: environment, input: input, output: output, errors: .output)
    } catch {
      throw .notStarted(program: error.program, code: error.code)
    }
  }

  /// Creates a named pipe; both ends stay open, and child processes do not inherit them.
  static func makeFIFO(at path: String) throws(TerminalSessionError) -> Int32 {
    guard mkfifo(path, 0o600) == 0 else { throw .noFolder(path: path, code: errno) }
    let descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw .noFolder(path: path, code: errno) }
    return descriptor
  }

  /// Escapes a semicolon at the end of a word, which tmux takes for the end of the command.
  private static func escapingEnd(_ word: String) -> String {
    word.hasSuffix(";") ? word.dropLast() + "\\;" : word
  }

  private static func base(home: String) -> [String: String] {
    #if canImport(Darwin)
    let locale = "en_US.UTF-8"
    #else
    let locale = "C.UTF-8"
    #endif
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    return ["PATH": path, "HOME": home, "LC_ALL": locale, "SHELL": "/bin/sh", "TERM": "screen-256color"]
  }
}
