import Harvest
import Katana
import NotesLibrary
import NotesSession

/// A mediator between session and library, which do not know each other: it passes on the session's
/// state to the library, and the library's successes to the session.
@MainActor
final class SessionWatch {
  private let session: Session
  private let library: Katana.Store<Library>
  private let open: () -> Void
  private let close: () -> Void
  /// The last number of items with waiting changes.
  private var waiting: Int
  /// True when a change has reached the log since the connection was made.
  private var hasAnswered = false

  /// Creates a watch, which works while it is retained.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - library: The library.
  ///   - open: Called when the server with the library's data is available.
  ///   - close: Called when no server is.
  init(
    session: Session, library: Katana.Store<Library>, open: @escaping () -> Void, close: @escaping () -> Void
  ) {
    self.session = session
    self.library = library
    (self.open, self.close) = (open, close)
    waiting = library.withState { $0.outbox.count }
    session.store.observe(\.phase, owner: self) { watch, phase in watch.changed(to: phase) }
    library.observe(\.link, owner: self) { watch, link in watch.changed(to: link) }
    library.observe(\.outbox.count, owner: self) { watch, waiting in watch.changed(to: waiting) }
  }

  private func changed(to phase: SessionPhase) {
    if phase == .online, let greeting = session.store.withState({ $0.greeting }) {
      library.dispatch(LibraryMessage.connected(greeting))
    } else {
      close()
      if library.withState({ $0.link }) != .offline { library.dispatch(LibraryMessage.disconnected) }
    }
  }

  private func changed(to state: Library.Link) {
    switch state {
    case .catchingUp:
      hasAnswered = false
      open()
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

  /// Resets the session's failures when the server fulfils requests.
  ///
  /// A greeting alone does not count: the server may then fail at every request.
  private func settle() {
    guard session.store.withState({ $0.phase == .online && $0.failures > 0 }) else { return }
    let isWell = library.withState { library in
      guard library.link == .current else { return false }
      return library.outbox.isEmpty || hasAnswered
    }
    if isWell { session.send(.settled) }
  }
}
