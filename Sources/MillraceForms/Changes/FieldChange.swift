import MillraceCore

/// A plain change of one part of a state, as a value: it can be compared, described, sent and recorded.
///
/// A binding without a message of its own sends it. The update applies it by one line:
///
/// ```swift
/// case .change(let change): change.apply(to: &player)
/// ```
///
/// It is `Codable` if the state is a ``BindableState``. Encoding a change of a part that is not declared
/// there throws.
public struct FieldChange<State>: Sendable {
  @usableFromInline let field: any ChangeableField<State>
  /// The new value.
  public let value: any Equatable & Sendable

  @inlinable
  init(field: any ChangeableField<State>, value: any Equatable & Sendable) {
    self.field = field
    self.value = value
  }

  /// Creates a change of a part.
  public init<Value: Equatable & Sendable>(
    _ path: any WritableKeyPath<State, Value> & Sendable, _ value: Value
  ) {
    self.init(field: TypedField(path), value: value)
  }

  /// The declared name of the part, or its key path as text if it is not declared.
  public var name: String { field.name ?? "\(field.anyPath)" }

  /// Applies the change to a state.
  @inlinable
  public func apply(to state: inout State) {
    field.apply(value, to: &state)
  }

  /// Returns true if this is a change of that part.
  public func changes(_ path: PartialKeyPath<State>) -> Bool { field.anyPath == path }
}

extension FieldChange: Equatable {
  /// Returns true if both change the same part to equal values.
  public static func == (left: FieldChange, right: FieldChange) -> Bool {
    left.field.anyPath == right.field.anyPath && left.field.row == right.field.row
      && isEqual(left.value, right.value)
  }

  private static func isEqual<Value: Equatable>(_ left: Value, _ right: any Equatable) -> Bool {
    (right as? Value).map { isUnchanged($0, from: left) } ?? false
  }
}

extension FieldChange: CustomStringConvertible, CustomReflectable {
  /// The part and its new value, such as `volume = 7`.
  public var description: String {
    "\(name) = \((value as? String).map { String(reflecting: $0) } ?? "\(value)")"
  }

  /// The part and its new value, for tools.
  public var customMirror: Mirror {
    Mirror(self, children: ["name": name, "value": value], displayStyle: .struct)
  }
}

extension FieldChange: WhollyReadable {
  // A key path that is not declared may hold values that its text does not show.
  package var wholeParts: [Any] { [field.name ?? field.anyPath, field.row as Any, value] }
}

extension FieldChange: NamedValue {
  package var valueName: String? { name }
  package static var valueLabels: Set<String> { ["value"] }
}

extension FieldChange: Codable where State: BindableState {
  private enum CodingKeys: String, CodingKey {
    case field, value
  }

  /// Reads a change of a declared part.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let name = try container.decode(String.self, forKey: .field)
    guard let field = State.bindableFields.field(named: name) else {
      throw DecodingError.dataCorruptedError(
        forKey: .field, in: container,
        debugDescription: """
          A change of `\(State.self)` names the field `\(name)`, which is not declared; declare it in \
          `bindableFields`, under the name that it had when the change was recorded.
          """)
    }
    self.init(field: field, value: try field.decode(from: container.superDecoder(forKey: .value)))
  }

  /// Writes the name of the part and the new value.
  public func encode(to encoder: any Encoder) throws {
    guard let name = field.name, State.bindableFields.field(named: name) != nil else {
      throw EncodingError.invalidValue(
        value,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription: """
            A change of `\(field.anyPath)` cannot be recorded, because the part has no name; declare \
            `BindableField("…", \(field.anyPath))` in the `bindableFields` of `\(State.self)`.
            """))
    }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .field)
    try field.encode(value, to: container.superEncoder(forKey: .value))
  }
}
