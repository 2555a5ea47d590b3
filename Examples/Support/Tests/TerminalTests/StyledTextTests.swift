import Terminal
import TerminalFixture
import Testing

@Suite("Text with sequences for colours")
struct StyledTextTests {
  private func canvas(_ text: String) -> Canvas { Canvas(width: 8, height: 2, styledText: text) }

  @Test(
    "A sequence changes the style of what follows",
    arguments: [
      ("1", Style(isBold: true)), ("2", Style(isDim: true)), ("4", Style(isUnderlined: true)),
      ("7", Style(isReversed: true)), ("31", Style(foreground: .red)), ("44", Style(background: .blue)),
      ("93", Style(foreground: .yellow)), ("107", Style(background: .white)),
      ("38;5;2", Style(foreground: .green)),
      ("48;5;14;1", Style(isBold: true, background: .cyan)), ("38;5;200;1", Style(isBold: true)),
      ("38;2;1;4;7;1", Style(isBold: true)), ("1;2;22;4", Style(isUnderlined: true)), ("31;39;7;27", .plain),
      ("1;31;0", .plain), ("1;;4", Style(isUnderlined: true)), ("", .plain), ("38", .plain), ("999", .plain),
    ] as [(String, Style)])
  func styles(numbers: String, style: Style) {
    let canvas = canvas("a\u{1B}[\(numbers)mb")
    #expect(canvas[0, 0].style == .plain)
    #expect(canvas[0, 1] == self.canvas("ab")[0, 1].with(style))
  }

  @Test("A style lasts into the next row; wide characters take their columns")
  func rows() {
    let canvas = canvas("\u{1B}[31m漢a\nb\u{1B}[mc\nlost")
    #expect(canvas.lines == ["漢a", "bc"])
    #expect(canvas[0, 2].text == "a")
    #expect(canvas[1, 0].style == Style(foreground: .red))
    #expect(canvas[1, 1].style == .plain)
  }

  @Test(
    "Other sequences are left out, and one that is cut off is no error",
    arguments: [
      "a\u{1B}[2Jb", "a\u{1B}]8;;https://x\u{1B}\\b", "a\u{1B}]0;title\u{7}b", "a\u{1B}cb", "ab\u{1B}",
      "ab\u{1B}[31",
      "ab\u{1B}]0;t",
    ])
  func others(text: String) {
    #expect(canvas(text).lines[0] == "ab")
  }
}

extension Canvas.Cell {
  fileprivate func with(_ style: Style) -> Canvas.Cell {
    var canvas = Canvas(width: 1, height: 1)
    canvas.write(String(text), row: 0, column: 0, style: style)
    return canvas[0, 0]
  }
}
