import NotesDesk
import NotesModel
import Terminal
import Testing

@testable import NotesScreens

@Suite("The values of a screen")
struct ValueTests {
  @Test("keep what is selected within the list, and in sight", arguments: 0..<100)
  func selection(seed: Int) {
    var chance = Chance(seed: seed)
    var selection = Selection()
    for _ in 0..<60 {
      let ids = (0..<chance.below(40)).map { ItemID(.notes, $0 + chance.below(3)) }
      let rows = 1 + chance.below(12)
      switch chance.below(3) {
      case 0: selection = selection.following(ids, rows: rows) { $0 }
      case 1: selection = selection.fitted(to: rows)
      default: selection = selection.moved(Selection.Step.allCases[chance.below(6)], in: ids, rows: rows)
      }
      #expect(selection.top <= selection.row && selection.row < selection.top + rows && selection.top >= 0)
      if selection.id != nil, ids.indices.contains(selection.row) == false { selection = Selection() }
    }
  }

  @Test("show the text of a field whole, but for spaces, in rows that fit", arguments: 0..<200)
  func fields(seed: Int) {
    var chance = Chance(seed: seed)
    var input = TextInput(chance.text(40), isMultiline: true)
    for _ in 0..<chance.below(30) { _ = input.edit(.left) }
    let width = 2 + chance.below(30)
    let field = FieldText(input, width: width)
    func solid(_ text: String) -> String { String(text.filter { $0 != " " && !$0.isNewline }) }
    #expect(solid(field.rows.joined(separator: "\n")) == solid(input.text))
    for row in field.rows { #expect(TextWidth.of(row) <= max(width, 2)) }
    #expect(field.rows.indices.contains(field.cursor.row) && field.cursor.column <= width)
  }

  @Test("break the text of a field behind spaces, and put the cursor where it is")
  func wrapping() {
    var input = TextInput("one two three\n\nfour", isMultiline: true)
    let field = FieldText(input, width: 8)
    #expect(field.rows == ["one two ", "three", "", "four"])
    #expect(field.cursor == (row: 3, column: 4))
    for _ in 0..<6 { _ = input.edit(.left) }
    #expect(FieldText(input, width: 8).cursor == (row: 1, column: 5))
    for _ in 0..<5 { _ = input.edit(.left) }
    #expect(FieldText(input, width: 8).cursor == (row: 1, column: 0))
    #expect(FieldText(TextInput("漢字漢字"), width: 5).rows == ["漢字", "漢字"])
    #expect(FieldText(TextInput("word    "), width: 4).rows == ["word"])
    #expect(FieldText(TextInput(), width: 4).rows == [""])
  }

  @Test("give every row of the terminal to one thing", arguments: 1...40)
  func layout(height: Int) {
    let layout = Layout(Size(width: 80, height: height))
    let areas = [layout.title, layout.rule, layout.content, layout.notice, layout.status, layout.hints]
    let rows = areas.compactMap(\.self).flatMap { $0.row..<$0.row + $0.height }
    #expect(rows.sorted() == Array(0..<height))
  }

  @Test("write numbers with commas")
  func numbers() {
    #expect(
      [0, 7, 999, 1_000, 100_000, 1_234_567, -1_234].map(grouped) == [
        "0", "7", "999", "1,000", "100,000", "1,234,567", "-1,234",
      ])
  }

  @Test("say what is wrong in sentences")
  func sentences() {
    #expect(
      ScreenError.noForm.description
        == "No form is open; press n to write an item, or e to edit the selected one.")
    #expect(
      Form(.new(.notes), original: Draft(title: "two\nlines")).flaw
        == "A title must be one line; remove the line breaks.")
  }
}
