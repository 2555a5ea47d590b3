import Foundation

/// Where the program writes, and whether a person is there.
struct Terminal {
  /// Whether a person types.
  let isTyped = isatty(STDIN_FILENO) != 0
  /// Whether a person reads.
  let isRead = isatty(STDOUT_FILENO) != 0
  private var hasPrompt: Bool { isTyped && isRead }

  /// Writes a line; where a prompt stands, in its place, and the prompt below it.
  func write(_ text: String) {
    if hasPrompt { draw("\r\u{1B}[K\(text)\n> ") } else { put(text) }
  }

  /// Writes a line.
  func put(_ text: String) {
    draw("\(text)\n")
  }

  /// Invites to type.
  func prompt() {
    if hasPrompt { draw("\r\u{1B}[K> ") }
  }

  /// Takes the prompt away, for the last time.
  func end() {
    if hasPrompt { draw("\r\u{1B}[K") }
  }

  /// Writes a text as it is.
  ///
  /// Not with `print`, which would keep it back until the end of its line.
  func draw(_ text: String) {
    do {
      try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
    } catch {
      Self.complain("What the program prints cannot be written, so it ends: \(error.localizedDescription)")
      exit(1)
    }
  }

  /// The columns and rows of the terminal; those of an old one where they cannot be found out.
  var size: (columns: Int, rows: Int) {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return (80, 24)
    }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// The lines that are typed, read on a thread of their own.
  static func lines() -> AsyncStream<String> {
    let (lines, reader) = AsyncStream.makeStream(of: String.self)
    Thread.detachNewThread {
      while let line = readLine() { reader.yield(line) }
      reader.finish()
    }
    return lines
  }

  /// Says what is wrong, where errors are said.
  static func complain(_ sentence: String) {
    try? FileHandle.standardError.write(contentsOf: Data("\(sentence)\n".utf8))
  }
}
