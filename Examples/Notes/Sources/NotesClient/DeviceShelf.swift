import Katana
import Millrace
import MillraceSync
import NotesLibrary
import NotesModel
import NotesShelf

/// This client's replica of the servers' shelf, and the news of it for the library.
///
/// ```
/// action ─▶ library ─command─▶ shelf ─▶ replica ─▶ log
///              ▲                 │                  │
///              └──── news ───────┴◀─────────────────┘ entries of others
/// ```
///
/// A journal records the library and not the shelf, which has a file of its own.
@MainActor
final class DeviceShelf {
  typealias ShelfStore = Millrace.Store<SharedShelf, ShelfMessage>

  private let flow: Flow
  private let log: GatedLog
  private let link: ServerLink
  private let tell: (String) -> Void
  private let store: ShelfStore
  private var library: Katana.Store<Library>?
  private var replica: Replica?
  private var reader = ShelfReader()
  private var turns: ObservationToken?
  /// The messages for the library, in order: sending one can take answers of the log before its own turn,
  /// which lead to later ones.
  private var untold: [LibraryMessage] = []
  private var isTelling = false
  /// True while a log that has lost changes is read again; the library then waits for all of it.
  private var isReadingAgain = false
  /// True while the library waits for the message that everything has arrived.
  private var isMeeting = false

  /// Creates a shelf, which is empty until ``start(for:keepingIn:)``.
  ///
  /// - Parameters:
  ///   - flow: The flow of the client.
  ///   - log: The servers' log.
  ///   - link: The link that is open while the server is available.
  ///   - tell: A closure that receives a sentence about each problem.
  init(on flow: Flow, log: any SharedLog, link: ServerLink, tell: @escaping (String) -> Void) {
    (self.flow, self.link, self.tell) = (flow, link, tell)
    self.log = GatedLog(log: log, link: link)
    store = Store(SharedShelf(), of: ShelfMessage.self, name: ShelfLog.store, flow: flow) { shelf, message in
      shelf.take(message) ? .none : .unhandled
    }
  }

  /// Restores the shelf, and begins to share it when the link is open.
  ///
  /// - Parameters:
  ///   - library: The library, which has a client's name.
  ///   - file: The file of what waits and was confirmed; nil for none.
  func start(for library: Katana.Store<Library>, keepingIn file: String?) async throws {
    guard let client = library.withState({ $0.client }) else { return }
    let replica = Replica(of: flow, log: log, writer: try LogWriter(ShelfLog.devicePrefix + client))
    try replica.share(
      store, state: ShelfLog.state, messages: ShelfLog.messages, refused: { [weak self] in self?.take($0) })
    replica.errorHandler = { [tell] error in tell("\(error)") }
    replica.statusHandler = { [weak self] status in self?.changed(to: status) }
    self.library = library
    self.replica = replica
    if let file { try await replica.start(keepingIn: file) } else { try replica.start() }
    // Behind the turn, when its message waits for the log.
    turns = flow.tap { [weak self] turn in if turn.store == ShelfLog.store { self?.read() } }
    read()
  }

  /// Sends a command, which is shown at once and waits for the log; one that is refused at once is a conflict
  /// at once.
  func send(_ command: ChangeItem) {
    if store.withState({ (try? command.decide(on: $0.shelf)) == nil }) {
      tellLibrary([.refused(command, id: nil, reason: nil)])
    } else {
      store.send(.change(command))
    }
  }

  /// The position of the last entry that has arrived.
  var position: UInt64 { replica?.status.position ?? 0 }

  // MARK: The connection

  /// Goes on because the server is available, and tells the library when everything has arrived.
  func open() {
    link.open()
    isMeeting = true
    Task { [weak self] in
      guard let replica = self?.replica, (try? await replica.catchUp()) != nil else { return }
      self?.meet()
    }
  }

  func close() { link.close() }

  private func meet() {
    guard isMeeting, !isReadingAgain else { return }
    isMeeting = false
    tellLibrary([.caughtUp])
  }

  private func changed(to status: ReplicaStatus) {
    read()
    switch status.phase {
    case .stopped(.otherHistory), .stopped(.log(.wentBack)):
      guard !isReadingAgain else { return }
      isReadingAgain = true
      // Not within the replica's own turn.
      Task { [weak self] in try? self?.replica?.startOver() }
    case .failing(let error), .stopped(let error): tell("\(error)")
    case .held(let hold): tell("\(ReplicaError.held(hold))")
    case .current where isReadingAgain:
      isReadingAgain = false
      read(isReadAgain: true)
      meet()
    case .current, .catchingUp, .offline, .notSharing: break
    }
  }

  // MARK: News

  private func read(isReadAgain: Bool = false) {
    guard let library, let replica, !isReadingAgain, let pending = try? replica.pending(of: store) else {
      return
    }
    // A shelf that has not been read yet is not empty.
    guard store.withState({ $0.id }) != nil || library.withState({ $0.server }) == nil else { return }
    let news = store.withState { shelf in
      library.withState { reader.news(of: shelf, pending: pending, for: $0, isReadAgain: isReadAgain) }
    }
    tellLibrary(news.map { .news($0) })
  }

  /// Sends messages to the library, in order.
  private func tellLibrary(_ messages: [LibraryMessage]) {
    untold += messages
    if isTelling { return }
    isTelling = true
    defer { isTelling = false }
    while !untold.isEmpty { library?.dispatch(untold.removeFirst()) }
  }

  private func take(_ refusal: ReplicaRefusal<SharedShelf, ShelfMessage>) {
    guard case .change(let command) = refusal.message else { return }
    read()
    let id = command.created.flatMap { refusal.confirmed.shelf.memory[$0]?.entry.id }
    // A clause becomes a sentence.
    let reason = refusal.reason.map { $0.prefix(1).uppercased() + $0.dropFirst() + "." }
    tellLibrary([.refused(command, id: id, reason: reason)])
  }

  // MARK: The file

  /// Waits until everything that was sent is in the file.
  func flush() async throws(ReplicaError) {
    guard let replica else { return }
    try await replica.waitUntilKept()
  }

  /// Ends the sharing, and closes the file.
  func end() async { await replica?.close() }
}
