import Harvest
import Katana
import NotesLibrary
import NotesSession

/// Passes on between session and library, which know nothing of each other: what is there is asked and listened
/// to, what is not is not, and what does as it is asked is well.
@MainActor
final class SessionWatch {
  private let session: Session
  private let library: Katana.Store<Library>
  private let link: ServerLink
  /// How many requests wait for their answers, as far as was seen.
  private var waiting: Int
  /// Whether one was answered since the connection was made.
  private var hasAnswered = false

  /// A watch, for as long as it is kept.
  init(session: Session, library: Katana.Store<Library>, link: ServerLink) {
    self.session = session
    self.library = library
    self.link = link
    waiting = library.withState { $0.outbox.count }
    session.store.observe(\.phase, owner: self) { watch, phase in watch.changed(to: phase) }
    library.observe(\.link, owner: self) { watch, link in watch.changed(to: link) }
    library.observe(\.outbox.count, owner: self) { watch, waiting in watch.changed(to: waiting) }
  }

  private func changed(to phase: SessionPhase) {
    if phase == .online, let greeting = session.store.withState({ $0.greeting }) {
      library.dispatch(LibraryMessage.connected(greeting))
    } else {
      link.close()
      if library.withState({ $0.link }) != .offline { library.dispatch(LibraryMessage.disconnected) }
    }
  }

  private func changed(to state: Library.Link) {
    switch state {
    case .catchingUp:
      hasAnswered = false
      link.open()
    case .foreign(let reason): session.send(.refused(reason: reason))
    case .current: settle()
    case .offline: break
    }
  }

  private func changed(to waiting: Int) {
    if waiting < self.waiting { hasAnswered = true }
    self.waiting = waiting
    settle()
  }

  /// Has the session forget its failures when the server does what it is asked for.
  ///
  /// That it greets says nothing: it may end the feed at once, or fail at every request.
  private func settle() {
    guard session.store.withState({ $0.phase == .online && $0.failures > 0 }) else { return }
    let isWell = library.withState { library in
      guard case .current = library.link else { return false }
      return library.outbox.isEmpty || hasAnswered
    }
    if isWell { session.send(.settled) }
  }
}
