import MillraceForms
import Testing

@Suite("The focus of a form")
struct FormFocusTests {
  @Test("The focus goes through the fields that take part, and around")
  func order() {
    var form = SignUpForm(SignUp())
    var seen: [String?] = []
    for _ in 0..<7 {
      form.take(.focusNext)
      seen.append(form.focus)
    }
    #expect(seen == ["name", "age", "height", "newsletter", "password", "repeated", "name"])
    form.take(.focusPrevious)
    #expect(form.focus == "repeated" && form.isAtLastField)
    form.take(.focus(nil), .focusPrevious)
    #expect(form.focus == "repeated")
    form.take(.focusPrevious)
    #expect(form.focus == "password" && !form.isAtLastField)
  }

  @Test("A field is touched when the focus leaves it, whereto it may go")
  func touches() {
    var form = SignUpForm(SignUp())
    form.take(.focus("name"))
    #expect(form[\.name].issue == nil && form[\.name].isFocused)
    form.take(.focus("name"))
    #expect(!form[\.name].isTouched)
    form.take(.focusNext)
    #expect(form[\.name].issue == "Enter a name.")
    form.take(.type(\.age, "7"), .focus(nil))
    #expect(form[\.age].issue == "You must be 18.")
  }

  @Test("A field, or a form, that shows complaints at once does so before it is left")
  func atOnce() {
    var whole = FormState(Trip<WholeForm>())
    #expect(whole[\.start].issue == nil && whole.shownIssues == ["Go somewhere."])
    whole.take(.type(\.start, "x"), .type(\.end, "x"))
    #expect(whole[\.start].issue == "A day, please." && whole[\.end].issue == "A day, please.")
    whole.take(.type(\.start, "3"), .type(\.end, "2"))
    #expect(whole[\.start].issue == nil && whole[\.end].issue == "Too early.")

    var one = FormState(Trip<OneField>())
    #expect(one.shownIssues == [])
    one.take(.type(\.start, "x"), .type(\.end, "x"))
    #expect(one[\.start].issue == nil && one[\.end].issue == "A day, please.")
    one.take(.leave("start"))
    #expect(one[\.start].issue == "A day, please.")
  }

  enum WholeForm: Sendable {}
  enum OneField: Sendable {}

  struct Trip<Kind: Sendable>: FormValues {
    var start = 1
    var end = 1

    static var form: FormDefinition<Trip> {
      let day = FieldFormat<Int>.integer(otherwise: "A day, please.")
      let end = FormField<Trip>("end", \.end, day)
      return FormDefinition(
        fields: [
          FormField("start", \.start, day), Kind.self == OneField.self ? end.showingIssuesAtOnce() : end,
        ],
        rules: [
          FormRule(at: \.end) { $0.end < $0.start ? "Too early." : nil },
          FormRule { $0.start == $0.end ? "Go somewhere." : nil },
        ], showsIssuesAtOnce: Kind.self == WholeForm.self)
    }
  }

  @Test("A failed attempt to submit shows every complaint and focuses the first field that has one")
  func firstInvalid() {
    var form = SignUpForm(.valid)
    form.take(.type(\.repeated, "x"), .type(\.age, "7"), .focus("name"))
    #expect(form.take(.submit) == [])
    #expect(form.focus == "age")
    #expect(form.phase == .editing)
    #expect(form.fields.compactMap(\.issue) == ["You must be 18.", "The passwords differ."])
  }
}
