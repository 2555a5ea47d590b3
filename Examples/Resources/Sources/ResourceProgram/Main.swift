import Aftermath
import Foundation
import LineTerminal
import ResourceServer

/// Books and todos at a server: an example of commands and handlers that are written once for all features.
@main
@MainActor
struct Main {
  static func main() async {
    do {
      let options = try Options(CommandLine.arguments.dropFirst())
      let terminal = Terminal()
      if options.isHelp { return print(Options.usage) }
      let server = try ResourceServer()
      defer { server.stop() }
      let log = options.isLogged ? LogSink { terminal.write($0) } : nil
      let application = try Application(server: server, log: log) { terminal.write($0) }
      await play(application, server, terminal)
    } catch {
      Terminal.complain("\(error)")
      exit(2)
    }
  }

  private static func play(
    _ application: Application, _ server: ResourceServer, _ terminal: Terminal
  ) async {
    if terminal.isTyped {
      terminal.write("A server runs at \(server.url). 'books' is a way to begin, 'help' lists the rest.")
    }
    await terminal.followLines { line in
      // The output of a file is in the order of its lines; a person may type on.
      if terminal.isTyped { application.follow(line) } else { await application.answer(line) }
      return !application.isOver
    }
    // Commands under way still end after the end of the input.
    if !application.isOver { await application.engine.run() }
    terminal.end()
  }
}
