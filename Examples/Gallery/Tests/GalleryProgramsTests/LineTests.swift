import Testing

@testable import GalleryPrograms

@Suite("Lines")
struct LineTests {
  private enum Word: String { case up, down }

  @Test("A line is a word in small letters, and what stands behind it without the spaces around")
  func reading() throws {
    let line = try #require(Line("  \tType   two  words \u{1B}[31m \r"))
    #expect(line.word == "type")
    #expect(line.rest == "two  words [31m")
  }

  @Test("An empty line is none", arguments: ["", " \t ", "\u{1B}"])
  func empty(text: String) {
    #expect(Line(text) == nil)
  }

  @Test("A word that is not known is said to be so, whatever stands behind it")
  func alone() throws {
    #expect(try Line("UP")?.alone(as: Word.self) == .up)
    #expect(throws: LineError.unknown("left")) { try Line("left 2")?.alone(as: Word.self) }
    #expect(throws: LineError.tooMuch("2", after: "up")) { try Line("up 2")?.alone(as: Word.self) }
  }

  @Test(
    "Seconds have thousandths",
    arguments: [
      ("3", 3_000), ("0.25", 250), ("1.5", 1_500), ("0.034", 34), ("3600", 3_600_000), ("0", 0),
      ("007", 7_000),
    ])
  func seconds(text: String, milliseconds: Int) throws {
    #expect(try Line("wait \(text)")?.seconds() == .milliseconds(milliseconds))
  }

  @Test(
    "What is no number of seconds is refused",
    arguments: [
      "-1", "+1", "1.", ".5", "1.2.3", "0.1234", "1e3", "3601", "99999999999999999999999", "٣", "three", ".",
    ])
  func notSeconds(text: String) throws {
    let line = try #require(Line("wait \(text)"))
    #expect(throws: LineError.notSeconds(text)) { try line.seconds() }
  }

  @Test("Numbers have bounds")
  func numbers() throws {
    #expect(try Line("cut 3")?.number(in: 1...3) == 3)
    #expect(throws: LineError.notNumber("4", 1...3)) { try Line("cut 4")?.number(in: 1...3) }
    #expect(throws: LineError.notNumber("x", 1...3)) { try Line("cut x")?.number(in: 1...3) }
    #expect(throws: LineError.tooLittle("cut", example: "1")) { try Line("cut")?.number(in: 1...3) }
  }

  @Test(
    "Errors say what is wrong, and what to write",
    arguments: [
      (LineError.unknown("x"), "There is nothing called 'x'; 'help' lists what there is."),
      (.tooMuch("2", after: "up"), "'up' takes no argument; omit '2'."),
      (.tooLittle("cut", example: "1"), "'cut' needs something behind it, such as 'cut 1'."),
      (.notNumber("x", 1...9), "'x' is not a number from 1 to 9; write it in digits."),
      (
        .notSeconds("x"),
        "'x' is not a number of seconds up to 3600; write it in digits, such as '3' or '0.25'."
      ),
      (.notPlace("x"), "'x' is not a place; write two numbers from 0 to 999, such as '2 1'."),
      (.timePasses, "Time passes by itself here; 'wait' is for lines that come from a file."),
    ])
  func sentences(error: LineError, sentence: String) {
    #expect("\(error)" == sentence)
  }
}
