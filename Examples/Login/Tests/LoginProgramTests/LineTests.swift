import LoginMachine
import Testing

@testable import LoginProgram

@Suite("Lines")
struct LineTests {
  @Test(
    "A line is an input or a word of the program, whatever its spaces and capitals",
    arguments: [
      ("login", Line.input(.login)), ("  forcelogout ", .input(.forceLogout)), ("LoginOK", .input(.loginOK)),
      ("wait  30", .wait(30)), ("refuse", .refusing(true)), ("accept", .refusing(false)), ("STATE", .state),
      ("help", .help), ("quit", .quit),
    ])
  func lines(text: String, line: Line) throws {
    #expect(try Line(text) == line)
  }

  @Test("Every input can be written")
  func inputs() throws {
    for input in LoginInput.allCases { #expect(try Line(input.rawValue) == .input(input)) }
  }

  @Test("An empty line asks for nothing", arguments: ["", " \t "])
  func empty(text: String) throws {
    #expect(try Line(text) == nil)
  }

  @Test(
    "What cannot be followed is answered with a sentence",
    arguments: [
      ("logn", "There is nothing called 'logn'; 'help' lists what there is."),
      ("\u{1B}[2Jx", "There is nothing called '[2Jx'; 'help' lists what there is."),
      ("login now", "'login' takes no argument; omit 'now'."),
      ("wait", "'wait' needs a number of seconds, such as 'wait 30'."),
      ("wait 0", "'0' is not a number of seconds from 1 to 86400; write it in digits, such as 'wait 30'."),
      (
        "wait 86401",
        "'86401' is not a number of seconds from 1 to 86400; write it in digits, such as 'wait 30'."
      ),
    ])
  func refused(text: String, sentence: String) {
    let error = #expect(throws: LineError.self) { try Line(text) }
    #expect(error?.description == sentence)
  }
}
