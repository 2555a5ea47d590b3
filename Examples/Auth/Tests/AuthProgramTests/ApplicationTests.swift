import AuthServer
import Katana
import LineTerminal
import MillraceTesting
import Testing

@testable import AuthProgram

/// An output that a test can read.
@MainActor
private final class Notebook: Paper {
  private var lines: [String] = []

  func write(_ text: String, _ style: Terminal.Style) { lines.append(text) }
  func prompt() {}

  /// Returns the output since the last call.
  func read() -> [String] {
    defer { lines = [] }
    return lines
  }
}

@Suite("The whole application, at a server")
@MainActor
struct ApplicationTests {
  private let clock = ManualClock()
  private let server: AuthServer
  private let notebook = Notebook()
  private let application: Application

  init() throws {
    server = try AuthServer(clock: clock)
    application = try Application(
      server: server, environment: StoreEnvironment(clock: clock), paper: notebook)
  }

  private func answer(_ lines: String...) async -> [String] {
    for line in lines { await application.answer(line, clock: clock) }
    return notebook.read()
  }

  private let welcome =
    "Welcome, Ada Lovelace. Your session lasts 60 seconds, and is renewed before that."
  private let silence = "The server does not answer; try again later."

  @Test("lets in who knows the password, shows the feed, and lets out")
  func wholeVisit() async {
    #expect(await answer("login ada lovlace") == ["The name or the password is wrong."])
    #expect(await answer("login ada lovelace") == [welcome])
    let feed = await answer("feed")
    #expect(feed.count == 1)
    #expect(feed.first?.split(separator: "\n").count == 3)
    #expect(await answer("feed") == feed)
    #expect(await answer("logout") == ["Goodbye, Ada Lovelace."])
    #expect(await answer("status") == ["Nobody is logged in."])
    #expect(await answer("feed") != feed)
  }

  @Test("says that the server does not answer, and goes on when it does again")
  func offline() async {
    #expect(await answer("offline", "login ada lovelace").last == silence)
    #expect(await answer("online", "login ada lovelace").last == welcome)
    #expect(await answer("offline", "feed").last == silence)
    #expect(await answer("online", "feed").last?.contains("Mary: ") == true)
  }

  @Test("says that nobody is there, when the server has stopped")
  func stopped() async {
    _ = await answer("login ada lovelace")
    server.stop()
    #expect(await answer("feed") == [silence])
    #expect(
      await answer("logout") == [
        "Goodbye, Ada Lovelace.", "You have left, but the ticket could not be given back: \(silence)",
      ])
  }

  @Test("waits ten seconds for a server that is silent")
  func silent() async {
    server.behave(.isSilent)
    for message in Application.messages("login ada lovelace") { application.store.dispatch(message) }
    // The only sleeper is the time-out of the request.
    await clock.waitForSleepers(count: 1)
    clock.jump(by: .seconds(9))
    #expect(notebook.read() == [])
    clock.jump(by: .seconds(1))
    await application.store.run()
    #expect(notebook.read() == [silence])
  }

  @Test("renews a session before it ends, for as long as the server allows")
  func renewal() async {
    _ = await answer("login ada lovelace")
    #expect(await answer("wait 44") == [])
    #expect(await answer("wait 1") == ["Your session has been renewed, for another 60 seconds."])
    #expect(await answer("status") == ["Ada Lovelace is logged in, for 60 more seconds."])
    #expect(
      await answer("wait 400").last == "Your session is over. You have been logged in for long enough.")
    #expect(await answer("status") == ["Nobody is logged in."])
    #expect(clock.sleepers.isEmpty)
  }

  @Test("ends a session that cannot be renewed")
  func runOut() async {
    _ = await answer("login ada lovelace", "offline")
    let lines = await answer("wait 60")
    #expect(lines.count == 4)
    #expect(lines.last == "Your session is over, because it was not renewed in time.")
  }

  @Test("asks two modules that do not know each other, when the server forgets")
  func forgotten() async {
    _ = await answer("login ada lovelace")
    server.forgetTickets()
    // The feed's pass is refused, so it requests a longer one; the session is refused that, and closes the
    // feed.
    #expect(await answer("feed") == ["Your session is over. Your ticket is not good any more."])
    #expect(await answer("status") == ["Nobody is logged in."])
  }

  @Test("knows every command and every message")
  func nothingIsLost() async {
    var errors: [String] = []
    application.store.flow.errorHandler = { errors.append("\($0)") }
    _ = await answer(
      "help", "status", "feed", "logout", "login ada lovelace", "feed", "wait 50", "offline", "wait 60",
      "online", "login grace hopper", "logout", "", "nonsense", "quit")
    #expect(errors == [])
    #expect(application.store.model.isOver)
  }
}
