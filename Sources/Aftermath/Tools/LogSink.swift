import Millrace

/// Where the lines of a log go, as the application chooses.
///
/// ```swift
/// let file = LogSink { line in logFile.append(line) }
/// engine.pipeCommands(through: [LogCommandMiddleware(sink: file)])
/// ```
public struct LogSink: Sendable {
  private let body: @Sendable (String) -> Void

  /// A sink of the application's own.
  ///
  /// - Parameter write: Takes a line, without the newline at its end. It is called on whatever thread has something to
  ///   log, on several of them at a time if engines share the sink.
  public init(_ write: @escaping @Sendable (_ line: String) -> Void) {
    body = write
  }

  /// The process's standard error.
  public static let standardError = LogSink { StandardError.write($0) }

  /// The process's standard output, as `print` writes it.
  public static let standardOutput = LogSink { print($0) }

  /// Writes one line.
  ///
  /// Newlines and other control characters in it are written as their escapes (`\n`, `\u{1B}`), so that no text that
  /// comes from outside can end the line or begin another.
  public func write(_ line: String) { body(Self.escaped(line)) }

  private static func escaped(_ line: String) -> String {
    if !line.unicodeScalars.contains(where: breaksLine) { return line }
    var escaped = ""
    for scalar in line.unicodeScalars {
      // The escape that Swift itself knows for the scalar.
      escaped += breaksLine(scalar) ? scalar.escaped(asASCII: true) : String(scalar)
    }
    return escaped
  }

  /// Whether a scalar is a control character or a separator of lines or paragraphs.
  private static func breaksLine(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: true
    default: false
    }
  }
}
