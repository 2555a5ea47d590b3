import Foundation
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
      if argument == "--help" || argument == "-h" { return terminal.write(usage) }
      let sentence = "'\(argument)' is not an option of login; 'login --help' says what it does.\n"
      FileHandle.standardError.write(Data(sentence.utf8))
      exit(2)
    }
    if terminal.isTyped { await typed(terminal) } else { await scripted(terminal) }
  }

  /// Runs for a person: a separate thread reads lines, so answers arrive while the user types.
  private static func typed(_ terminal: Terminal) async {
    let session = Session(manual: nil, write: terminal.write)
    let (lines, reader) = AsyncStream.makeStream(of: String.self)
    Thread.detachNewThread {
      while let line = readLine() { reader.yield(line) }
      reader.finish()
    }
    terminal.write("A server, two seconds away. 'login' is a way to begin, 'help' lists the rest.")
    for await line in lines {
      terminal.prompt()
      await session.answer(line)
      if session.isOver { break }
    }
    terminal.end()
  }

  /// Runs a file: each line is carried out before the next is read, and time stands still except for `wait`.
  private static func scripted(_ terminal: Terminal) async {
    let session = Session(manual: ManualClock(), write: terminal.write)
    while !session.isOver, let line = readLine() {
      terminal.write("> \(line)")
      await session.answer(line)
    }
  }
}
