import Foundation
import MillraceCoding
import MillraceForms
import TestResources
import Testing

@Suite("Editing a form")
struct FormEditTests {
  @Test("A text is shown as typed, and its value is parsed")
  func typing() {
    var form = SignUpForm(SignUp())
    form.take(.type(\.age, " 40"))
    #expect(form.value.age == 40)
    #expect(form[\.age].text == " 40")
    form.take(.leave("age"))
    #expect(form[\.age].text == "40")
    form.take(.type(\.height, "1.80"))
    #expect(form.value.height == 1.8)
    #expect(form[\.height].text == "1.80")
    form.take(.type(\.height, ""))
    #expect(form.value.height == nil)
    #expect(!form[\.height].isDirty)
  }

  @Test(
    "A text that is no value keeps the last value, is dirty, and is complained about when the field was left")
  func unreadable() {
    var form = SignUpForm(.valid)
    form.take(.type(\.age, "4x"))
    #expect(form.value.age == 36)
    #expect(form[\.age].text == "4x")
    #expect(form[\.age].isDirty && form.isDirty && !form.isValid)
    #expect(form[\.age].issue == nil)
    form.take(.leave("age"))
    #expect(form[\.age].text == "4x")
    #expect(form[\.age].issue == "Enter a whole number.")
    form.take(.type(\.age, "36"))
    #expect(form[\.age].issue == nil)
    #expect(!form.isDirty && form.isValid)
  }

  @Test("A chosen value takes the place of a typed text")
  func choosing() {
    var form = SignUpForm(SignUp())
    form.take(.type(\.age, "x"), .choose(\.age, 20))
    #expect(form[\.age].text == "20")
    #expect(form.value.age == 20)
    form.take(.choose(\.newsletter, true))
    #expect(form.value.newsletter)
    #expect(form[\.newsletter].text == "true")
  }

  @Test("A field is dirty against the initial value, and the form with its fields")
  func dirty() {
    var form = SignUpForm(.valid)
    #expect(!form.isDirty)
    form.take(.type(\.name, "Ben"))
    #expect(form[\.name].isDirty && !form[\.age].isDirty && form.isDirty)
    form.take(.type(\.name, "Ada"))
    #expect(!form.isDirty)
  }

  @Test("Rules over several fields complain at their field, or about the form, once the texts are values")
  func rules() {
    var form = SignUpForm(.valid)
    form.take(.type(\.repeated, "tid"))
    #expect(form.issues == [FormIssue(\SignUp.repeated, "The passwords differ.")])
    form.take(.type(\.age, "x"))
    #expect(form.issues == [FormIssue(field: "age", "Enter a whole number.")])
    form.take(.type(\.age, "36"), .type(\.repeated, "tide"), .type(\.name, "tide"))
    #expect(form.issues == [FormIssue("A name is no password.")])
    #expect(form.shownIssues == [])
    form.take(.submit)
    #expect(form.shownIssues == ["A name is no password."])
  }

  @Test("A field that does not take part is neither validated nor listed, and cannot have the focus")
  func inactive() {
    var form = SignUpForm(.valid)
    form.take(.type(\.daysBetween, "x"))
    #expect(form.isValid)
    #expect(!form.fields.map(\.name).contains("days"))
    form.take(.focus("days"))
    #expect(form.focus == nil)
    form.take(.choose(\.newsletter, true), .focus("days"))
    #expect(!form.isValid)
    #expect(form.focus == "days")
    form.take(.choose(\.newsletter, false))
    #expect(form.focus == nil && form.isValid)
  }

  @Test("Resetting and beginning with other values give a form like a new one")
  func reset() {
    var form = SignUpForm(.valid)
    form.take(.type(\.name, ""), .submit, .reset)
    #expect(
      form
        == {
          var new = SignUpForm(.valid)
          new.take(.focus("name"))
          return new
        }())
    form.take(.begin(with: SignUp()))
    #expect(form.value == SignUp() && form.initial == SignUp() && !form.isDirty)
    #expect(form[\.name].issue == nil)
  }

  @Test("Clean fields follow initial values that change outside, and dirty ones keep the user's text")
  func rebase() {
    var form = SignUpForm(.valid)
    form.take(.type(\.name, "Ben"), .type(\.age, "x"), .type(\.height, "1.80"), checking: ["name"])
    let other = SignUp(
      name: "Eve", age: 50, height: 1.7, newsletter: true, password: "tide", repeated: "tide")
    #expect(form.take(.rebase(onto: other), checking: ["name"]) == [])
    #expect(form.initial == other)
    #expect(form.value.name == "Ben" && form.value.newsletter && form[\.age].text == "x")
    #expect(form[\.height].text == "1.80" && form[\.name].isChecking)
    let same = SignUp(name: "Ben", age: 36)
    #expect(form.take(.rebase(onto: same), checking: ["name"]) == [.cancelCheck(field: "name")])
    #expect(!form[\.name].isDirty && form[\.name].check == nil && form[\.age].text == "x")
  }

  @Test("A message for a field that does not exist or is not typed changes nothing and reports a sentence")
  func mistakes() {
    var form = SignUpForm(.valid)
    let before = form
    let unknown = FormError.unknownField("tone", form: "SignUp")
    for message in [SignUpMessage.type(field: "tone", text: ""), .focus("tone"), .leave("tone")] {
      #expect(form.take(message) == [.report(unknown)])
    }
    let notTyped = FormError.notTyped("newsletter", form: "SignUp")
    #expect(form.take(.type(\.newsletter, "true")) == [.report(notTyped)])
    #expect(form == before)
    #expect(
      "\(unknown)" == """
        The form of `SignUp` has no field `tone`; declare it in the form's definition, or send the message to \
        another form.
        """)
    #expect(
      "\(notTyped)" == """
        A text was typed into the field `newsletter` of the form of `SignUp`, which has no format; declare one, or \
        send `.change` with a value.
        """)
    #expect(form["tone"] == nil)
    #expect(form["age"]?.text == "36")
  }

  @Test("Formats give a value's text back as the value, and refuse the rest")
  func formats() {
    let integer = FieldFormat<Int8>.integer()
    for value in Int8.min...Int8.max { #expect(integer.value(of: "\(value)") == value) }
    for text in ["", "128", "1.5", "1 2", "é", "0x1"] { #expect(integer.value(of: text) == nil) }
    let decimal = FieldFormat<Double>.decimal()
    for value in [0, -1.5, 3, 1e300, .leastNonzeroMagnitude, 1e15, -0.1] {
      #expect(decimal.value(of: decimal.text(of: value)) == value)
    }
    for text in ["", "inf", "nan", "1,5", "one"] { #expect(decimal.value(of: text) == nil) }
    let optional = FieldFormat<Int?>.optional(.integer())
    #expect(optional.value(of: "  ") == .some(nil))
    #expect(optional.value(of: " 7 ") == 7)
    #expect(optional.value(of: "x") == nil)
  }

  @Test("A form and its messages are recorded and read back")
  func coding() throws {
    var random = SeededGenerator(seed: 3)
    var form = SignUpForm(SignUp())
    for _ in 0..<200 {
      let message = random.message()
      let read = try RecordDecoder().decode(SignUpMessage.self, from: RecordEncoder().encode(message))
      #expect(read == message)
      form.take(message, checking: ["name"])
      let json = try JSONEncoder().encode(form)
      #expect(try JSONDecoder().decode(SignUpForm.self, from: json) == form)
    }
  }

  @Test("A form that was read with the highest number goes on")
  func highestNumber() throws {
    let text = String(decoding: try JSONEncoder().encode(SignUpForm.valid), as: UTF8.self)
      .replacing(#""lastTicket":0"#, with: #""lastTicket":\#(Int.max)"#)
    var form = try JSONDecoder().decode(SignUpForm.self, from: Data(text.utf8))
    #expect(form.take(.submit) == [.submit(.valid, ticket: .min)])
    form.take(.submitted(SubmissionAnswer(ticket: .min, outcome: .accepted)))
    #expect(form.phase == .accepted)
  }

  @Test("Two fields of one part stop the program, which says so", .realProcess)
  func twoOfOnePart() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = FormDefinition<SignUp>(fields: [FormField("name", \.name), FormField("other", \.name)])
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("`name` and `other` of the form of `SignUp` edit the same part"), "\(text)")
  }
}
