import Flask
import Foundation
import MillraceTesting

/// A household's pantry that survives being killed: an example of substances, mixers and archives.
@main
@MainActor
struct Main {
  static func main() async {
    do {
      let options = try Options(CommandLine.arguments.dropFirst())
      let terminal = Terminal()
      if options.isHelp { return terminal.write(Options.usage) }
      let archives =
        options.folder.map { FileArchives(directory: URL(fileURLWithPath: $0, isDirectory: true)) }
        ?? .standard
      if terminal.isTyped { await typed(terminal, archives) } else { await scripted(terminal, archives) }
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(2)
    }
  }

  /// Runs for a person: a separate thread reads lines, so answers arrive while the user types.
  private static func typed(_ terminal: Terminal, _ archives: FileArchives) async {
    terminal.write("The archives are in \(archives.directory.path(percentEncoded: false))")
    let session = Session(storage: archives, manual: nil, crash: crash, write: terminal.write)
    guard session.canSave else { exit(1) }
    let (lines, reader) = AsyncStream.makeStream(of: String.self)
    Thread.detachNewThread {
      while let line = LineReader.next() { reader.yield(line) }
      reader.finish()
    }
    for await line in lines {
      terminal.prompt()
      await session.answer(line)
      if session.isOver { break }
    }
    if !session.isOver { await session.end() }
    terminal.end()
    if session.isUnsaved { exit(1) }
  }

  /// Runs a file: each line is carried out before the next is read, and time stands still except for `wait`.
  private static func scripted(_ terminal: Terminal, _ archives: FileArchives) async {
    let session = Session(storage: archives, manual: ManualClock(), crash: crash, write: terminal.write)
    guard session.canSave else { exit(1) }
    while !session.isOver, let line = LineReader.next() {
      terminal.write("> \(line)")
      await session.answer(line)
    }
    if !session.isOver { await session.end() }
    if session.isUnsaved { exit(1) }
  }

  /// Ends the process by force, with nothing saved, closed or reported.
  private static func crash() {
    kill(getpid(), SIGKILL)
  }
}
