import Foundation

/// Where the program writes, and whether a person types there.
struct Terminal {
  /// Whether a person types.
  let isTyped = isatty(STDIN_FILENO) != 0
  /// Whether a person types and reads, so that there is a prompt.
  private let hasPrompt = isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0

  /// Writes a line; where a prompt stands, in its place, and the prompt below it.
  func write(_ text: String) {
    put(hasPrompt ? "\r\u{1B}[K\(text)\n> " : "\(text)\n")
  }

  /// Invites to type.
  func prompt() {
    if hasPrompt { put("\r\u{1B}[K> ") }
  }

  /// Takes the prompt away, for the last time.
  func end() {
    if hasPrompt { put("\r\u{1B}[K") }
  }

  /// Not `print`, which would keep the prompt back until the end of its line.
  private func put(_ text: String) {
    FileHandle.standardOutput.write(Data(text.utf8))
  }
}
