import Millrace
import MillraceForms
import TestResources

struct SignUp: FormValues, Codable, Hashable {
  var name = ""
  var age = 18
  var height: Double?
  var newsletter = false
  var daysBetween = 7
  var password = ""
  var repeated = ""

  static let form = FormDefinition<SignUp>(
    fields: [
      FormField("name", \.name) { $0.isEmpty ? "Enter a name." : nil },
      FormField("age", \.age, .integer()) { $0 < 18 ? "You must be 18." : nil },
      FormField("height", \.height, .optional(.decimal(otherwise: "Enter a height."))),
      FormField("newsletter", \.newsletter),
      FormField("days", \.daysBetween, .integer()) { days in
        (1...30).contains(days) ? nil : "Choose 1 to 30 days."
      }
      .when { $0.newsletter },
      FormField("password", \.password) { $0.count < 4 ? "Use 4 letters." : nil },
      FormField("repeated", \.repeated),
    ],
    rules: [
      FormRule(at: \.repeated) { $0.password == $0.repeated ? nil : "The passwords differ." },
      FormRule { $0.name == $0.password ? "A name is no password." : nil },
    ])

  static let valid = SignUp(name: "Ada", age: 36, password: "tide", repeated: "tide")
}

typealias SignUpForm = FormState<SignUp>
typealias SignUpMessage = FormMessage<SignUp>

extension FormState {
  /// Handles messages one after another, and returns the requests of all.
  @discardableResult
  mutating func take(
    _ messages: FormMessage<Values>..., checking checked: Set<String> = []
  ) -> [FormRequest<Values>] {
    messages.flatMap { handle($0, checking: checked) }
  }
}

extension SignUpForm {
  static var valid: SignUpForm { SignUpForm(.valid) }
}

/// A store whose state is the form, without work.
@MainActor
func signUpStore(_ values: SignUp = SignUp()) -> Store<SignUpForm, SignUpMessage> {
  Store(SignUpForm(values)) { form, message in
    _ = form.handle(message)
    return .none
  }
}

extension SeededGenerator {
  /// An edit of a field, valid or not.
  mutating func edit() -> SignUpMessage {
    switch Int.random(in: 0..<8, using: &self) {
    case 0: .type(\.name, pick(["", "Ada", "Ben", "tide"]))
    case 1: .type(\.age, pick(["18", " 18", "17", "40", "x", "", "99999999999999999999"]))
    case 2: .type(\.height, pick(["", " ", "1.8", "1.80", "tall", "inf"]))
    case 3: .choose(\.newsletter, Bool.random(using: &self))
    case 4: .type(\.daysBetween, pick(["1", "7", "31", "-", "07"]))
    case 5: .type(\.password, pick(["", "tide", "tides"]))
    case 6: .type(\.repeated, pick(["", "tide", "tides"]))
    default: .choose(\.age, pick([17, 18, 40]))
    }
  }

  /// Anything that the user does.
  mutating func message() -> SignUpMessage {
    switch Int.random(in: 0..<12, using: &self) {
    case 0: .focus(pick([nil, "name", "age", "days", "repeated"]))
    case 1: .focusNext
    case 2: .focusPrevious
    case 3: .leave(pick(["name", "age", "height"]))
    case 4: .submit
    case 5: pick([.reset, .begin(with: .valid), .rebase(onto: .valid), .cancelSubmission])
    default: edit()
    }
  }
}
