import AuthServer
import Foundation
import Katana
import MillraceTesting

/// The two sources of input.
@MainActor
enum Player {
  /// Runs for a person: a separate thread reads and posts lines, so answers arrive while the user types.
  static func typed(_ terminal: Terminal, isTraced: Bool) async throws {
    let server = try AuthServer()
    let application = try Application(server: server, paper: terminal)
    let trace = isTraced ? trace(application, terminal) : nil
    defer { trace?.cancel() }
    terminal.write(
      "A server runs at \(server.url). 'login ada lovelace' is a way in, 'help' lists the commands.")
    let sender = application.store.sender()
    Thread.detachNewThread {
      while let line = readLine(), Application.messages(line).allSatisfy({ sender.send($0) }) {}
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
    let trace = isTraced ? trace(application, terminal) : nil
    defer { trace?.cancel() }
    while !application.store.isOver, let line = readLine() {
      terminal.write("> \(line)")
      await application.answer(line, clock: clock)
    }
    server.stop()
  }

  private static func trace(_ application: Application, _ terminal: Terminal) -> ObservationToken {
    application.store.flow.tap(effect: { terminal.write(Trace.line($0), .faint) }) {
      terminal.write(Trace.line($0), .faint)
    }
  }
}
