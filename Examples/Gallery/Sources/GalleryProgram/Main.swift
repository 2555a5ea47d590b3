import Foundation
import GalleryPrograms
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
      if options.isHelp { return terminal.put(Options.usage) }
      guard let name = options.program, let entry = Catalogue.entry(named: name) else {
        return terminal.put("\(Catalogue.listing)\n'gallery --help' says how they are called.")
      }
      if name == "life", !options.isScripted, terminal.isTyped, terminal.isRead {
        await Screen.play(options.turns, on: terminal)
      } else if !options.lines.isEmpty {
        try await given(options.lines, to: entry, terminal)
      } else if terminal.isTyped && !options.isScripted {
        try await typed(entry, terminal)
      } else {
        try await scripted(entry, terminal)
      }
    } catch {
      Terminal.complain("\(error)")
      exit(2)
    }
  }

  /// For a person: lines are read on a thread of their own, so that answers come while one types.
  private static func typed(_ entry: Catalogue.Entry, _ terminal: Terminal) async throws {
    let session = try Session(entry, manual: nil, write: terminal.write)
    terminal.write("\(entry.name): \(entry.idea). 'help' lists what can be written.")
    for await line in Terminal.lines() {
      terminal.prompt()
      await session.answer(line)
      if session.isOver { break }
    }
    terminal.end()
  }

  /// For a file: each line is followed before the next is read, and time stands still but for `wait`.
  private static func scripted(_ entry: Catalogue.Entry, _ terminal: Terminal) async throws {
    let session = try Session(entry, manual: ManualClock(), write: terminal.put)
    while !session.isOver, let line = readLine() {
      await session.play(line)
    }
  }

  /// For lines that the options stand for: nothing is read, and the time goes on until nobody waits for it.
  private static func given(
    _ lines: [String], to entry: Catalogue.Entry, _ terminal: Terminal
  ) async throws {
    let session = try Session(entry, manual: ManualClock(), write: terminal.put)
    for line in lines { await session.answer(line) }
    await session.runOut()
  }
}
