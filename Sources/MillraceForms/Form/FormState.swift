/// A form, as a value in the state: the values that it edits, the texts as typed, what is dirty, the focus,
/// what is checked and submitted.
///
/// ```swift
/// struct Screen { var signUp = FormState(SignUp()) }
///
/// form.value.age            // the parsed value
/// form[\.age].text          // the text as typed
/// form[\.age].issue         // the complaint to show
/// form.isDirty, form.isValid, form.phase
/// ```
///
/// It changes only by ``handle(_:checking:)``, which ``FormLogic`` calls. Complaints of rules are computed
/// from the values when they are read, and are never stored.
public struct FormState<Values: FormValues>: Equatable, Sendable {
  /// The values, each the last one that was valid text or was chosen.
  public internal(set) var value: Values
  /// The values without the user's edits.
  public internal(set) var initial: Values
  /// The name of the field with the keyboard focus; nil if none has it.
  public internal(set) var focus: String?
  /// The progress of the submission.
  public internal(set) var phase = FormPhase.editing

  /// The texts as typed that are not the texts of their values.
  var texts: [String: TypedText] = [:]
  /// The fields that the user has finished.
  var touched: Set<String> = []
  /// True when a submission was attempted, so that all complaints are shown.
  var showsAll = false
  var checks: [String: FieldCheckState] = [:]
  /// The complaints of the last refusal.
  var rejected: [FormIssue] = []
  /// The values that are being submitted.
  var sent: Values?
  /// The fields that were edited since the submission began.
  var editedSince: Set<String> = []
  var lastTicket = 0
  var submissionTicket = 0

  /// Creates a form with its initial values.
  public init(_ initial: Values) {
    value = initial
    self.initial = initial
  }
}

extension FormState: Hashable where Values: Hashable {}
extension FormState: Codable where Values: Codable {}

/// A text as typed.
struct TypedText: Hashable, Sendable, Codable {
  var text: String
  /// False if the text is no value of the field.
  var isReadable: Bool
}

/// The progress of a form's submission.
public enum FormPhase: Hashable, Sendable, Codable {
  /// The user edits; nothing is being submitted.
  case editing
  /// The form was submitted and waits for the answers of asynchronous checks.
  ///
  /// An edit ends the wait.
  case waiting
  /// The values are being submitted.
  case submitting
  /// The last submission was accepted, and no field was edited since the answer.
  case accepted
  /// The last submission was refused or failed, and no field was edited since the answer.
  case rejected
}

/// The progress of an asynchronous check of a field's present value.
public enum FieldCheckState: Hashable, Sendable, Codable {
  /// The check was requested under this number.
  case pending(ticket: Int)
  /// The value was accepted.
  case passed
  /// The value was refused, with the sentence to show.
  case failed(String)
  /// The check could not be made, with the reason; the submission goes on without it.
  case unanswered(String)
}
