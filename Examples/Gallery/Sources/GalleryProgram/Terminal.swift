import Foundation

/// The terminal, or the files in its place.
struct Terminal {
  /// True when standard input is a terminal.
  let isTyped = isatty(STDIN_FILENO) != 0
  /// True when standard output is a terminal.
  let isRead = isatty(STDOUT_FILENO) != 0
  private var hasPrompt: Bool { isTyped && isRead }

  /// Writes a line in the place of the prompt, if there is one, and the prompt below it.
  func write(_ text: String) {
    if hasPrompt { draw("\r\u{1B}[K\(text)\n> ") } else { put(text) }
  }

  func put(_ text: String) {
    draw("\(text)\n")
  }

  func prompt() {
    if hasPrompt { draw("\r\u{1B}[K> ") }
  }

  /// Removes the prompt for the last time.
  func end() {
    if hasPrompt { draw("\r\u{1B}[K") }
  }

  /// Writes a text at once; `print` would buffer it until the end of its line.
  func draw(_ text: String) {
    do {
      try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
    } catch {
      Self.complain("What the program prints cannot be written, so it ends: \(error.localizedDescription)")
      exit(1)
    }
  }

  /// The terminal's columns and rows; 80 by 24 where they are unknown.
  var size: (columns: Int, rows: Int) {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return (80, 24)
    }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Returns the typed lines, read on a separate thread.
  static func lines() -> AsyncStream<String> {
    let (lines, reader) = AsyncStream.makeStream(of: String.self)
    Thread.detachNewThread {
      while let line = readLine() { reader.yield(line) }
      reader.finish()
    }
    return lines
  }

  /// Writes a sentence to standard error.
  static func complain(_ sentence: String) {
    try? FileHandle.standardError.write(contentsOf: Data("\(sentence)\n".utf8))
  }
}
