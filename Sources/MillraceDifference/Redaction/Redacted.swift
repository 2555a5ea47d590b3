import MillraceCore

/// A value that is never printed: it shows as `<redacted>` in text of every kind.
///
/// ```swift
/// struct Login: Equatable, Sendable {
///   var user = ""
///   @Redacted var password = ""
/// }
/// print(Login(user: "ada", password: "pearl"))  // Login(user: "ada", _password: <redacted>)
/// ```
///
/// `print`, `dump`, string interpolation, a ``Difference``, the errors of a flow and every log hide it,
/// however deep it is in other values. In a type that is declared `nonisolated`, where Swift allows no
/// property wrappers, write it as a plain value: `var password = Redacted("pearl")`.
///
/// It is compared, hashed and coded by its value: a journal and an inspector, which
/// need the value to restore a state, store and send it as it is.
@propertyWrapper
public struct Redacted<Value> {
  /// The value itself.
  public var wrappedValue: Value

  /// Creates a redacted value.
  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }

  /// Creates a redacted value, as for the payload of a message.
  public init(_ value: Value) {
    wrappedValue = value
  }
}

extension Redacted: Sendable where Value: Sendable {}
extension Redacted: Equatable where Value: Equatable {}
extension Redacted: Hashable where Value: Hashable {}

/// It is coded as its value.
extension Redacted: Encodable where Value: Encodable {
  /// Writes the value as it is.
  public func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}

extension Redacted: Decodable where Value: Decodable {
  /// Reads the value.
  public init(from decoder: any Decoder) throws { wrappedValue = try Value(from: decoder) }
}

extension Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The text `<redacted>`.
  public var description: String { Redaction.text }
  /// The text `<redacted>`.
  public var debugDescription: String { Redaction.text }
  /// A mirror without parts.
  public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

/// A redacted value of any type, for comparisons.
protocol RedactedValue {
  var hiddenValue: Any { get }
}

extension Redacted: WhollyReadable {
  package var wholeParts: [Any] { [wrappedValue] }
}

extension Redacted: RedactedValue {
  var hiddenValue: Any { wrappedValue }
}
