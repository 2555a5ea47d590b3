import Millrace

/// The name of one source of entries: a device, a process, a user's session.
///
/// Two replicas that write at the same time must have different names. A replica that comes back keeps its
/// name, so that the log can tell an entry that was sent twice. Names are compared by their bytes.
public struct LogWriter: Sendable, CustomStringConvertible {
  /// The maximum length of a name in bytes of UTF-8: 128.
  public static let nameLimit = 128

  /// The name.
  public let name: String

  /// Creates a writer's name.
  ///
  /// - Throws: ``SharedLogError/malformed(log:reason:)`` for a name that is empty, longer than ``nameLimit``,
  ///   or contains the character NUL, which PostgreSQL cannot store.
  public init(_ name: String) throws(SharedLogError) {
    if let flaw = Self.flaw(of: name) { throw .malformed(log: nil, reason: flaw) }
    self.name = name
  }

  /// The name.
  public var description: String { name }

  static func flaw(of name: String) -> String? {
    let length = name.utf8.count
    if length == 0 { return "a writer's name is empty" }
    if length > nameLimit { return "a writer's name has \(length) bytes, and the limit is \(nameLimit)" }
    return name.utf8.contains(0) ? "a writer's name contains the character NUL" : nil
  }
}

extension LogWriter: Hashable, Comparable, Codable {
  /// Returns true if the names have the same bytes.
  public static func == (left: LogWriter, right: LogWriter) -> Bool {
    ExactText(left.name) == ExactText(right.name)
  }

  /// Hashes the bytes of the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(ExactText(name)) }

  /// Returns true if the bytes of the first name come before those of the second.
  public static func < (left: LogWriter, right: LogWriter) -> Bool {
    left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
  }

  /// Reads a name.
  ///
  /// - Throws: `DecodingError` for a name that ``init(_:)`` refuses.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let name = try container.decode(String.self)
    if let flaw = Self.flaw(of: name) {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: flaw)
    }
    self.name = name
  }

  /// Writes the name.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}
