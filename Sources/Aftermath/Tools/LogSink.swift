import Millrace

/// The destination of a log's lines.
///
/// ```swift
/// let file = LogSink { line in logFile.append(line) }
/// engine.pipeCommands(through: [LogCommandMiddleware(sink: file)])
/// ```
public struct LogSink: Sendable {
  private let body: @Sendable (String) -> Void

  /// Creates a custom sink.
  ///
  /// - Parameter write: A closure that receives a line without its newline. It is called on any thread, and
  ///   concurrently if several engines share the sink.
  public init(_ write: @escaping @Sendable (_ line: String) -> Void) {
    body = write
  }

  /// The process's standard error.
  public static let standardError = LogSink { StandardError.write($0) }

  /// The process's standard output, as `print` writes it.
  public static let standardOutput = LogSink { print($0) }

  /// Writes one line.
  ///
  /// Newlines and other control characters are written as escapes (`\n`, `\u{1B}`), so that text from outside
  /// cannot begin a line.
  public func write(_ line: String) { body(StandardError.escaped(line)) }
}
