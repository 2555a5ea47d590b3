import Foundation

/// Where the program writes, and whether a person reads it there.
@MainActor
struct Terminal: Paper {
  /// How a line looks where there are colours.
  enum Style: String {
    case plain = ""
    case faint = "\u{1B}[2m"
    case warm = "\u{1B}[33m"
  }

  /// Whether a person types.
  let isTyped: Bool
  /// Whether a person reads.
  let isRead: Bool
  private let hasColours: Bool

  init() {
    isTyped = isatty(STDIN_FILENO) != 0
    isRead = isatty(STDOUT_FILENO) != 0
    hasColours = isRead && ProcessInfo.processInfo.environment["NO_COLOR", default: ""].isEmpty
  }

  /// Writes a line; where a prompt stands, in its place, and the prompt below it.
  func write(_ text: String, _ style: Style) {
    let line = hasColours && style != .plain ? "\(style.rawValue)\(text)\u{1B}[0m" : text
    put(isTyped && isRead ? "\(Self.lineAnew)\(line)\n\(Self.invitation)" : "\(line)\n")
  }

  /// Writes a line without a style.
  func write(_ text: String) { write(text, .plain) }

  /// Takes the prompt away, for the last time.
  func end() {
    if isTyped && isRead { put(Self.lineAnew) }
  }

  /// Invites to type.
  func prompt() {
    if isTyped && isRead { put("\(Self.lineAnew)\(Self.invitation)") }
  }

  private static let invitation = "> "
  private static let lineAnew = "\r\u{1B}[K"

  /// Not `print`, which would keep the prompt back until the end of its line.
  private func put(_ text: String) {
    FileHandle.standardOutput.write(Data(text.utf8))
  }
}
