import Testing

@testable import PantryProgram

@Suite("Lines")
struct LineTests {
  @Test(
    "A line is an action with its things, or a word, whatever its spaces and capitals",
    arguments: [
      ("need milk", Line.need([.init(item: "milk", count: 1)])),
      (
        " Need MILK 2,eggs , tea 999 ",
        .need([.init(item: "milk", count: 2), .init(item: "eggs", count: 1), .init(item: "tea", count: 999)])
      ),
      ("buy milk 2", .buy(.init(item: "milk", count: 2))), ("use\tmilk", .use(.init(item: "milk", count: 1))),
      ("day", .day(20)), ("day 30", .day(30)), ("wait 3", .wait(3)), ("watch tea", .watch("tea")),
      ("UNDO", .word(.undo)), ("quit", .word(.quit)),
    ])
  func lines(text: String, line: Line) throws {
    #expect(try Line(text) == line)
  }

  @Test("Every word can be written, and all but 'help' stand in the listing", arguments: Line.Word.allCases)
  func words(word: Line.Word) throws {
    #expect(try Line(word.rawValue) == .word(word))
    #expect(Line.listing.contains(word.rawValue) || word == .help)
  }

  @Test("An empty line asks for nothing", arguments: ["", " \t "])
  func empty(text: String) throws {
    #expect(try Line(text) == nil)
  }

  @Test(
    "What cannot be followed is answered with a sentence",
    arguments: [
      ("sell milk", "There is nothing called 'sell'; 'help' lists what there is."),
      ("\u{1B}[2Jx", "There is nothing called '[2jx'; 'help' lists what there is."),
      ("buy", "'buy' needs a thing, such as 'buy milk'."),
      ("watch", "'watch' needs a thing, such as 'watch milk'."),
      ("need milk,", "'need' needs a thing, such as 'need milk'."),
      ("need , milk", "'need' needs a thing, such as 'need milk'."),
      ("watch milk tea", "Nothing follows 'watch milk'; leave out 'tea'."),
      ("undo now", "Nothing follows 'undo'; leave out 'now'."),
      ("buy milk 0", "'0' is not a number from 1 to 999; write it in digits, such as 'buy milk 2'."),
      ("buy milk 2 3", "'2 3' is not a number from 1 to 999; write it in digits, such as 'buy milk 2'."),
      ("wait", "'' is not a number from 1 to 86400; write it in digits, such as 'wait 3'."),
      (
        "day 99999999999999999999",
        "'99999999999999999999' is not a number from 1 to 1000; write it in digits, such as 'day 30'."
      ),
    ])
  func refused(text: String, sentence: String) {
    let error = #expect(throws: LineError.self) { try Line(text) }
    #expect(error?.description == sentence)
  }

  @Test("The folder of the archives is the program's one argument")
  func options() throws {
    #expect(try Options([]).folder == nil)
    #expect(try Options(["--folder", "/tmp/x"]).folder == "/tmp/x")
    #expect(try Options(["-h"]).isHelp)
    let unknown = #expect(throws: Options.Flaw.self) { try Options(["--fold"]) }
    #expect(unknown?.description == "'--fold' is not an option of pantry; 'pantry --help' lists them.")
    let missing = #expect(throws: Options.Flaw.self) { try Options(["--folder"]) }
    #expect(missing?.description == "'--folder' needs the path of a folder, such as '--folder /tmp/pantry'.")
  }
}
