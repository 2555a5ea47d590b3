import Millrace
import MillraceCore

/// A recorded value that can be read without the application's types.
///
/// A journal stores messages and states as CBOR, which describes itself. A tool reads them as this type,
/// shows them, exports them as JSON, and imports that again. The type is `Codable`, so it can replace an old
/// message's type that no longer exists.
///
/// ```swift
/// let value = try JournalValue(json: #"{"opened": {"page": 3}}"#)
/// print(value["opened"]?["page"] ?? .null)  // 3
/// ```
///
/// Texts and names are equal when their bytes are equal. Other than with `String`, an é in one scalar differs
/// from an é in two.
public enum JournalValue: Hashable, Sendable {
  /// Null: an optional that is nil.
  case null
  /// A Boolean.
  case bool(Bool)
  /// An integer.
  case integer(Int64)
  /// An integer above `Int64.max`.
  case unsigned(UInt64)
  /// A floating-point number, also an infinity or a NaN.
  case float(Double)
  /// A text.
  case text(String)
  /// Bytes; a text in base64 in JSON.
  case bytes([UInt8])
  /// Values in order.
  case array([JournalValue])
  /// Members in the order in which they were written.
  case object([Member])

  /// A name and value of an object.
  public struct Member: Hashable, Sendable {
    /// The name.
    public var key: String
    /// The value.
    public var value: JournalValue

    /// Creates a member.
    public init(key: String, value: JournalValue) {
      self.key = key
      self.value = value
    }

    /// Compares the bytes of the names, and the values.
    public static func == (left: Member, right: Member) -> Bool {
      ExactText(left.key) == ExactText(right.key) && left.value == right.value
    }
  }

  /// The maximum nesting depth of arrays and objects, in all forms: 512.
  public static let nestingLimit = 512

  /// The value of an object's member of that name; nil when there is none, or when this is not an object.
  public subscript(key: String) -> JournalValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { ExactText($0.key) == ExactText(key) }?.value
  }

  /// Compares values, their texts by their bytes; a NaN equals one with the same bits.
  public static func == (left: JournalValue, right: JournalValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.unsigned(let left), .unsigned(let right)): left == right
    case (.float(let left), .float(let right)): ReflexiveKey(left) == ReflexiveKey(right)
    case (.text(let left), .text(let right)): ExactText(left) == ExactText(right)
    case (.bytes(let left), .bytes(let right)): left == right
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    default: false
    }
  }

  /// Creates an integer, in the case that fits it.
  package init(_ number: UInt64) {
    if let small = Int64(exactly: number) { self = .integer(small) } else { self = .unsigned(number) }
  }
}

extension JournalValue: CustomStringConvertible {
  /// The value as JSON in one line.
  public var description: String { json() }
}
