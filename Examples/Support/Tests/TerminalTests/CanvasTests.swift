import Terminal
import Testing

@Suite("A canvas")
struct CanvasTests {
  private func canvas(_ width: Int = 6, _ height: Int = 2) -> Canvas { Canvas(width: width, height: height) }

  @Test("What is written is in its rows, and the columns are told")
  func writing() {
    var canvas = canvas()
    #expect(canvas.write("tea", row: 1, column: 2) == 3)
    #expect(canvas.lines == ["", "  tea"])
    #expect(canvas[1, 2].text == "t")
  }

  @Test("What does not fit is clipped, at the edges and at the width that is given")
  func clipping() {
    var canvas = canvas()
    #expect(canvas.write("abcdefgh", row: 0, column: 2) == 4)
    #expect(canvas.write("abcdefgh", row: 1, column: -2, width: 5) == 3)
    #expect(canvas.lines == ["  abcd", "cde"])
  }

  @Test("Writing outside is no error", arguments: [-1, 2, .max, .min])
  func outside(row: Int) {
    var canvas = canvas()
    #expect(canvas.write("tea", row: row, column: 0) == 0)
    #expect(canvas.write("tea", row: 0, column: row == 2 ? 6 : row) <= 3)
    canvas.fill(row: row, column: row, width: row, style: .plain)
    #expect(canvas[row, row] == Canvas.Cell())
  }

  @Test("A size below 1 is empty", arguments: [(0, 0), (-1, 5), (5, -1), (.min, .min)])
  func empty(width: Int, height: Int) {
    var canvas = canvas(width, height)
    canvas.write("tea", row: 0, column: 0)
    #expect(canvas.lines.allSatisfy { $0.isEmpty })
    #expect(!canvas.svg(title: "").isEmpty)
  }

  @Test("A wide character has a cell and its continuation; one that does not fit whole is left out")
  func wide() {
    var canvas = canvas()
    #expect(canvas.write("漢字漢字", row: 0, column: 1) == 4)
    #expect(canvas.lines[0] == " 漢字")
    #expect(canvas[0, 1].text == "漢" && !canvas[0, 1].isContinuation)
    #expect(canvas[0, 2].text == " " && canvas[0, 2].isContinuation)
    #expect(canvas.write("漢b", row: 1, column: -1) == 1)
    #expect(canvas.lines[1] == " b")
  }

  @Test("Writing over half of a wide character takes all of it away")
  func overWide() {
    var canvas = canvas()
    canvas.write("漢字", row: 0, column: 0)
    canvas.write("x", row: 0, column: 1)
    #expect(canvas.lines[0] == " x字")
    canvas.write("y", row: 0, column: 2)
    #expect(canvas.lines[0] == " xy")
    #expect((0..<6).allSatisfy { !canvas[0, $0].isContinuation })
  }

  @Test("Control characters are shown, and never get through")
  func control() {
    var canvas = canvas(20, 1)
    canvas.write("a\u{1B}[31m\nb\u{9B}2J\u{7}", row: 0, column: 0)
    #expect(canvas.lines == ["a␛[31m␊b\u{FFFD}2J␇"])
  }

  @Test("Filling empties a part of a row and styles it")
  func filling() {
    let style = Style(background: .blue)
    var canvas = canvas()
    canvas.write("漢字漢", row: 0, column: 0)
    canvas.fill(row: 0, column: 1, width: 3, style: style)
    #expect(canvas.lines[0] == "    漢")
    #expect((0..<6).map { canvas[0, $0].style == style } == [false, true, true, true, false, false])
    canvas.fill(row: 1, style: style)
    #expect((0..<6).allSatisfy { canvas[1, $0].style == style })
  }

  @Test(
    "Writing changes no cell beyond its columns, and no half of a wide character remains", arguments: 0..<300)
  func laws(seed: UInt64) {
    var random = Seeded(seed)
    var canvas = canvas(12, 3)
    for _ in 0..<8 {
      let before = canvas
      let text = Samples.text(&random)
      let row = Int.random(in: -1...3, using: &random)
      let column = Int.random(in: -4...13, using: &random)
      let width = Bool.random(using: &random) ? nil : Int.random(in: -1...14, using: &random)
      let written = canvas.write(text, row: row, column: column, width: width, style: Style(isBold: true))
      #expect(written <= min(TextWidth.of(text), width.map { max(0, $0) } ?? .max))
      for (r, c) in (0..<3).flatMap({ row in (0..<12).map { (row, $0) } }) {
        let isInside = r == row && c >= column && c < (width.map { column + $0 } ?? 12)
        // The other half of a wide character that was written over is emptied, which changes its text alone.
        #expect(isInside || canvas[r, c] == before[r, c] || canvas[r, c].text == " ")
        #expect(isInside || canvas[r, c].style == before[r, c].style)
        #expect(!canvas[r, c].isContinuation || canvas[r, c].text == " ")
      }
      for row in 0..<3 {
        let shown = (0..<12).filter { !canvas[row, $0].isContinuation }
        #expect(shown.reduce(0) { $0 + TextWidth.of(canvas[row, $1].text) } == 12)
      }
    }
  }
}
