import Aftermath
import NotesSession

/// A command that switches between online and offline.
struct TogglePlug: ScreenFeature {
  typealias Output = Done

  static var journalName: String { "screen-plug" }

  @MainActor
  func carryOut(at bench: Bench) -> Done {
    bench.workplace.connection(bench.workplace.session.phase == .unplugged ? .plug : .unplug)
    return Done()
  }

  static func show(_ output: Done, on screen: inout Screen) {}
}

/// A command that connects to the server now.
struct TryNow: ScreenFeature {
  typealias Output = Notice?

  static var journalName: String { "screen-try" }

  @MainActor
  func carryOut(at bench: Bench) -> Notice? {
    switch bench.workplace.session.phase {
    case .online: return Notice("The server is already connected.")
    case .connecting: return Notice("The client is connecting to the server.")
    case .unplugged:
      // A user who tries to connect wants to be online.
      bench.workplace.connection(.plug)
    case .waiting, .refused: bench.workplace.connection(.tryNow)
    }
    return nil
  }

  static func show(_ notice: Notice?, on screen: inout Screen) { screen.notice = notice }
}
