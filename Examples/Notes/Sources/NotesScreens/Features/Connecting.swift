import Aftermath
import NotesSession

/// A command that switches between online and offline.
struct TogglePlug: ScreenFeature {
  typealias Output = Done

  func carryOut(at bench: Bench) -> Done {
    bench.workplace.connection(bench.workplace.session.phase == .unplugged ? .plug : .unplug)
    return Done()
  }
}

/// A command that connects to the server now.
struct TryNow: ScreenFeature {
  typealias Output = Notice?

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
}
