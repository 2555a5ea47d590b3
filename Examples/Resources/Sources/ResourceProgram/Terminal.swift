import Foundation

/// The terminal, or the files in its place.
struct Terminal: Sendable {
  /// True when standard input is a terminal.
  let isTyped = isatty(STDIN_FILENO) != 0
  /// True when input and output are a terminal.
  private let hasPrompt = isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0

  /// Writes a line in the place of the prompt, if there is one, and the prompt below it.
  func write(_ text: String) {
    put(hasPrompt ? "\r\u{1B}[K\(text)\n> " : "\(text)\n")
  }

  func prompt() {
    if hasPrompt { put("\r\u{1B}[K> ") }
  }

  /// Removes the prompt for the last time.
  func end() {
    if hasPrompt { put("\r\u{1B}[K") }
  }

  /// Writes at once; `print` would buffer the prompt until the end of its line.
  private func put(_ text: String) {
    FileHandle.standardOutput.write(Data(text.utf8))
  }
}
