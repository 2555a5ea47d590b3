import MillraceCore

/// A message to a form: what the user did, or the answer of work that the form has requested.
public enum FormMessage<Values: FormValues>: Equatable, Sendable {
  /// The text of a field was edited.
  case type(field: String, text: String)
  /// A value was chosen.
  case change(FieldChange<Values>)
  /// A row of a list is added, removed or moved.
  case rows(FormRowChange<Values>)
  /// A field received the keyboard focus; nil if none has it. A field that does not take part is ignored.
  case focus(String?)
  /// The focus moves to the next field, and from the last to the first.
  case focusNext
  /// The focus moves to the previous field, and from the first to the last.
  case focusPrevious
  /// The user has finished a field, so that its complaints are shown; losing the focus does the same.
  case leave(String)
  /// All fields return to their initial values.
  case reset
  /// The form begins with other values.
  case begin(with: Values)
  /// The initial values have changed outside of the form: fields that are not dirty take the new values, and
  /// dirty ones keep the user's.
  case rebase(onto: Values)
  /// The form is submitted, if it is valid and is not being submitted already.
  case submit
  /// A submission that has not been answered is given up, and checks without an answer are asked again.
  case cancelSubmission
  /// The answer of an asynchronous check.
  case checked(CheckAnswer)
  /// The answer of a submission.
  case submitted(SubmissionAnswer)
}

extension FormMessage: Codable where Values: Codable {}

extension FormMessage: NamedValue {
  package var valueName: String? { if case .type(let field, _) = self { field } else { nil } }
  package static var valueLabels: Set<String> { ["text"] }
}

extension FormMessage: BindableMessage {
  /// Returns the message for the text of the field at a key path.
  public static func type(_ path: PartialKeyPath<Values>, _ text: String) -> FormMessage {
    .type(field: Values.form.field(at: path).name, text: text)
  }

  /// Returns the message for a chosen value of the field at a key path.
  public static func choose<Value: Equatable & Sendable>(
    _ path: any WritableKeyPath<Values, Value> & Sendable, _ value: Value
  ) -> FormMessage {
    .change(FieldChange(path, value))
  }
}

/// The answer of an asynchronous check.
public struct CheckAnswer: Hashable, Sendable, Codable {
  /// The result of a check.
  public enum Outcome: Hashable, Sendable, Codable {
    /// The value is accepted.
    case passed
    /// The value is refused, with the sentence to show.
    case failed(String)
    /// The check could not be made, with the reason.
    case unanswered(String)
  }

  /// The name of the field.
  public var field: String
  /// The number of the request that it answers.
  public var ticket: Int
  /// The result.
  public var outcome: Outcome

  /// Creates an answer to the check with this number.
  public init(field: String, ticket: Int, outcome: Outcome) {
    self.field = field
    self.ticket = ticket
    self.outcome = outcome
  }
}

/// The answer of a submission.
public struct SubmissionAnswer: Hashable, Sendable, Codable {
  /// The result of a submission.
  public enum Outcome: Hashable, Sendable, Codable {
    /// The values were accepted.
    case accepted
    /// The values were refused, or the submission failed.
    case rejected([FormIssue])
    /// The submission was cancelled otherwise than by the form, such as by an effect that cancels everything.
    case cancelled
  }

  /// The number of the request that it answers.
  public var ticket: Int
  /// The result.
  public var outcome: Outcome

  /// Creates an answer to the submission with this number.
  public init(ticket: Int, outcome: Outcome) {
    self.ticket = ticket
    self.outcome = outcome
  }
}

/// Work that a form requests.
public enum FormRequest<Values: FormValues>: Equatable, Sendable {
  /// Check the value of a field, and answer with ``FormMessage/checked(_:)``. A later request for the field
  /// replaces it.
  case check(field: String, Values, ticket: Int)
  /// The answer to the check of a field is no longer needed.
  case cancelCheck(field: String)
  /// Submit the values, and answer with ``FormMessage/submitted(_:)``.
  case submit(Values, ticket: Int)
  /// The answer to the submission is no longer needed.
  case cancelSubmission
  /// The message was a mistake, which an error handler should receive.
  case report(FormError)
}
