import Foundation
import Terminal
import Testing

@Suite("A text input")
struct TextInputTests {
  private func edited(_ text: String = "", isMultiline: Bool = false, _ keys: Key...) -> TextInput {
    var input = TextInput(text, isMultiline: isMultiline)
    for key in keys { _ = input.edit(key) }
    return input
  }

  @Test("Text is put in and taken out at the cursor")
  func editing() {
    #expect(edited("tea", .left, .character("x")).text == "texa")
    #expect(edited("tea", .left, .backspace).text == "ta")
    #expect(edited("tea", .home, .delete).text == "ea")
    #expect(edited("tea", .home, .backspace, .end, .delete).text == "tea")
    #expect(edited("tea", .control("a"), .right, .control("k")).text == "t")
    #expect(edited("tea", .left, .control("u")).text == "a")
    #expect(edited("buy two  teas ", .control("w")).text == "buy two  ")
    #expect(edited("buy two teas", .wordLeft, .wordLeft, .wordRight, .character("!")).text == "buy two! teas")
  }

  @Test("A step passes a whole character, and marks join the letter before them")
  func characters() {
    #expect(edited("a👨‍👩‍👧b", .left, .backspace).text == "ab")
    let marked = edited("e", .character("\u{301}"), .character("x"))
    #expect(marked.text == "e\u{301}x")
    #expect(marked.cursor == 2)
    #expect(edited("e\u{301}", .backspace).text == "")
  }

  @Test("What joins with the characters behind the cursor is passed by it")
  func joining() {
    let flag = edited("🇷", .home, .character("🇫"))
    #expect(flag.text == "🇫🇷")
    #expect(flag.cursor == 1)
    #expect(edited("e-\u{301}", .home, .right, .delete, .character("x")).text.count == 2)
  }

  @Test("A field of several lines has lines to go to and to delete in")
  func lines() {
    #expect(edited("ab", isMultiline: true, .enter, .character("c")).text == "ab\nc")
    #expect(edited("abc\nd", isMultiline: true, .up, .character("x")).text == "axbc\nd")
    #expect(edited("a\nbcd", isMultiline: true, .up, .character("x")).text == "ax\nbcd")
    #expect(edited("ab\ncd", isMultiline: true, .up, .down, .character("x")).text == "ab\ncdx")
    #expect(edited("ab\ncd", isMultiline: true, .home, .character("x")).text == "ab\nxcd")
    #expect(edited("ab\ncd", isMultiline: true, .up, .control("u"), .control("k")).text == "cd")
  }

  @Test("A key that means nothing here is told from one that changes nothing")
  func meaning() {
    var field = TextInput("tea")
    for key in [Key.enter, .up, .down, .tab, .escape, .pageUp, .control("q"), .resize(width: 1, height: 1)] {
      let hasMeaning = field.edit(key)
      #expect(!hasMeaning, "\(key)")
    }
    var empty = TextInput("")
    for key in [Key.backspace, .delete, .left, .right, .home, .end, .control("k")] {
      let hasMeaning = empty.edit(key)
      #expect(hasMeaning, "\(key)")
    }
    var lines = TextInput("a\nb", isMultiline: true)
    let meanings = [Key.down, .up, .up].map { lines.edit($0) }
    #expect(meanings == [false, true, false])
  }

  @Test("Pasted text keeps its lines where there are lines, and no control characters")
  func pasting() {
    #expect(edited("", .paste("a\rb\tc\u{1B}[1md\r\n")).text == "a b c[1md ")
    #expect(edited("", isMultiline: true, .paste("a\rb\tc\u{7}\r\nd")).text == "a\nb\tc\nd")
  }

  @Test("The cursor stays in a text that becomes shorter")
  func shorter() {
    var input = TextInput("tea")
    input.text = "t"
    #expect(input.cursor == 1)
  }

  @Test("It is read back as it was written; a cursor beyond the text moves into it")
  func coding() throws {
    let input = edited("tea", isMultiline: true, .left)
    #expect(try JSONDecoder().decode(TextInput.self, from: JSONEncoder().encode(input)) == input)
    for cursor in [-5, 99] {
      let data = Data(#"{"text":"tea","isMultiline":false,"cursor":\#(cursor)}"#.utf8)
      #expect((0...3).contains(try JSONDecoder().decode(TextInput.self, from: data).cursor))
    }
  }

  @Test("It does what two halves of a line do, around the cursor", arguments: 0..<300)
  func model(seed: UInt64) {
    var random = Seeded(seed)
    // Letters that never join, so that the model may count them.
    let letters = ["a", "é", "漢", "🍎", "👨‍👩‍👧", " ", "\n"]
    var before = Array(Samples.text(&random, parts: letters))
    var after: [Character] = []
    var input = TextInput(String(before), isMultiline: true)
    for _ in 0..<60 {
      let key = [
        Key.character(Character(letters.randomElement(using: &random) ?? "a")), .backspace, .delete, .left,
        .right,
        .home, .end, .control("u"), .control("k"), .enter, .up, .down,
      ].randomElement(using: &random)
      guard let key else { continue }
      let lineBefore = before.reversed().prefix { $0 != "\n" }.count
      let lineAfter = after.prefix { $0 != "\n" }.count
      switch key {
      case .character(let character): before.append(character)
      case .enter: before.append("\n")
      case .backspace: _ = before.popLast()
      case .delete: if !after.isEmpty { after.removeFirst() }
      case .left: move(&before, &after, by: -1)
      case .right: move(&before, &after, by: 1)
      case .home: move(&before, &after, by: -lineBefore)
      case .end: move(&before, &after, by: lineAfter)
      case .control("u"): before.removeLast(lineBefore)
      case .control("k"): after.removeFirst(min(after.count, max(1, lineAfter)))
      case .up where before.contains("\n"):
        move(&before, &after, by: -lineBefore - 1)
        let column = before.reversed().prefix { $0 != "\n" }.count
        move(&before, &after, by: min(0, lineBefore - column))
      case .down where after.contains("\n"):
        move(&before, &after, by: lineAfter + 1)
        move(&before, &after, by: min(lineBefore, after.prefix { $0 != "\n" }.count))
      default: break
      }
      _ = input.edit(key)
      #expect(input.text == String(before + after), "\(key)")
      #expect(input.cursor == before.count, "\(key)")
    }
  }

  private func move(_ before: inout [Character], _ after: inout [Character], by steps: Int) {
    let all = before + after
    let place = min(max(0, before.count + steps), all.count)
    (before, after) = (Array(all[..<place]), Array(all[place...]))
  }

  @Test("Whatever is typed into whatever text, the cursor stays in it", arguments: 0..<300)
  func hardText(seed: UInt64) {
    var random = Seeded(seed)
    var input = TextInput(Samples.text(&random), isMultiline: Bool.random(using: &random))
    for _ in 0..<60 {
      let typed = Samples.parts.randomElement(using: &random) ?? ""
      let key = [
        Key.character(typed.first ?? "a"), .paste(Samples.text(&random)), .backspace, .delete, .left, .right,
        .home,
        .end, .up, .down, .enter, .wordLeft, .wordRight, .control("w"), .control("k"), .control("u"),
      ].randomElement(using: &random)
      if let key { _ = input.edit(key) }
      #expect((0...input.text.count).contains(input.cursor))
    }
  }
}
