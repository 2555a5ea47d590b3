import AuthServer
import Feed
import Interpreters
import Katana
import LineTerminal
import MillraceTesting

/// The output of the application.
@MainActor
protocol Paper {
  func write(_ text: String, _ style: Terminal.Style)
  /// Writes the prompt.
  func prompt()
}

extension Terminal: Paper {}

/// The store of all modules, with the observers that print their changes.
@MainActor
final class Application {
  let store: Store<AppModel>
  private let paper: any Paper

  init(server: AuthServer, environment: StoreEnvironment = StoreEnvironment(), paper: any Paper) throws {
    store = try Store(
      model: AppModel(), updater: appUpdater,
      interpreters: Server(at: server.url).interpreters + [
        NewsInterpreter(), WishInterpreter(), PlugInterpreter(server: server),
      ],
      subscriptions: appSubscriptions, reportsUnhandled: true, name: "auth", environment: environment)
    self.paper = paper
    // First, so that the line's output replaces this prompt.
    store.observe(\.lineCount, owner: self) { app, _ in app.paper.prompt() }
    store.observe(\.notice, owner: self) { app, notice in app.paper.write(notice.text, .warm) }
    store.observeChange(of: \.session, owner: self) { app, old, new in app.write(Wording.session(old, new)) }
    store.observe(\.feed.page, owner: self) { app, page in app.write(Wording.page(page)) }
  }

  private func write(_ text: String?) {
    if let text { paper.write(text, .plain) }
  }

  /// Returns the messages of a typed line; a person cannot move the clock.
  nonisolated static func messages(_ line: String) -> [any Message] {
    do {
      switch try Line(line) {
      case .nothing: return [AppMessage.entered]
      case .message(let message): return [AppMessage.entered, message]
      case .wait:
        let text = "Time passes by itself in a terminal; 'wait' is for sessions from a file."
        return [AppMessage.entered, AppMessage.notice(text)]
      }
    } catch {
      return [AppMessage.entered, AppMessage.notice("\(error)")]
    }
  }

  /// Carries out a line; returns when all its consequences have happened.
  func answer(_ line: String, clock: ManualClock) async {
    if case .wait(let seconds)? = try? Line(line) {
      await wait(seconds, clock)
    } else {
      for message in Self.messages(line) { await store.dispatchAndWait(message) }
    }
  }

  /// Moves the clock second by second; each second's consequences happen before the next.
  private func wait(_ seconds: Int, _ clock: ManualClock) async {
    for _ in 1...seconds {
      let left = store.model.feed.secondsLeft
      let isCounting = left > 0
      // The countdown is the only sleeper, and only while it runs.
      if isCounting { await clock.waitForSleepers(count: 1) }
      clock.jump(by: .seconds(1))
      if isCounting {
        for await now in store.values(of: \.feed.secondsLeft) where now != left { break }
      }
      await store.run()
    }
  }
}
