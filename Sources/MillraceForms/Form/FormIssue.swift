/// A complaint about a field or about the whole form.
public struct FormIssue: Hashable, Sendable, Codable {
  /// The name of the field; nil for the whole form.
  public var field: String?
  /// The sentence to show.
  public var message: String

  /// Creates a complaint about a field, by its name, or about the whole form.
  public init(field: String? = nil, _ message: String) {
    self.field = field
    self.message = message
  }

  /// Creates a complaint about the field at a key path.
  public init<Values: FormValues>(_ path: PartialKeyPath<Values>, _ message: String) {
    self.init(field: Values.form.field(at: path).name, message)
  }

  /// Creates a complaint about a field of a row.
  public init<Values: FormValues, Row: FormValues & Identifiable>(
    _ list: KeyPath<Values, [Row]>, _ id: Row.ID, _ path: PartialKeyPath<Row>, _ message: String
  ) where Row.ID: Sendable {
    self.init(field: Values.form.name(of: path, in: list, id), message)
  }

  /// Creates a complaint about a row as a whole.
  public init<Values: FormValues, Row: FormValues & Identifiable>(
    _ list: KeyPath<Values, [Row]>, _ id: Row.ID, _ message: String
  ) where Row.ID: Sendable {
    self.init(field: RowName.row(Values.form.field(at: list).name, RowName.text(id)), message)
  }
}

extension FormIssue: CustomStringConvertible {
  /// The field and the sentence.
  public var description: String { field.map { "\($0): \(message)" } ?? message }
}

/// The refusal of a submitted form by a server: thrown by the closure that submits.
///
/// ```swift
/// throw FormRejection([FormIssue(\SignUp.name, "This name is taken.")])
/// throw FormRejection("The shop is closed.")
/// ```
///
/// ``FormState/rejection`` returns it to the screen.
public struct FormRejection: Error, Hashable, Sendable, Codable, CustomStringConvertible {
  /// The complaints.
  public var issues: [FormIssue]

  /// Creates a refusal.
  public init(_ issues: [FormIssue]) {
    self.issues = issues
  }

  /// Creates a refusal of the whole form.
  public init(_ message: String) {
    issues = [FormIssue(message)]
  }

  /// The complaints about the whole form.
  public var formMessages: [String] { issues.filter { $0.field == nil }.map(\.message) }

  /// The complaints, in one line.
  public var description: String {
    "The form was refused: \(issues.map(\.description).joined(separator: " "))"
  }
}

/// A mistake in a message to a form.
public enum FormError: Error, Hashable, Sendable {
  /// A message named a field that the form does not have.
  case unknownField(String, form: String)
  /// A text was typed into a field whose value is not typed.
  case notTyped(String, form: String)
  /// A message named a field of a row that is not in its list.
  case noRow(String, form: String)
  /// A row was added whose id another row of the list has.
  case repeatedRow(String, form: String)
}

extension FormError: CustomStringConvertible {
  /// A sentence that says what is wrong and what to do.
  public var description: String {
    switch self {
    case .unknownField(let field, let form):
      "The form of `\(form)` has no field `\(field)`; declare it in the form's definition, or send the message "
        + "to another form."
    case .notTyped(let field, let form):
      "A text was typed into the field `\(field)` of the form of `\(form)`, which has no format; declare one, or "
        + "send `.change` with a value."
    case .noRow(let field, let form):
      "The field `\(field)` of the form of `\(form)` was edited, but its row is not in the list; bind fields of rows "
        + "with `textBinding` or `valueBinding`, which write nothing once the row has gone."
    case .repeatedRow(let row, let form):
      "The row `\(row)` was added to the form of `\(form)`, which has a row with this id; give the new one another id."
    }
  }
}
