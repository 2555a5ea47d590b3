import Foundation

/// The terminal, or the files in its place: lines with a prompt below them.
public struct Terminal: Sendable {
  public enum Style: String, Sendable {
    case plain = ""
    case faint = "\u{1B}[2m"
    case warm = "\u{1B}[33m"
  }

  /// True when standard input is a terminal.
  public let isTyped: Bool
  /// True when standard output is a terminal.
  public let isRead: Bool
  let hasColours: Bool
  let input: LineReader
  let output: FileHandle

  public init() {
    let isRead = isatty(STDOUT_FILENO) != 0
    self.init(
      isTyped: isatty(STDIN_FILENO) != 0, isRead: isRead,
      hasColours: isRead && ProcessInfo.processInfo.environment["NO_COLOR", default: ""].isEmpty,
      input: LineReader(descriptor: STDIN_FILENO), output: .standardOutput)
  }

  init(isTyped: Bool, isRead: Bool, hasColours: Bool, input: LineReader, output: FileHandle) {
    self.isTyped = isTyped
    self.isRead = isRead
    self.hasColours = hasColours
    self.input = input
    self.output = output
  }

  private var hasPrompt: Bool { isTyped && isRead }
  private static let invitation = "> "
  private static let clearedLine = "\r\u{1B}[K"

  /// Writes a line in the place of the prompt, if there is one, and the prompt below it.
  public func write(_ text: String, _ style: Style = .plain) {
    let line = hasColours && style != .plain ? "\(style.rawValue)\(text)\u{1B}[0m" : text
    draw(hasPrompt ? "\(Self.clearedLine)\(line)\n\(Self.invitation)" : "\(line)\n")
  }

  public func prompt() {
    if hasPrompt { draw("\(Self.clearedLine)\(Self.invitation)") }
  }

  /// Removes the prompt for the last time.
  public func end() {
    if hasPrompt { draw(Self.clearedLine) }
  }

  /// Writes a text at once, without a line's end; `print` would buffer it until the end of its line.
  ///
  /// Ends the program with status 1 when the output cannot be written.
  public func draw(_ text: String) {
    do {
      try output.write(contentsOf: Data(text.utf8))
    } catch {
      Self.complain("What the program prints cannot be written, so it ends: \(error.localizedDescription)")
      exit(1)
    }
  }

  /// Writes a sentence to standard error.
  public static func complain(_ sentence: String) {
    try? FileHandle.standardError.write(contentsOf: Data("\(sentence)\n".utf8))
  }

  /// The terminal's columns and rows; 80 by 24 where they are unknown.
  public var size: (columns: Int, rows: Int) {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return (80, 24)
    }
    return (Int(size.ws_col), Int(size.ws_row))
  }
}
