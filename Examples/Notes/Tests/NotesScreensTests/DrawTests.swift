import Aftermath
import Foundation
import NotesDesk
import NotesModel
import Terminal
import Testing

@testable import NotesLibrary
@testable import NotesScreens
@testable import NotesSession

@MainActor
@Suite("Drawing")
struct DrawTests {
  @Test("makes a picture of the terminal's size, whatever is to be seen", arguments: 0..<300)
  func anything(seed: Int) {
    var chance = Chance(seed: seed)
    let size = Size(width: 1 + chance.below(200), height: 1 + chance.below(60))
    check(draw(chance.view(size)), size)
  }

  @Test("makes a picture of every small size", arguments: 1...12)
  func small(height: Int) {
    for width in 1...30 {
      var chance = Chance(seed: width * 100 + height)
      check(draw(chance.view(Size(width: width, height: height))), Size(width: width, height: height))
    }
  }

  private func check(_ canvas: Canvas, _ size: Size) {
    #expect(canvas.width == size.width && canvas.height == size.height)
    for line in canvas.lines {
      #expect(TextWidth.of(line) <= size.width)
      // A control character in a note would be a command to the terminal.
      #expect(!line.unicodeScalars.contains { $0.properties.generalCategory == .control })
    }
  }

  @Test("shows list and item side by side where the terminal is wide enough, and one of them otherwise")
  func sideBySide() throws {
    let narrow = try Stage(width: 89)
    #expect(narrow.text.contains("Call the plumber") && !narrow.text.contains("and bread."))
    narrow.press(.enter)
    #expect(!narrow.text.contains("Call the plumber") && narrow.text.contains("and bread."))
    let wide = try Stage(width: 90)
    #expect(wide.text.contains("Call the plumber") && wide.text.contains("and bread."))
    wide.press(.enter)
    #expect(wide.text.contains("Call the plumber") && wide.text.contains("and bread."))
  }

  @Test("reverses what is selected, and only that")
  func selection() throws {
    let stage = try Stage()
    stage.press(.down)
    let canvas = stage.interface.canvas()
    let rows = (2..<20).filter { canvas[$0, 10].style.isReversed }
    #expect(rows.map { canvas.lines[$0].contains("Call the plumber") } == [true])
  }

  @Test("marks what waits and what is in conflict, and ticks what is done")
  func marks() throws {
    let stage = try Stage()
    stage.workplace.add(Stage.household[1], .sent(key: "key"))
    stage.workplace.conflict(Stage.household[2], nil)
    stage.interface.refresh()
    #expect(stage.lines[2].hasPrefix(" ↑ Buy milk"))
    #expect(stage.lines[3].hasPrefix(" ! Call the plumber"))
    stage.press(.character("2"))
    #expect(stage.lines[2].hasPrefix("   [ ] Water the plants"))
    #expect(stage.lines[3].hasPrefix("   [x] Pay the rent"))
  }

  @Test("says while offline that changes are kept and how many wait, and why", arguments: [80, 120])
  func offline(width: Int) throws {
    let stage = try Stage(width: width)
    #expect(stage.lines[22].hasPrefix(" ● Online"))
    stage.workplace.session.phase = .waiting
    stage.workplace.session.failures = 3
    stage.workplace.session.reason = "The server at 127.0.0.1 did not answer."
    for (waiting, sentence) in [
      (0, "Changes are kept."), (1, "kept; 1 waits."), (1_200, "kept; 1,200 wait."),
    ] {
      stage.workplace.library.outbox = (0..<waiting).map { ItemID(.notes, $0) }
      #expect(stage.lines[22].contains(sentence))
      #expect(stage.text.contains("127.0.0.1 did not answer."))
      #expect(stage.interface.canvas()[22, 0].style.background == .yellow)
    }
    stage.workplace.preferences.usesColour = false
    #expect(stage.interface.canvas()[22, 0].style.background == nil)
    #expect(stage.interface.canvas()[22, 0].style.isReversed)
  }

  @Test("uses no colour when none is wanted", arguments: 0..<40)
  func colourless(seed: Int) {
    var chance = Chance(seed: seed)
    var view = chance.view(Size(width: 100, height: 30))
    view.preferences.usesColour = false
    let canvas = draw(view)
    for row in 0..<30 {
      for column in 0..<100 {
        #expect(canvas[row, column].style.foreground == nil && canvas[row, column].style.background == nil)
      }
    }
  }

  @Test("shows a sentence that is longer than a line whole")
  func longNotice() throws {
    let stage = try Stage(width: 40)
    let sentence = "The first half of it stands above the line, and the second half of it stands in the line."
    stage.engine.post(fact: Remark(sentence))
    #expect(
      stage.lines[18...21].map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ").contains(
        sentence))
  }

  @Test("shows what the server has refused until it is dismissed")
  func refusals() throws {
    let stage = try Stage()
    stage.workplace.library.refusals = [.init(id: ItemID(.notes, 2), reason: "The title is too long.")]
    #expect(
      stage.text.contains("The server has rejected the note 2: The title is too long. x dismisses this."))
    #expect(stage.text.contains("✗ 1 refused"))
    stage.press(.character("x"))
    #expect(stage.workplace.told == [.dismissRefusals])
    #expect(!stage.text.contains("refused"))
  }

  @Test("scrolls what is longer than the window, to its end and not beyond")
  func scrolling() throws {
    let body = (1...100).map { "Line \($0)" }.joined(separator: "\n")
    let stage = try Stage([.note(Note(userId: 1, id: 1, title: "Long", body: body))])
    stage.press(.enter, .end)
    #expect(stage.lines[20].contains("Line 100"))
    let end = stage.screen
    stage.press(.down, .pageDown)
    #expect(stage.screen == end)
    stage.press(.up)
    #expect(stage.lines[20].contains("Line 99 ") || stage.lines[20].hasPrefix(" Line 99"))
    stage.press(.home)
    #expect(stage.lines[2].contains("Long"))
  }

  @Test("shows the newest lines of the log, and goes back from there")
  func log() throws {
    let stage = try Stage()
    stage.workplace.log = (1...100).map { TurnLine(sequence: $0, store: "library", text: "turn") }
    stage.press(.character("L"))
    #expect(stage.lines[20].contains("100  library   turn") && stage.lines[2].contains(" 82 "))
    stage.press(.up)
    #expect(stage.lines[20].contains(" 99  library"))
    stage.press(.pageUp)
    #expect(stage.lines[20].contains(" 81  library"))
    stage.press(.home, .up)
    #expect(stage.lines[2].contains(" 1  library"))
    stage.press(.end, .down)
    stage.workplace.log.append(TurnLine(sequence: 101, store: "library", text: "turn"))
    #expect(stage.lines[20].contains(" 101  library"))
  }

  @Test("stays where one reads in the log while it grows and is cut off, and goes along at its end")
  func growingLog() throws {
    let stage = try Stage()
    func log(_ turns: ClosedRange<UInt64>) {
      stage.workplace.log = turns.map { TurnLine(sequence: $0, store: "library", text: "turn") }
    }
    log(1...100)
    stage.press(.character("L"))
    log(1...110)
    #expect(stage.lines[20].contains(" 110  library"))
    stage.press(.up)
    log(1...150)
    #expect(stage.lines[20].contains(" 109  library"))
    stage.press(.up)
    log(51...200)
    #expect(stage.lines[20].contains(" 108  library"))
    log(181...400)
    #expect(stage.lines[2].contains(" 181  library"))
    log(398...400)
    #expect(stage.lines[2].contains(" 398  library") && stage.lines[5].allSatisfy(\.isWhitespace))
    log(1...100)
    stage.workplace.log = []
    stage.press(.up, .down, .end)
    #expect(stage.screen.place == .log(until: nil))
  }

  @Test("shows the end of words that are longer than their line, with the cursor behind it")
  func longWords() throws {
    let stage = try Stage(width: 20)
    stage.press(.character("/"), .paste(String(repeating: "x", count: 50_000) + "漢 end"))
    #expect(stage.lines[1] == " / xxxxxxxxx漢 end ─" && stage.interface.canvas().cursor?.column == 18)
    stage.press(.home)
    #expect(stage.lines[1].hasPrefix(" / xxx") && stage.interface.canvas().cursor?.column == 3)
  }
}
