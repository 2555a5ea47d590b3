public import Millrace

/// The log of a program, as a dependency of effects.
///
/// ```swift
/// send.environment[LogClient.self].notice("The server was asked.", ["books": "\(books.count)"])
/// ```
///
/// It is its own key in the environment: ``standardError(from:)`` in an application and in a preview. In a
/// test a call fails until the test sets the client, for example to ``silent`` or to one that records.
public struct LogClient: Sendable {
  /// Takes an entry, on any thread.
  public var log: @Sendable (Entry) -> Void

  /// Creates a client; without a function, each call fails the test that makes it.
  public init(log: @escaping @Sendable (Entry) -> Void = unimplemented("LogClient.log")) {
    self.log = log
  }

  /// The weight of an entry.
  public enum Level: Int, Sendable, Hashable, Comparable, CaseIterable {
    /// Details for the search for a mistake.
    case debug
    /// A step of the program.
    case info
    /// An event that an operator should see.
    case notice
    /// A condition that may become an error.
    case warning
    /// A failure.
    case error

    /// Returns true if `left` weighs less.
    public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
  }

  /// An entry of the log.
  public struct Entry: Sendable, Hashable {
    /// The weight.
    public var level: Level
    /// The message.
    public var message: String
    /// Further values, by their names.
    public var fields: [String: String]

    /// Creates an entry.
    public init(_ level: Level, _ message: String, _ fields: [String: String] = [:]) {
      self.level = level
      self.message = message
      self.fields = fields
    }
  }

  /// Logs details for the search for a mistake.
  public func debug(_ message: String, _ fields: [String: String] = [:]) {
    log(Entry(.debug, message, fields))
  }

  /// Logs a step of the program.
  public func info(_ message: String, _ fields: [String: String] = [:]) { log(Entry(.info, message, fields)) }

  /// Logs an event that an operator should see.
  public func notice(_ message: String, _ fields: [String: String] = [:]) {
    log(Entry(.notice, message, fields))
  }

  /// Logs a condition that may become an error.
  public func warning(_ message: String, _ fields: [String: String] = [:]) {
    log(Entry(.warning, message, fields))
  }

  /// Logs a failure.
  public func error(_ message: String, _ fields: [String: String] = [:]) {
    log(Entry(.error, message, fields))
  }
}

extension LogClient {
  /// Drops every entry.
  public static let silent = LogClient { _ in }

  /// Creates a client that writes each entry of a level or above as one line to standard error.
  ///
  /// A line is the level, the message, and the fields sorted by name: `notice: Saved. file=a.txt size=12`. A
  /// field's value with a space or a quotation mark in it is quoted, and line breaks are written `\n`.
  public static func standardError(from level: Level = .info) -> LogClient {
    LogClient { if $0.level >= level { StandardError.write($0.line) } }
  }

  /// Returns a client that records each entry before it logs it.
  public func recording(into calls: RecordedCalls<Entry>) -> LogClient {
    LogClient { entry in
      calls.append(entry)
      log(entry)
    }
  }
}

extension LogClient.Entry {
  /// The entry as one line.
  var line: String {
    let values = fields.sorted { $0.key < $1.key }.map { " \(Self.word($0.key))=\(Self.word($0.value))" }
    return "\(level): \(StandardError.escaped(message))\(values.joined())"
  }

  private static func word(_ text: String) -> String {
    let isPlain = !text.isEmpty && !text.contains { $0.isWhitespace || $0 == "\"" || $0 == "=" || $0 == "\\" }
    if isPlain { return StandardError.escaped(text) }
    let quoted = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return "\"\(StandardError.escaped(quoted))\""
  }
}

extension LogClient: StoreEnvironmentKey {
  /// Lines on standard error, from `info` on.
  public static let defaultValue = LogClient.standardError()
  /// A call fails the test that makes it.
  public static let testValue = LogClient()
  /// Lines on standard error, from `info` on.
  public static let previewValue = LogClient.standardError()
}
