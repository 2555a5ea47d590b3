import Foundation
import GalleryPrograms
import LineTerminal
import Millrace
import MillraceTesting

/// Small programs on Millrace, one idea each.
@main
@MainActor
struct Main {
  static func main() async {
    do {
      let options = try Options(CommandLine.arguments.dropFirst(), names: Catalogue.entries.map(\.name))
      let terminal = Terminal()
      if options.isHelp { return print(Options.usage) }
      guard let name = options.program, let entry = Catalogue.entry(named: name) else {
        return print("\(Catalogue.listing)\n'gallery --help' says how they are called.")
      }
      if name == "life", !options.isScripted, terminal.isTyped, terminal.isRead {
        await Screen.play(options.turns, on: terminal)
      } else if !options.lines.isEmpty {
        try await given(options.lines, to: entry)
      } else if terminal.isTyped && !options.isScripted {
        try await typed(entry, terminal)
      } else {
        try await scripted(entry)
      }
    } catch {
      Terminal.complain("\(error)")
      exit(2)
    }
  }

  /// Runs for a person: a separate thread reads lines, so answers arrive while the user types.
  private static func typed(_ entry: Catalogue.Entry, _ terminal: Terminal) async throws {
    let session = try Session(entry, manual: nil) { terminal.write($0) }
    terminal.write("\(entry.name): \(entry.idea). 'help' lists what can be written.")
    await terminal.followLines { line in
      await session.answer(line)
      return !session.isOver
    }
    terminal.end()
  }

  /// Runs a file: each line is carried out before the next is read, and time stands still except for `wait`.
  private static func scripted(_ entry: Catalogue.Entry) async throws {
    let session = try Session(entry, manual: ManualClock()) { print($0) }
    while !session.isOver, let line = readLine() {
      await session.play(line)
    }
  }

  /// Runs the lines that the options stand for: nothing is read, and time passes until no effect waits for
  /// it.
  private static func given(_ lines: [String], to entry: Catalogue.Entry) async throws {
    let session = try Session(entry, manual: ManualClock()) { print($0) }
    for line in lines { await session.answer(line) }
    await session.runOut()
  }
}
