import Millrace
import SevenSession
import SevenTasks
import Terminal
import Testing

@testable import SevenTerminal

@Suite("The terminal: keys")
@MainActor
struct KeyTests {
  private let app = SevenApp(environment: StoreEnvironment())

  private func press(_ keys: Key...) { for key in keys { app.press(key) } }

  private func type(_ text: String) { for character in text { app.press(.character(character)) } }

  private var lines: [String] { app.canvas(width: 80, height: 24).lines }

  private func shows(_ text: String) -> Bool { lines.contains { $0.contains(text) } }

  @Test("the list opens a task with the enter key, and the escape key closes it")
  func list() {
    #expect(shows("[ Counter ]") && shows("[ Cells ]"))
    press(.tab, .enter)
    #expect(lines[0] == " Temperature Converter")
    press(.escape)
    #expect(lines[0] == " 7GUIs")
    #expect(!app.isOver)
    press(.escape)
    #expect(app.isOver)
  }

  @Test("a closed task begins from its start")
  func closed() {
    press(.enter, .enter, .enter)
    #expect(shows("Value  2"))
    press(.escape, .enter)
    #expect(shows("Value  0"))
  }

  @Test("a field is edited where its cursor is, and the other field follows")
  func field() throws {
    press(.tab, .enter)
    type("150")
    press(.left, .left, .delete)
    #expect(shows("Celsius     10") && shows("Fahrenheit  50"))
    let cursor = try #require(app.canvas(width: 80, height: 24).cursor)
    #expect(cursor.column == 14 + 1)
    type("x")
    #expect(shows("Write a number") && shows("Fahrenheit  50"))
  }

  @Test("a disabled control is passed over by the focus")
  func disabled() {
    press(.tab, .tab, .enter)
    #expect(lines[0] == " Flight Booker")
    // From the choice over the departure to the button, not to the return date.
    press(.tab, .tab, .enter)
    #expect(app.controls().first { $0.name == "Return" }?.isEnabled == false)
    press(.backtab, .backtab, .right, .tab, .tab)
    press(.control("u"))
    #expect(app.controls().first { $0.name == "Return" }?.text == "")
  }

  @Test("a sheet is used with the keys of every spreadsheet")
  func sheet() {
    for _ in 0..<6 { press(.tab) }
    press(.enter)
    type("2")
    press(.enter, .right)
    type("=A0*21")
    press(.down)
    #expect(app.text(of: "B0") == "42")
    press(.up)
    type("x")
    press(.escape)
    #expect(app.text(of: "Formula") == "=A0*21")
    press(.escape)
    #expect(lines[0] == " 7GUIs")
  }

  @Test("circles are drawn, adjusted and undone with the keyboard")
  func circles() {
    for _ in 0..<5 { press(.tab) }
    press(.enter, .enter, .enter)
    #expect(app.text(of: "Canvas") == "1 circle, selected: diameter 40")
    press("m", .tab, .enter)
    press(.tab, .tab, .right, .right)
    #expect(app.text(of: "Diameter") == "50")
    press(.tab, .enter)
    #expect(app.text(of: "Canvas") == "1 circle, selected: diameter 50")
    try? app.press("Undo")
    #expect(app.text(of: "Canvas") == "1 circle, selected: diameter 40")
    try? app.press("Undo")
    #expect(app.text(of: "Canvas") == "0 circles")
  }

  @Test("keys that mean nothing, and a terminal of any size, do no harm", arguments: 1...10)
  func anyKeys(seed: UInt64) {
    var random = RandomSource.seeded(seed)
    let keys: [Key] = [
      .enter, .escape, .tab, .backtab, .backspace, .delete, .up, .down, .left, .right, .home, .end, .pageUp,
      .pageDown, .wordLeft, .wordRight, .control("u"), .control("k"), .paste("=A0\n1"), "m", "=", "(", "7",
      "A", " ",
    ]
    for _ in 0..<400 {
      if let key = keys.randomElement(using: &random) { app.press(key) }
      _ = app.canvas(
        width: Int.random(in: 0...90, using: &random), height: Int.random(in: 0...30, using: &random))
    }
  }
}
