/// Why bytes or a text could not be read as a ``JournalValue``.
public struct JournalCodingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was being read.
  public enum Format: String, Hashable, Sendable {
    /// The binary form of values in a journal, RFC 8949.
    case cbor = "CBOR"
    /// The text form of values, RFC 8259.
    case json = "JSON"
  }

  /// What was being read.
  public let format: Format
  /// Where the reading stopped: the count of bytes before that place.
  public let offset: Int
  /// What was found there, and what may stand there instead.
  public let reason: String

  /// A sentence: what could not be read, where, and why.
  public var description: String {
    "The \(format.rawValue) cannot be read at byte \(offset): \(reason)."
  }
}
