import Millrace

/// A recorded value as it can be read without the application's types.
///
/// Messages and states are kept in a journal as CBOR, which says of each value what it is made of. A tool reads it as
/// this, shows it, exports it as JSON, and takes that back. As a `Codable` type it can stand for a message of old
/// whose type is gone.
///
/// ```swift
/// let value = try JournalValue(json: #"{"opened": {"page": 3}}"#)
/// print(value["opened"]?["page"] ?? .null)  // 3
/// ```
///
/// Texts and names are equal when their bytes are: an é in one scalar is another than an é in two, other than with
/// `String`.
public enum JournalValue: Hashable, Sendable {
  /// Nothing: an optional that is nil.
  case null
  /// True or false.
  case bool(Bool)
  /// A whole number.
  case integer(Int64)
  /// A whole number above `Int64.max`.
  case unsigned(UInt64)
  /// A number with a fraction; infinities and what is no number too.
  case float(Double)
  /// A text.
  case text(String)
  /// Bytes; a text in base64 in JSON.
  case bytes([UInt8])
  /// Values in a row.
  case array([JournalValue])
  /// Values by name, in the order in which they were written.
  case object([Member])

  /// A value of an object, and its name.
  public struct Member: Hashable, Sendable {
    /// The name.
    public var key: String
    /// The value.
    public var value: JournalValue

    /// A value under a name.
    public init(key: String, value: JournalValue) {
      self.key = key
      self.value = value
    }

    /// Compares the bytes of the names, and the values.
    public static func == (left: Member, right: Member) -> Bool {
      ExactText(left.key) == ExactText(right.key) && left.value == right.value
    }
  }

  /// How deep arrays and objects may stand in one another, in all forms: 512.
  public static let nestingLimit = 512

  /// The value of an object under a name; nil when there is none, and of all that is no object.
  public subscript(key: String) -> JournalValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { ExactText($0.key) == ExactText(key) }?.value
  }

  /// Compares values, their texts by their bytes.
  public static func == (left: JournalValue, right: JournalValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.unsigned(let left), .unsigned(let right)): left == right
    case (.float(let left), .float(let right)): left == right
    case (.text(let left), .text(let right)): ExactText(left) == ExactText(right)
    case (.bytes(let left), .bytes(let right)): left == right
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    default: false
    }
  }

  /// A whole number in the case that it belongs in.
  init(_ number: UInt64) {
    if let small = Int64(exactly: number) { self = .integer(small) } else { self = .unsigned(number) }
  }
}

extension JournalValue: CustomStringConvertible {
  /// The value as JSON in one line.
  public var description: String { json() }
}
