/// A part of a state that changes can be applied to, without the type of its value.
protocol ChangeableField<State>: AnyObject, Sendable {
  associatedtype State
  /// The declared name; nil for a part that is not declared.
  var name: String? { get }
  var anyPath: AnyKeyPath { get }
  func apply(_ value: any Equatable & Sendable, to state: inout State)
  func encode(_ value: any Equatable & Sendable, to encoder: any Encoder) throws
  func decode(from decoder: any Decoder) throws -> any Equatable & Sendable
}

/// A part of a state with a value of a known type.
final class TypedField<State, Value: Equatable & Sendable>: ChangeableField {
  let path: any WritableKeyPath<State, Value> & Sendable
  let name: String?

  var anyPath: AnyKeyPath { path }

  init(_ path: any WritableKeyPath<State, Value> & Sendable, name: String) {
    self.path = path
    self.name = name
  }

  /// Creates the field at a path, under the name by which the state has declared it.
  init(_ path: any WritableKeyPath<State, Value> & Sendable) {
    self.path = path
    name = (State.self as? any BindableState.Type)?.declaredName(of: path)
  }

  func apply(_ value: any Equatable & Sendable, to state: inout State) {
    // A change is created with a value of its field's type.
    if let value = value as? Value { state[keyPath: path] = value }
  }

  func encode(_ value: any Equatable & Sendable, to encoder: any Encoder) throws {
    guard let value = value as? any Encodable else {
      throw EncodingError.invalidValue(
        value, EncodingError.Context(codingPath: encoder.codingPath, debugDescription: uncodable))
    }
    try value.encode(to: encoder)
  }

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
