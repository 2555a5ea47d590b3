/// A part of a state that changes can be applied to, without the type of its value.
@usableFromInline
protocol ChangeableField<State>: AnyObject, Sendable {
  associatedtype State
  /// The declared name; nil for a part that is not declared.
  var name: String? { get }
  var anyPath: AnyKeyPath { get }
  /// The name of the row that the part belongs to; nil for a part of the state itself.
  var row: String? { get }
  func apply(_ value: any Equatable & Sendable, to state: inout State)
  func encode(_ value: any Equatable & Sendable, to encoder: any Encoder) throws
  func decode(from decoder: any Decoder) throws -> any Equatable & Sendable
}

/// A part of a state with a value of a known type.
@usableFromInline
final class TypedField<State, Value: Equatable & Sendable>: ChangeableField {
  let path: any WritableKeyPath<State, Value> & Sendable
  @usableFromInline let name: String?
  /// A function that writes a value of this type; it is specialised where the field is created.
  private let write: @Sendable (Value, inout State) -> Void

  @usableFromInline var anyPath: AnyKeyPath { path }
  @usableFromInline var row: String? { nil }

  @usableFromInline
  init(
    _ path: any WritableKeyPath<State, Value> & Sendable, name: String?,
    write: @escaping @Sendable (Value, inout State) -> Void
  ) {
    self.path = path
    self.name = name
    self.write = write
  }

  @inlinable
  convenience init(_ path: any WritableKeyPath<State, Value> & Sendable, name: String) {
    self.init(path, name: name, write: Self.writing(to: path))
  }

  /// Creates the field at a path, under the name by which the state has declared it.
  @inlinable
  convenience init(_ path: any WritableKeyPath<State, Value> & Sendable) {
    let name = (State.self as? any BindableState.Type)?.declaredName(of: path)
    self.init(path, name: name, write: Self.writing(to: path))
  }

  /// Returns a function that writes to a path: in place if it leads to stored properties, which is twice as
  /// fast.
  @inlinable
  static func writing(
    to path: any WritableKeyPath<State, Value> & Sendable
  ) -> @Sendable (Value, inout State) -> Void {
    guard let offset = MemoryLayout<State>.offset(of: path) else { return { $1[keyPath: path] = $0 } }
    return { value, state in
      withUnsafeMutableBytes(of: &state) { bytes in
        // Sound: every value of `State` has a stored property of this type at this offset, without observers.
        bytes.baseAddress.unsafelyUnwrapped.advanced(by: offset).assumingMemoryBound(to: Value.self).pointee =
          value
      }
    }
  }

  @usableFromInline
  func apply(_ value: any Equatable & Sendable, to state: inout State) {
    // A change is created with a value of its field's type.
    applyOpened(value, to: &state)
  }

  private func applyOpened<Given>(_ value: Given, to state: inout State) {
    precondition(Given.self == Value.self)
    // Sound: the types are the same. A cast would look types up at run time, which takes longer than the
    // rest.
    write(unsafeBitCast(value, to: Value.self), &state)
  }

  @usableFromInline
  func encode(_ value: any Equatable & Sendable, to encoder: any Encoder) throws {
    guard let value = value as? any Encodable else {
      throw EncodingError.invalidValue(
        value, EncodingError.Context(codingPath: encoder.codingPath, debugDescription: uncodable))
    }
    try value.encode(to: encoder)
  }

  @usableFromInline
  func decode(from decoder: any Decoder) throws -> any Equatable & Sendable {
    guard let type = Value.self as? any Decodable.Type, let value = try type.init(from: decoder) as? Value
    else {
      throw DecodingError.typeMismatch(
        Value.self, DecodingError.Context(codingPath: decoder.codingPath, debugDescription: uncodable))
    }
    return value
  }

  private var uncodable: String {
    "The field `\(name ?? "\(path)")` of `\(State.self)` cannot be recorded, because `\(Value.self)` is not "
      + "`Codable`; make it so."
  }
}
