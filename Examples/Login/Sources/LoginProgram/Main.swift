import Foundation
import LineTerminal
import MillraceTesting

/// Logging in and out, as a table of transitions: an example of a machine in the Harvest dialect.
@main
@MainActor
struct Main {
  private static let usage = """
    Usage: login

    Logs in and out at a server that is part of the program, one line at a time; 'help' lists what can be written.
    When the input is not a terminal, no time passes but that of a line such as 'wait 30', in seconds.
    """

  static func main() async {
    let terminal = Terminal()
    if let argument = CommandLine.arguments.dropFirst().first {
      if argument == "--help" || argument == "-h" { return print(usage) }
      Terminal.complain("'\(argument)' is not an option of login; 'login --help' says what it does.")
      exit(2)
    }
    // No time passes for a file, except for `wait`.
    let session = Session(manual: terminal.isTyped ? nil : ManualClock()) { terminal.write($0) }
    if terminal.isTyped {
      terminal.write("A server, two seconds away. 'login' is a way to begin, 'help' lists the rest.")
    }
    await terminal.followLines { line in
      await session.answer(line)
      return !session.isOver
    }
    terminal.end()
  }
}
