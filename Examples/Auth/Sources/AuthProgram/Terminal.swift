import Foundation

/// The terminal, or the files in its place.
@MainActor
struct Terminal: Paper {
  enum Style: String {
    case plain = ""
    case faint = "\u{1B}[2m"
    case warm = "\u{1B}[33m"
  }

  /// True when standard input is a terminal.
  let isTyped: Bool
  /// True when standard output is a terminal.
  let isRead: Bool
  private let hasColours: Bool

  init() {
    isTyped = isatty(STDIN_FILENO) != 0
    isRead = isatty(STDOUT_FILENO) != 0
    hasColours = isRead && ProcessInfo.processInfo.environment["NO_COLOR", default: ""].isEmpty
  }

  /// Writes a line in the place of the prompt, if there is one, and the prompt below it.
  func write(_ text: String, _ style: Style) {
    let line = hasColours && style != .plain ? "\(style.rawValue)\(text)\u{1B}[0m" : text
    put(isTyped && isRead ? "\(Self.lineAnew)\(line)\n\(Self.invitation)" : "\(line)\n")
  }

  func write(_ text: String) { write(text, .plain) }

  /// Removes the prompt for the last time.
  func end() {
    if isTyped && isRead { put(Self.lineAnew) }
  }

  func prompt() {
    if isTyped && isRead { put("\(Self.lineAnew)\(Self.invitation)") }
  }

  private static let invitation = "> "
  private static let lineAnew = "\r\u{1B}[K"

  /// Writes at once; `print` would buffer the prompt until the end of its line.
  private func put(_ text: String) {
    FileHandle.standardOutput.write(Data(text.utf8))
  }
}
