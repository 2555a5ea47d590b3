import MillraceCoding
import MillraceForms
import Testing

@Suite("Submitting a form")
struct FormSubmitTests {
  /// A valid form whose submission has begun, and its number.
  private func submitting() -> (form: SignUpForm, ticket: Int) {
    var form = SignUpForm.valid
    guard case .submit(_, let ticket)? = form.take(.submit).first else { return (form, -1) }
    return (form, ticket)
  }

  private func answer(_ ticket: Int, _ issues: [FormIssue]? = nil) -> SignUpMessage {
    .submitted(SubmissionAnswer(ticket: ticket, outcome: issues.map { .rejected($0) } ?? .accepted))
  }

  @Test("A valid form requests its submission once, until the answer")
  func once() {
    var form = SignUpForm.valid
    #expect(form.canSubmit)
    #expect(form.take(.submit) == [.submit(.valid, ticket: 1)])
    #expect(form.phase == .submitting && form.isSubmitting && !form.canSubmit)
    #expect(form.take(.submit, .submit) == [])
    form.take(answer(1))
    #expect(form.phase == .accepted && !form.isSubmitting)
    #expect(form.take(.submit) == [])
    form.take(.type(\.name, "Ben"))
    #expect(form.phase == .editing)
    #expect(form.take(.submit).count == 1)
  }

  @Test("Accepted values are the initial ones from then on; edits made meanwhile stay, and are dirty")
  func editsWhileSubmitting() {
    var (form, ticket) = submitting()
    form.take(.type(\.name, "Ada L."), .type(\.age, "x"), answer(ticket))
    #expect(form.phase == .accepted)
    #expect(form.initial == .valid)
    #expect(form.value.name == "Ada L." && form[\.age].text == "x")
    #expect(form[\.name].isDirty && form[\.age].isDirty && !form[\.password].isDirty)
    #expect(form.take(.type(\.age, "36"), .submit).count == 1)
  }

  @Test("A server's complaints are shown at their fields until these are edited, and can be submitted again")
  func rejected() {
    var (form, ticket) = submitting()
    form.take(
      answer(ticket, [FormIssue(\SignUp.name, "This name is taken."), FormIssue("The server is busy.")]))
    #expect(form.phase == .rejected)
    #expect(form[\.name].issue == "This name is taken." && form.focus == "name")
    #expect(form.shownIssues == ["The server is busy."])
    #expect(form.isValid && form.canSubmit)
    var again = form
    #expect(again.take(.submit).count == 1)
    #expect(again[\.name].issue == nil && again.shownIssues == [])
    form.take(.type(\.age, "40"))
    #expect(form[\.name].issue == "This name is taken." && form.shownIssues == [])
    form.take(.type(\.name, "Ada L."))
    #expect(form[\.name].issue == nil)
  }

  @Test("A server's complaint about a value that was edited meanwhile is not shown, and the focus stays")
  func staleComplaint() {
    var (form, ticket) = submitting()
    form.take(.focus("age"), .type(\.name, "Ada L."))
    form.take(answer(ticket, [FormIssue(\SignUp.name, "Taken."), FormIssue(\SignUp.password, "Weak.")]))
    #expect(form[\.name].issue == nil)
    #expect(form[\.password].issue == "Weak.")
    #expect(form.focus == "age" && form.phase == .rejected)
  }

  @Test("A server's complaint about an unknown field is shown for the whole form")
  func unknownField() {
    var (form, ticket) = submitting()
    form.take(answer(ticket, [FormIssue(field: "captcha", "Try again.")]))
    #expect(form.shownIssues == ["captcha: Try again."])
  }

  @Test("The answer to a submission that was given up, reset or answered changes nothing")
  func staleAnswers() {
    for end in [SignUpMessage.cancelSubmission, .reset, .begin(with: .valid)] {
      var (form, ticket) = submitting()
      #expect(form.take(end) == [.cancelSubmission])
      #expect(form.phase == .editing)
      let before = form
      form.take(answer(ticket), answer(ticket, [FormIssue("late")]))
      #expect(form == before)
      form.take(.submit)
      let next = form
      form.take(answer(ticket))
      #expect(form == next)
    }
    var (form, ticket) = submitting()
    form.take(answer(ticket))
    let accepted = form
    form.take(answer(ticket, [FormIssue("twice")]))
    #expect(form == accepted)
  }

  @Test("A form waits for its checks, and submits when all have passed or cannot be made")
  func waits() {
    var form = SignUpForm(SignUp(name: "A", password: "tide", repeated: "tide"))
    let checked: Set<String> = ["name", "age"]
    form.take(.type(\.name, "Ada"), .type(\.age, "36"), checking: checked)
    #expect(form.take(.submit, checking: checked) == [])
    #expect(form.phase == .waiting && form[\.name].isChecking)
    #expect(form.take(.submit, checking: checked) == [])
    #expect(form.take(.checked(CheckAnswer(field: "name", ticket: 1, outcome: .passed))) == [])
    let reason = CheckAnswer.Outcome.unanswered("offline")
    #expect(
      form.take(.checked(CheckAnswer(field: "age", ticket: 2, outcome: reason))) == [
        .submit(form.value, ticket: 3)
      ])
    #expect(form[\.age].check == .unanswered("offline"))
  }

  @Test("A check that fails, or an edit, ends the waiting")
  func waitingEnds() {
    var form = SignUpForm.valid
    form.take(.type(\.name, "Ben"), .submit, checking: ["name"])
    var edited = form
    edited.take(.type(\.age, "40"), checking: ["name"])
    #expect(edited.phase == .editing)
    #expect(edited.take(.checked(CheckAnswer(field: "name", ticket: 1, outcome: .passed))) == [])
    #expect(form.take(.checked(CheckAnswer(field: "name", ticket: 1, outcome: .failed("Taken.")))) == [])
    #expect(form.phase == .editing && form.focus == "name" && form[\.name].issue == "Taken.")
    #expect(form.take(.submit, checking: ["name"]) == [])
    #expect(!form.canSubmit)
    form.take(.cancelSubmission)
    #expect(form.phase == .editing)
  }

  @Test("A check that was pending when the form was archived is asked again after `cancelSubmission`")
  func archivedCheck() throws {
    var form = SignUpForm.valid
    form.take(.type(\.name, "Ben"), .submit, checking: ["name"])
    form = try RecordDecoder().decode(SignUpForm.self, from: RecordEncoder().encode(form))
    #expect(form.phase == .waiting)
    #expect(
      form.take(.cancelSubmission, checking: ["name"]) == [.check(field: "name", form.value, ticket: 2)])
    #expect(form.take(.submit, checking: ["name"]) == [] && form.phase == .waiting)
    #expect(
      form.take(.checked(CheckAnswer(field: "name", ticket: 2, outcome: .passed))) == [
        .submit(form.value, ticket: 3)
      ])
  }

  @Test("A check is requested for a dirty value that the rules accept, and ends with the value")
  func checks() {
    var form = SignUpForm.valid
    let checked: Set<String> = ["name", "repeated"]
    #expect(form.take(.type(\.name, ""), checking: checked) == [])
    #expect(form.take(.type(\.name, "Ben"), checking: checked).count == 1)
    #expect(form.take(.type(\.name, "Be"), checking: checked).count == 1)
    #expect(form.take(.checked(CheckAnswer(field: "name", ticket: 1, outcome: .failed("Taken.")))) == [])
    #expect(form[\.name].issue == nil && form[\.name].isChecking)
    #expect(form.take(.type(\.name, "Ada"), checking: checked) == [.cancelCheck(field: "name")])
    #expect(form[\.name].check == nil)
    // Refused by a rule over several fields when it was typed; the submission requests the check.
    #expect(form.take(.type(\.repeated, "tides"), .type(\.password, "tides"), checking: checked) == [])
    #expect(
      form.take(.submit, checking: checked) == [.check(field: "repeated", form.value, ticket: 3)])
    #expect(form.phase == .waiting)
  }
}
