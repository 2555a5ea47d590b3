/// A state whose parts plain changes can be recorded.
///
/// Each part is declared once, with a name that stays when the property is renamed. Without a declaration a
/// part can be bound and changed as well, and only recording its changes fails.
///
/// ```swift
/// nonisolated struct Player: Equatable, BindableState {
///   var volume = 5
///   var settings = Settings()
///
///   static let bindableFields: BindableFields<Player> = [
///     BindableField("volume", \.volume),
///     BindableField("settings.bass", \.settings.bass),
///   ]
/// }
/// ```
public protocol BindableState {
  /// The parts whose changes can be recorded.
  static var bindableFields: BindableFields<Self> { get }
}

/// A message type with a case for plain changes of the state, which bindings send.
///
/// A case with this name fulfils the requirement, and one line applies it:
///
/// ```swift
/// enum PlayerMessage: BindableMessage {
///   case change(FieldChange<Player>)
///   case play
/// }
///
/// switch message {
/// case .change(let change): change.apply(to: &player)
/// …
/// ```
public protocol BindableMessage: Sendable {
  /// The state that is changed.
  associatedtype BoundState
  /// Returns the message that carries a change.
  static func change(_ change: FieldChange<BoundState>) -> Self
}

/// The name and the key path of a part of a state.
public struct BindableField<State>: Sendable {
  /// The name in records, which never changes.
  public let name: String
  let field: any ChangeableField<State>

  /// Declares a part of a state.
  ///
  /// A value whose type is `Codable` can be recorded.
  ///
  /// - Parameters:
  ///   - name: The name in records, which never changes.
  ///   - path: The part.
  public init<Value: Equatable & Sendable>(
    _ name: String, _ path: any WritableKeyPath<State, Value> & Sendable
  ) {
    self.name = name
    field = TypedField(path, name: name)
  }

  init(_ name: String, _ field: any ChangeableField<State>) {
    self.name = name
    self.field = field
  }
}

/// The declared parts of a state.
///
/// Two parts with the same name are a programmer's error.
public struct BindableFields<State>: Sendable, ExpressibleByArrayLiteral {
  /// The names, in the order of the declarations.
  public let names: [String]
  private let byName: [String: any ChangeableField<State>]
  /// Returns a part of a row by its name.
  private let ofRow: @Sendable (String) -> (any ChangeableField<State>)?
  private let nameByPath: [SendablePath: String]

  /// Creates a list of declared parts.
  public init(_ fields: [BindableField<State>]) {
    self.init(fields) { _ in nil }
  }

  init(
    _ fields: [BindableField<State>], ofRow: @escaping @Sendable (String) -> (any ChangeableField<State>)?
  ) {
    self.ofRow = ofRow
    names = fields.map(\.name)
    byName = Dictionary(fields.map { ($0.name, $0.field) }) { first, _ in first }
    nameByPath = Dictionary(fields.map { (SendablePath($0.field.anyPath), $0.name) }) { first, _ in first }
    precondition(
      byName.count == fields.count,
      "Two fields of `\(State.self)` have the same name, of \(names); name each field differently.")
  }

  /// Creates a list of declared parts.
  public init(arrayLiteral fields: BindableField<State>...) {
    self.init(fields)
  }

  /// Returns the name of a part; nil if it is not declared.
  public func name(of path: PartialKeyPath<State>) -> String? { name(of: path as AnyKeyPath) }

  /// The names of two parts that are the same one; nil if there are none.
  var namesOfOnePart: (String, String)? {
    for name in names {
      guard let field = byName[name], let first = nameByPath[SendablePath(field.anyPath)], first != name
      else {
        continue
      }
      return (first, name)
    }
    return nil
  }

  func field(named name: String) -> (any ChangeableField<State>)? { byName[name] ?? ofRow(name) }

  func name(of path: AnyKeyPath) -> String? { nameByPath[SendablePath(path)] }
}

/// A key path as the key of a dictionary.
struct SendablePath: Hashable, @unchecked Sendable {
  // Sound: it is made of paths that are `Sendable`, or used only for a look-up; key paths are immutable.
  let path: AnyKeyPath

  init(_ path: AnyKeyPath) {
    self.path = path
  }
}

extension BindableState {
  @usableFromInline
  static func declaredName(of path: AnyKeyPath) -> String? { bindableFields.name(of: path) }
}
