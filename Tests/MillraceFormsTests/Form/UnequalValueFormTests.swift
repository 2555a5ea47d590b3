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

  @Test("has rows that are dirty only when they have changed, and equal messages for them")
  func rows() {
    struct Readings: FormValues {
      var readings = [Row(id: 1), Row(id: 2)]
      static let form = FormDefinition<Readings>(fields: [FormField(rows: "readings", \.readings)])
    }
    struct Row: FormValues, Identifiable {
      var id: Int
      var level = Double.nan
      static let form = FormDefinition<Row>(fields: [FormField("level", \.level, .decimal())])
    }
    var form = FormState(Readings())
    #expect(!form.isDirty && form.rows(\.readings).allSatisfy { !$0.isDirty })
    #expect(form[\.readings, 1]?.isDirty == false)
    form.take(.type(\.readings, 2, \.level, "3"))
    #expect(form[\.readings, 1]?.isDirty == false && form[\.readings, 2]?.isDirty == true)
    #expect(FormMessage.append(\Readings.readings, Row(id: 3)) == .append(\Readings.readings, Row(id: 3)))
  }

  @Test("sends changes that are equal to themselves")
  func change() {
    #expect(FieldChange(\Reading.level, .nan) == FieldChange(\Reading.level, .nan))
    #expect(FieldChange(\Reading.level, .nan) != FieldChange(\Reading.level, 1))
  }
}
