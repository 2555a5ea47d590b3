/// An error that says why bytes or a text could not be read as a ``JournalValue``.
public struct JournalCodingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A form of input.
  public enum Format: String, Hashable, Sendable {
    /// The binary form of values in a journal, RFC 8949.
    case cbor = "CBOR"
    /// The text form of values, RFC 8259.
    case json = "JSON"
  }

  /// The form of the input.
  public let format: Format
  /// The offset at which the reading stopped, in bytes.
  public let offset: Int
  /// The reason: the input found there, and the input that is allowed there.
  public let reason: String

  package init(format: Format, offset: Int, reason: String) {
    self.format = format
    self.offset = offset
    self.reason = reason
  }

  /// The form that could not be read, the offset, the reason and the remedy, as sentences.
  public var description: String {
    let advice =
      switch format {
      case .cbor: "Check that the bytes are complete and unchanged."
      case .json: "Correct the text at this place."
      }
    return "The \(format.rawValue) cannot be read at byte \(offset): \(reason). \(advice)"
  }
}
