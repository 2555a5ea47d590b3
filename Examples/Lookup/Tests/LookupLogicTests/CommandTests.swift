import LookupLogic
import Testing

@Suite("Commands") struct CommandTests {
  private func parse(_ line: String) -> [Result<Command, CommandError>] { Command.parse(line: line) }

  @Test(
    "A line is a command, whatever its spaces and capitals",
    arguments: [
      ("find mill", Command.find("mill")), ("  FIND   the  mill ", .find("the mill")), ("open 3", .open(3)),
      ("lend", .lend(nil)), ("lend 2", .lend(2)), ("return 1", .giveBack(1)), ("wait 60", .wait(60)),
      ("offline", .plug(in: false)), ("online", .plug(in: true)), ("undo", .undo), ("quit", .quit),
    ])
  func commands(line: String, command: Command) {
    #expect(parse(line) == [.success(command)])
  }

  @Test("A semicolon separates commands, and an empty one is none")
  func several() {
    #expect(parse("find a; back ;; ") == [.success(.find("a")), .success(.back)])
    #expect(parse("   ") == [])
  }

  @Test(
    "What is not a command is answered with a sentence",
    arguments: [
      ("opne 3", "There is no command 'opne'; 'help' lists those there are."),
      ("find", "'find' needs something after it, such as 'find mill'."),
      ("open", "'open' needs something after it, such as 'open 2'."),
      ("lend two", "'two' is not a number from 1 on; write it in digits, such as 'lend 2'."),
      ("open 0", "'0' is not a number from 1 on; write it in digits, such as 'open 2'."),
      (
        "open 99999999999999999999",
        "'99999999999999999999' is not a number from 1 on; write it in digits, such as 'open 2'."
      ),
      ("undo all", "'undo' takes no argument; omit 'all'."),
    ])
  func wrong(line: String, sentence: String) {
    let errors = parse(line).map { result in if case .failure(let error) = result { "\(error)" } else { "" } }
    #expect(errors == [sentence])
  }

  @Test("Signs that control a terminal do not come back in an answer")
  func control() {
    #expect(parse("\u{1B}[2Jx") == [.failure(.unknown("[2Jx"))])
    #expect(parse("find caf\u{E9} \u{1F600}") == [.success(.find("café 😀"))])
  }
}
