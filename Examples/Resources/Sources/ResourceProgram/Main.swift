import Aftermath
import Foundation
import ResourceServer

/// Books and todos at a server: an example of commands and handlers that are written once for all features.
@main
@MainActor
struct Main {
  static func main() async {
    do {
      let options = try Options(CommandLine.arguments.dropFirst())
      let terminal = Terminal()
      if options.isHelp { return terminal.write(Options.usage) }
      let server = try ResourceServer()
      defer { server.stop() }
      let log = options.isLogged ? LogSink { terminal.write($0) } : nil
      let application = try Application(server: server, log: log) { terminal.write($0) }
      if terminal.isTyped {
        await typed(application, server, terminal)
      } else {
        await scripted(application, terminal)
      }
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(2)
    }
  }

  /// Runs for a person: a separate thread reads lines, so answers arrive while the user types.
  private static func typed(
    _ application: Application, _ server: ResourceServer, _ terminal: Terminal
  ) async {
    let (lines, reader) = AsyncStream.makeStream(of: String.self)
    Thread.detachNewThread {
      while let line = readLine() { reader.yield(line) }
      reader.finish()
    }
    terminal.write("A server runs at \(server.url). 'books' is a way to begin, 'help' lists the rest.")
    for await line in lines {
      terminal.prompt()
      application.follow(line)
      if application.isOver { break }
    }
    // Commands under way still end after the end of the input.
    if !application.isOver { await application.engine.run() }
    terminal.end()
  }

  /// Runs a file: each line is carried out before the next is read.
  private static func scripted(_ application: Application, _ terminal: Terminal) async {
    while !application.isOver, let line = readLine() {
      terminal.write("> \(line)")
      await application.answer(line)
    }
  }
}
