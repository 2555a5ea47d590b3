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
/// Two fields with the same name or of the same part, and a rule at a part that is no field, are programmer's
/// errors.
public struct FormDefinition<Values>: Sendable {
  /// The fields, in the order of the keyboard focus.
  public let fields: [FormField<Values>]
  let rules: [(field: String?, rule: @Sendable (Values) -> String?)]
  let bindable: BindableFields<Values>
  let showsIssuesAtOnce: Bool
  private let byName: [String: FormField<Values>]
  private let hasLists: Bool

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
    hasLists = fields.contains { $0.rows != nil }
    let lists = fields.filter { $0.rows != nil }
    let bindable = BindableFields(fields.map(\.bindable)) { name in
      guard let name = RowName(name) else { return nil }
      return lists.first { $0.name == name.list }?.rows?.field(name)?.bindable.field
    }
    self.bindable = bindable
    if let (first, second) = bindable.namesOfOnePart {
      preconditionFailure(
        "The fields `\(first)` and `\(second)` of the form of `\(Values.self)` edit the same part; keep one of them."
      )
    }
    byName = Dictionary(fields.map { ($0.name, $0) }) { first, _ in first }
    self.rules = rules.map { rule in
      guard let path = rule.path else { return (nil, rule.rule) }
      return (Self.declared(bindable.name(of: path.path), at: path.path), rule.rule)
    }
  }

  /// Returns the field with a name, also one of a row; nil if there is none.
  public func field(_ name: String) -> FormField<Values>? {
    if let field = byName[name] { return field }
    guard hasLists, let name = RowName(name), let list = byName[name.list] else { return nil }
    return list.rows?.field(name)?.within(list)
  }

  /// Returns the name of a field of a row, such as `lines[7].amount`.
  public func name<Row: FormValues & Identifiable>(
    of path: PartialKeyPath<Row>, in list: KeyPath<Values, [Row]>, _ id: Row.ID
  ) -> String where Row.ID: Sendable {
    RowName.field(field(at: list).name, RowName.text(id), Row.form.field(at: path).name)
  }

  /// Returns all fields for these values: those of rows behind their list.
  func allFields(of values: Values) -> [FormField<Values>] {
    guard hasLists else { return fields }
    return fields.flatMap { [$0] + fieldsOfRows(in: $0.name, of: values) }
  }

  /// Returns all fields for these values by their names.
  ///
  /// Each field of a row knows its position.
  func fieldsByName(of values: Values) -> [String: FormField<Values>] {
    if !hasLists { return byName }
    return Dictionary(allFields(of: values).lazy.map { ($0.name, $0) }) { first, _ in first }
  }

  /// Returns the rows of a list at any depth, each as a whole and then its fields with those of its own rows.
  func fieldsOfRows(in list: String, of values: Values) -> [FormField<Values>] {
    guard let list = field(list), let rows = list.rows else { return [] }
    return rows.fields(values).map { $0.within(list) }
  }

  /// Returns the first complaint of the rules over several fields at a field or, for nil, about the whole.
  func complaint(at field: String?, _ values: Values) -> String? {
    for rule in rules where rule.field == field {
      if let complaint = rule.rule(values) { return complaint }
    }
    return nil
  }

  /// Returns the values that have changed outside of a form, with what the user has changed in it.
  ///
  /// - Parameters:
  ///   - base: The values before both changes.
  ///   - mine: The user's values.
  ///   - theirs: The values from outside.
  ///   - isKept: A function that returns true if the user's value of a field stays, whether or not it
  ///     differs.
  func joined(base: Values, mine: Values, theirs: Values, isKept: (String) -> Bool) -> Values {
    var result = theirs
    for field in fields {
      if let rows = field.rows {
        rows.join(base, mine, &result, isKept)
      } else if isKept(field.name) || !field.isSame(mine, base) {
        field.copy(mine, &result)
      }
    }
    return result
  }

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
