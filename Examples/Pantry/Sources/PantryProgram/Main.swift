import Flask
import Foundation
import LineTerminal
import MillraceTesting

/// A household's pantry that survives being killed: an example of substances, mixers and archives.
@main
@MainActor
struct Main {
  static func main() async {
    do {
      let options = try Options(CommandLine.arguments.dropFirst())
      let terminal = Terminal()
      if options.isHelp { return print(Options.usage) }
      let archives =
        options.folder.map { FileArchives(directory: URL(fileURLWithPath: $0, isDirectory: true)) }
        ?? .standard
      await play(terminal, archives)
    } catch {
      Terminal.complain("\(error)")
      exit(2)
    }
  }

  /// Plays a session; for a file, no time passes except for `wait`.
  private static func play(_ terminal: Terminal, _ archives: FileArchives) async {
    if terminal.isTyped {
      terminal.write("The archives are in \(archives.directory.path(percentEncoded: false))")
    }
    let session = Session(storage: archives, manual: terminal.isTyped ? nil : ManualClock(), crash: crash) {
      terminal.write($0)
    }
    guard session.canSave else { exit(1) }
    await terminal.followLines { line in
      await session.answer(line)
      return !session.isOver
    }
    if !session.isOver { await session.end() }
    terminal.end()
    if session.isUnsaved { exit(1) }
  }

  /// Ends the process by force, with nothing saved, closed or reported.
  private static func crash() {
    kill(getpid(), SIGKILL)
  }
}
