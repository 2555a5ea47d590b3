import MillraceForms
import Testing

/// Earlier edits in the place of the present ones, as an undo history puts them back.
@Suite("The edits of a form")
struct FormEditsTests {
  @Test("bring values and texts back, and not the focus")
  func comeBack() {
    var form = SignUpForm.valid
    form.take(.type(\.age, "3x"))
    let earlier = form.edits
    form.take(.type(\.age, "40"), .focus("name"))
    form.edits = earlier
    #expect(form[\.age].text == "3x" && form.value.age == 36 && !form.isValid)
    #expect(form.focus == "name")
    form.edits = SignUpForm.valid.edits
    #expect(!form.isDirty && form.isValid)
  }

  @Test("leave a submission as it is, and what has come back is dirty behind its answer")
  func submitting() throws {
    var form = SignUpForm.valid
    form.take(.type(\.name, "Bea"))
    guard case .submit(let sent, let ticket)? = form.take(.submit).first else {
      Issue.record("nothing is submitted")
      return
    }
    let during = form.edits
    form.take(.type(\.name, "Cy"))
    form.take(.submitted(SubmissionAnswer(ticket: ticket, outcome: .accepted)))
    #expect(form.phase == .accepted && form.isDirty)
    form.edits = during
    #expect(form.phase == .editing && form.value == sent && !form.isDirty)

    form.take(.type(\.name, "Di"))
    guard case .submit(_, let second)? = form.take(.submit).first else {
      Issue.record("nothing is submitted")
      return
    }
    form.edits = during
    #expect(form.phase == .submitting)
    form.take(.submitted(SubmissionAnswer(ticket: second, outcome: .accepted)))
    #expect(form.phase == .accepted && form.value.name == "Bea" && form.isDirty)
  }

  @Test("end what was known of other values: a check is made again, and a complaint is gone")
  func checks() {
    var form = SignUpForm.valid
    let before = form.edits
    guard case .check(_, _, let ticket)? = form.take(.type(\.name, "Bea"), checking: ["name"]).first else {
      Issue.record("nothing is checked")
      return
    }
    let during = form.edits
    form.edits = before
    form.take(.checked(CheckAnswer(field: "name", ticket: ticket, outcome: .failed("It is taken."))))
    #expect(form[\.name].issue == nil && form.isValid)
    form.edits = during
    let requests = form.take(.submit, checking: ["name"])
    guard case .check? = requests.first else {
      Issue.record("\(requests)")
      return
    }
    #expect(form.phase == .waiting)
    form.edits = before
    #expect(form.phase == .editing)
  }
}
