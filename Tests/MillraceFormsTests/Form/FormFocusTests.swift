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
