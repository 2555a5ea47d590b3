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
}

extension FormIssue: CustomStringConvertible {
  /// The field and the sentence.
  public var description: String { field.map { "\($0): \(message)" } ?? message }
}

/// The refusal of a submitted form by a server: thrown by the closure that submits.
///
/// ```swift
/// throw FormRejection([FormIssue(\SignUp.name, "This name is taken.")])
/// ```
public struct FormRejection: Error, Hashable, Sendable, Codable, CustomStringConvertible {
  /// The complaints.
  public var issues: [FormIssue]

  /// Creates a refusal.
  public init(_ issues: [FormIssue]) {
    self.issues = issues
  }

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
    }
  }
}
