import MillraceCore

/// A field of a form: its name, the part of the values that it edits, its format and its rule.
///
/// ```swift
/// FormField("name", \.name) { $0.isEmpty ? "Enter a name." : nil }
/// FormField("age", \.age, .integer()) { $0 < 18 ? "You must be 18." : nil }
/// FormField("newsletter", \.newsletter)
/// ```
public struct FormField<Values>: Sendable {
  /// The name in records and in a server's answers, which never changes.
  public var name: String { bindable.name }
  let bindable: BindableField<Values>
  /// The sentence for a text that is no value; nil for a field in which no text is typed.
  let complaint: String?
  let text: @Sendable (Values) -> String
  /// Writes the value of a text; returns false for a text that is none.
  let parse: @Sendable (String, inout Values) -> Bool
  let isSame: @Sendable (Values, Values) -> Bool
  /// Copies the value of the field from the first values into the second.
  let copy: @Sendable (Values, inout Values) -> Void
  let rule: @Sendable (Values) -> String?
  private(set) var isActive: @Sendable (Values) -> Bool = { _ in true }
  private var isConditional = false
  /// True if complaints are shown before the user has finished the field.
  private(set) var showsIssuesAtOnce = false
  /// The rows, if the field is a list.
  var rows: FormRows<Values>?
  /// The row that the field belongs to, or is.
  var row: FieldRow<Values>?
  /// The name of the field that takes the focus for a complaint about this one; nil for the field itself.
  ///
  /// It is asked for when the definition of the form exists.
  var focusTarget: (@Sendable () -> String)?

  init(
    bindable: BindableField<Values>, complaint: String?, text: @escaping @Sendable (Values) -> String,
    parse: @escaping @Sendable (String, inout Values) -> Bool,
    isSame: @escaping @Sendable (Values, Values) -> Bool,
    copy: @escaping @Sendable (Values, inout Values) -> Void,
    rule: @escaping @Sendable (Values) -> String?,
    isActive: @escaping @Sendable (Values) -> Bool, showsIssuesAtOnce: Bool
  ) {
    self.bindable = bindable
    self.complaint = complaint
    self.text = text
    self.parse = parse
    self.isSame = isSame
    self.copy = copy
    self.rule = rule
    self.isActive = isActive
    self.showsIssuesAtOnce = showsIssuesAtOnce
  }

  /// Declares a field in which text is typed.
  ///
  /// - Parameters:
  ///   - name: The name in records and in a server's answers, which never changes.
  ///   - path: The part of the values that the field edits.
  ///   - format: The text of a value and the way back.
  ///   - rule: A function that returns a sentence if the value is refused, or nil. It depends on nothing but
  ///     its argument.
  public init<Value: Equatable & Sendable>(
    _ name: String, _ path: any WritableKeyPath<Values, Value> & Sendable, _ format: FieldFormat<Value>,
    rule: @escaping @Sendable (Value) -> String? = { _ in nil }
  ) {
    bindable = BindableField(name, path)
    complaint = format.complaint
    text = { format.text($0[keyPath: path]) }
    parse = { text, values in
      guard let value = format.parse(text) else { return false }
      values[keyPath: path] = value
      return true
    }
    isSame = { isUnchanged($1[keyPath: path], from: $0[keyPath: path]) }
    copy = { $1[keyPath: path] = $0[keyPath: path] }
    self.rule = { values in
      let value = values[keyPath: path]
      return format.hasText(value) ? rule(value) : format.complaint
    }
  }

  /// Declares a field for a text.
  ///
  /// - Parameters:
  ///   - name: The name in records and in a server's answers, which never changes.
  ///   - path: The part of the values that the field edits.
  ///   - rule: A function that returns a sentence if the text is refused, or nil.
  public init(
    _ name: String, _ path: any WritableKeyPath<Values, String> & Sendable,
    rule: @escaping @Sendable (String) -> String? = { _ in nil }
  ) {
    self.init(name, path, .text, rule: rule)
  }

  /// Declares a field for a value that is not typed, such as a switch or a choice.
  ///
  /// - Parameters:
  ///   - name: The name in records and in a server's answers, which never changes.
  ///   - path: The part of the values that the field edits.
  ///   - rule: A function that returns a sentence if the value is refused, or nil.
  @_disfavoredOverload
  public init<Value: Equatable & Sendable>(
    _ name: String, _ path: any WritableKeyPath<Values, Value> & Sendable,
    rule: @escaping @Sendable (Value) -> String? = { _ in nil }
  ) {
    self.init(choice: name, path, rule: rule)
  }

  init<Value: Equatable & Sendable>(
    choice name: String, _ path: any WritableKeyPath<Values, Value> & Sendable,
    rule: @escaping @Sendable (Value) -> String?
  ) {
    bindable = BindableField(name, path)
    complaint = nil
    text = { "\($0[keyPath: path])" }
    parse = { _, _ in false }
    isSame = { isUnchanged($1[keyPath: path], from: $0[keyPath: path]) }
    copy = { $1[keyPath: path] = $0[keyPath: path] }
    self.rule = { rule($0[keyPath: path]) }
  }

  /// Returns the field as one that takes part only for some values.
  ///
  /// ```swift
  /// FormField("return", \.returnDay, .day).when { $0.isReturn }
  /// ```
  ///
  /// A field that does not take part is neither validated nor focused; its value stays.
  public func when(_ isActive: @escaping @Sendable (Values) -> Bool) -> FormField {
    var field = self
    field.isActive = isActive
    field.isConditional = true
    return field
  }

  /// Returns the field as one whose complaints move the focus to another field after a failed submission.
  ///
  /// ```swift
  /// FormField(rows: "lines", \.lines) { $0.isEmpty ? "Add a line." : nil }.focusing(\.customer)
  /// ```
  ///
  /// Without it, a complaint about a field moves the focus to the field, and one about a list or a row to its
  /// first field. A list without rows takes the focus itself, for the button that adds a row.
  public func focusing(
    _ path: any PartialKeyPath<Values> & Sendable
  ) -> FormField where Values: FormValues {
    var field = self
    field.focusTarget = { Values.form.field(at: path).name }
    return field
  }

  /// Returns a field of a row as one that takes part only while the list does.
  func within(_ list: FormField) -> FormField {
    guard list.isConditional else { return self }
    let isActive = isActive
    return when { list.isActive($0) && isActive($0) }
  }

  /// Returns the field as one whose complaints are shown at once, also before the first edit.
  ///
  /// ```swift
  /// FormField("departure", \.departure, .day).showingIssuesAtOnce()
  /// ```
  ///
  /// Without it they are shown when the user has left the field, or has attempted to submit.
  public func showingIssuesAtOnce() -> FormField {
    var field = self
    field.showsIssuesAtOnce = true
    return field
  }
}

/// A rule over several fields of a form.
///
/// ```swift
/// FormRule(at: \.repeated) { $0.password == $0.repeated ? nil : "The passwords differ." }
/// ```
///
/// Rules are asked when the texts of all fields are values.
public struct FormRule<Values>: Sendable {
  let path: SendablePath?
  let rule: @Sendable (Values) -> String?

  /// Creates a rule whose complaint is shown at a field.
  ///
  /// - Parameters:
  ///   - path: The field.
  ///   - rule: A function that returns a sentence if the values are refused, or nil.
  public init(
    at path: PartialKeyPath<Values>, _ rule: @escaping @Sendable (Values) -> String?
  ) {
    self.path = SendablePath(path)
    self.rule = rule
  }

  /// Creates a rule whose complaint belongs to the whole form.
  public init(_ rule: @escaping @Sendable (Values) -> String?) {
    path = nil
    self.rule = rule
  }
}
