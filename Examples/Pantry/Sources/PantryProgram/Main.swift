import Flask
import Foundation
import MillraceTesting

/// A household's pantry that survives being killed: the example of what substances, mixers and archives look like.
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

  /// For a person: lines are read on a thread of their own, so that answers come while one types.
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

  /// For a file: each line is followed before the next is read, and time stands still but for `wait`.
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

  /// Ends the process in a way that it cannot notice, with nothing saved, closed or told.
  private static func crash() {
    kill(getpid(), SIGKILL)
  }
}
