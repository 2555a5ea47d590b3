/// Values that a form edits, with the definition of the form.
///
/// ```swift
/// nonisolated struct SignUp: FormValues, Codable {
///   var name = ""
///   var age = 18
///
///   static let form = FormDefinition<SignUp>(fields: [
///     FormField("name", \.name) { $0.isEmpty ? "Enter a name." : nil },
///     FormField("age", \.age, .integer()),
///   ])
/// }
/// ```
public protocol FormValues: Equatable, Sendable, BindableState {
  /// The fields and rules.
  static var form: FormDefinition<Self> { get }
}

extension FormValues {
  /// The fields of the form.
  public static var bindableFields: BindableFields<Self> { form.bindable }
}

/// The fields of a form in their order, and its rules.
///
/// Two fields with the same name, and a rule at a part that is no field, are programmer's errors.
public struct FormDefinition<Values>: Sendable {
  /// The fields, in the order of the keyboard focus.
  public let fields: [FormField<Values>]
  let rules: [(field: String?, rule: @Sendable (Values) -> String?)]
  let bindable: BindableFields<Values>
  let showsIssuesAtOnce: Bool
  private let byName: [String: FormField<Values>]

  /// Creates a definition.
  ///
  /// - Parameters:
  ///   - fields: The fields, in the order of the keyboard focus.
  ///   - rules: The rules over several fields.
  ///   - showsIssuesAtOnce: True to show all complaints at once, also before the first edit; by default they
  ///     are shown when the user has left a field, or has attempted to submit.
  public init(
    fields: [FormField<Values>], rules: [FormRule<Values>] = [], showsIssuesAtOnce: Bool = false
  ) {
    self.fields = fields
    self.showsIssuesAtOnce = showsIssuesAtOnce
    let bindable = BindableFields(fields.map(\.bindable))
    self.bindable = bindable
    byName = Dictionary(fields.map { ($0.name, $0) }) { first, _ in first }
    self.rules = rules.map { rule in
      guard let path = rule.path else { return (nil, rule.rule) }
      return (Self.declared(bindable.name(of: path.path), at: path.path), rule.rule)
    }
  }

  /// Returns the field with a name; nil if there is none.
  public func field(_ name: String) -> FormField<Values>? { byName[name] }

  func field(at path: PartialKeyPath<Values>) -> FormField<Values> {
    let name = Self.declared(bindable.name(of: path), at: path)
    guard let field = byName[name] else { preconditionFailure("Every declared field has a name.") }
    return field
  }

  private static func declared(_ name: String?, at path: AnyKeyPath) -> String {
    guard let name else {
      preconditionFailure(
        "`\(path)` is no field of the form of `\(Values.self)`; declare a `FormField` with this key path.")
    }
    return name
  }
}
