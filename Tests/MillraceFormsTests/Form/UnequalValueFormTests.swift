import Millrace
import MillraceForms
import Testing

private struct Reading: FormValues, Equatable {
  var level = Double.nan
  var note = ""
  static let form = FormDefinition<Reading>(
    fields: [FormField("level", \.level, .decimal()), FormField("note", \.note)])
}

@Suite("A form that begins with a NaN")
struct UnequalValueFormTests {
  @Test("is dirty only when a field has changed")
  func dirty() {
    var form = FormState(Reading())
    #expect(!form.isDirty && !form[\.level].isDirty)
    form.take(.choose(\.level, 2))
    #expect(form.isDirty && form[\.level].isDirty)
    form.take(.choose(\.level, .nan))
    #expect(!form.isDirty)
    form.take(.type(\.note, "b"))
    #expect(form.isDirty && !form[\.level].isDirty)
  }

  @Test("sends changes that are equal to themselves")
  func change() {
    #expect(FieldChange(\Reading.level, .nan) == FieldChange(\Reading.level, .nan))
    #expect(FieldChange(\Reading.level, .nan) != FieldChange(\Reading.level, 1))
  }
}
