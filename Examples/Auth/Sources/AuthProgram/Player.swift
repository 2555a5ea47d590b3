import AuthServer
import Katana
import LineTerminal
import MillraceLogging
import MillraceTesting

/// The two sources of input.
@MainActor
enum Player {
  /// Runs for a person: a separate thread reads and posts lines, so answers arrive while the user types.
  static func typed(_ terminal: Terminal, isTraced: Bool) async throws {
    let server = try AuthServer()
    let application = try Application(server: server, paper: terminal)
    let trace = isTraced ? application.store.flow.printChanges(to: { terminal.write($0, .faint) }) : nil
    defer { trace?.cancel() }
    terminal.write(
      "A server runs at \(server.url). 'login ada lovelace' is a way in, 'help' lists the commands.")
    let sender = application.store.sender()
    terminal.readLines { line in
      Application.messages(line).allSatisfy { sender.send($0) }
    } end: {
      sender.send(AppMessage.quit)
    }
    for await isOver in application.store.values(of: \.isOver) where isOver { break }
    terminal.end()
    server.stop()
  }

  /// Runs a file: each line is carried out before the next is read, and time stands still except for `wait`,
  /// also for the server.
  static func scripted(_ terminal: Terminal, isTraced: Bool) async throws {
    let clock = ManualClock()
    let server = try AuthServer(clock: clock)
    let application = try Application(
      server: server, environment: StoreEnvironment(clock: clock), paper: terminal)
    let trace = isTraced ? application.store.flow.printChanges(to: { terminal.write($0, .faint) }) : nil
    defer { trace?.cancel() }
    await terminal.followLines { line in
      await application.answer(line, clock: clock)
      return !application.store.isOver
    }
    server.stop()
  }
}
