import Foundation

extension Terminal {
  /// Passes each line of the input to a closure, until it returns false or the input ends.
  ///
  /// A separate thread reads what a person types, so answers arrive in the meantime. A line of a file is
  /// printed as if it had been typed, and the next is read when the closure has returned.
  public func followLines(_ follow: (String) async -> Bool) async {
    if isTyped {
      for await line in typedLines() {
        prompt()
        if await !follow(line) { return }
      }
    } else {
      while let line = input.next() {
        write("> \(line)")
        if await !follow(line) { return }
      }
    }
  }

  /// Returns the lines as they are typed, read on a separate thread.
  public func typedLines() -> AsyncStream<String> {
    let (lines, reader) = AsyncStream.makeStream(of: String.self)
    readLines { line in
      if case .terminated = reader.yield(line) { false } else { true }
    } end: {
      reader.finish()
    }
    return lines
  }

  /// Reads lines on a separate thread until a closure returns false or the input ends, and then calls
  /// another.
  public func readLines(
    _ take: @escaping @Sendable (String) -> Bool, end: @escaping @Sendable () -> Void
  ) {
    Thread.detachNewThread { [input] in
      while let line = input.next(), take(line) {}
      end()
    }
  }
}
