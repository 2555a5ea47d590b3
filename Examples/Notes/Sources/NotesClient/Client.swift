import Aftermath
public import Flask
public import Harvest
public import Katana
public import MillraceJournal
import MillraceSync
public import NotesDesk
public import NotesLibrary
import NotesModel
public import NotesScreens
public import NotesSession

/// The application: stores of four dialects on one flow, one journal, and a replica of the servers' shelf.
///
/// | Store | Dialect | Content |
/// |---|---|---|
/// | `session` | Harvest | the state of the connection |
/// | `shelf` | the kernel | the items that all servers and clients share, by one log; in a file of its own |
/// | `library` | Katana | the shelf as this client shows it, with conflicts |
/// | `search` | Katana | the query and its results; derived from the library, so not recorded |
/// | `desk` | Flask | preferences and drafts |
/// | `screen` | Aftermath | the state of the user interface |
@MainActor
public final class Client {
  public let settings: Settings
  public let flow: Flow
  public let session: Session
  public let library: Katana.Store<Library>
  public let search: Katana.Store<Search>
  public let desk: Desk
  public let interface: Interface
  public let log: TurnLog
  /// Receives errors that no other part shows.
  public var onProblem: ((String) -> Void)? {
    get { complaints.listener }
    set { complaints.listener = newValue }
  }
  /// Called when the user wants to quit.
  public var onQuit: () -> Void {
    get { desktop.onQuit }
    set { desktop.onQuit = newValue }
  }

  let journal: Journal
  var recorder: Recorder?
  private let complaints: Complaints
  private let desktop: Desktop
  let shelf: DeviceShelf
  private var watch: SessionWatch?
  /// Returns the address of the server in use.
  let address: () -> String?

  /// Creates a client; ``start()`` restores its state.
  ///
  /// - Parameters:
  ///   - settings: The settings.
  ///   - server: The server.
  ///   - environment: The clock, random numbers, identifiers and dates.
  ///   - archives: The storage of preferences and drafts; by default in the settings' folder.
  /// - Throws: ``ClientError`` when the local database cannot be used, or a recording cannot be made.
  public init(
    settings: Settings, server: Server, environment: StoreEnvironment = StoreEnvironment(),
    archives: (any ArchiveStorage)? = nil
  ) throws(ClientError) {
    self.settings = settings
    let flow = Flow(name: "notes", environment: environment)
    let complaints = Complaints()
    flow.errorHandler = { complaints.tell("\($0)") }
    let session = makeSession(on: flow, greet: server.greet)
    let news = session.sender()
    let link = ServerLink { error in news.send(.lost(reason: error.lostReason)) }
    let shelf = DeviceShelf(on: flow, log: server.log, link: link) { complaints.tell($0) }
    do {
      let desk = Desk(on: flow, archives: archives ?? FileArchives(directory: settings.archiveFolder)) {
        complaints.tell($0)
      }
      let library = try Katana.Store(
        model: Library(), updater: LibraryUpdater(),
        interpreters: [SubmitInterpreter { [weak shelf] in shelf?.send($0) }],
        name: "library", flow: flow)
      let search = try Katana.Store(
        model: Search(), updater: SearchUpdater(),
        interpreters: [SearchInterpreter { library.withState { $0.entries } }],
        name: "search", flow: flow)
      log = TurnLog(of: flow)
      desktop = Desktop(session: session, library: library, search: search, desk: desk, log: log)
      interface = try Interface(engine: Engine(name: "engine", flow: flow), workplace: desktop)
      (self.session, self.library, self.search, self.desk) = (session, library, search, desk)
      journal = try openJournal(of: flow, in: settings)
    } catch let error as ClientError {
      throw error
    } catch {
      throw .cannotBegin("\(error)")
    }
    (self.flow, self.shelf, self.complaints) = (flow, shelf, complaints)
    address = server.address
  }

  // MARK: Start and end

  /// Restores the state, and connects to the server.
  ///
  /// - Returns: The restored content.
  /// - Throws: ``ClientError`` when the local database cannot be read; the database is unchanged then.
  @discardableResult
  public func start() async throws(ClientError) -> JournalRestoration {
    let found: JournalRestoration
    do throws(JournalError) {
      try recordAll(in: journal)
      found = try journal.start()
    } catch {
      throw ClientError(error, database: settings.database)
    }
    if let file = settings.recording { recorder = try makeRecorder(at: file) }
    attachInspector()
    try await begin()
    return found
  }

  private func begin() async throws(ClientError) {
    // Whatever the recorded state, nothing is connected now.
    library.dispatch(LibraryMessage.disconnected)
    if library.withState({ $0.client == nil }) {
      library.dispatch(LibraryMessage.named(client: "\(flow.environment.identifiers.next())"))
      // Local numbers begin again, so drafts of local items are invalid.
      desk.dropLocalDrafts()
    }
    do {
      try await shelf.start(for: library, keepingIn: replicaFile)
    } catch {
      throw .cannotBegin("\(error)")
    }
    watch = SessionWatch(
      session: session, library: library, open: { [shelf] in shelf.open() },
      close: { [shelf] in shelf.close() })
    library.observe(\.entries.changeStamp, owner: self) { client, _ in
      client.search.dispatch(SearchMessage.libraryChanged)
    }
    library.observe(\.aliases, owner: self) { client, aliases in client.desktop.follow(aliases) }
    journal.statusHandler = { [weak self] status in self?.desktop.journalStatus = status }
    // Offline mode lasts for one run only.
    if settings.isOffline {
      session.send(.unplug)
    } else {
      session.send(session.store.withState { $0.phase } == .unplugged ? .plug : .resumed)
    }
  }

  /// The file of the replica: one for each writer of the log.
  private var replicaFile: String? {
    guard !settings.isTransient, let client = library.withState({ $0.client }) else { return nil }
    return settings.replica + client
  }

  /// Waits until all changes are on disk.
  ///
  /// - Throws: ``ClientError`` when they cannot be written.
  public func flush() async throws(ClientError) {
    do throws(JournalError) {
      try await journal.flush()
    } catch {
      throw ClientError(error, database: settings.database)
    }
    guard !settings.isTransient else { return }
    do throws(ReplicaError) {
      try await shelf.flush()
    } catch {
      throw .database(settings.replica, "\(error)")
    }
  }

  /// Writes pending changes, and closes the local database; a second call does nothing.
  ///
  /// Each part is written even if another fails; failures are reported. A failure after all changes are on
  /// disk, such as a snapshot of a damaged database, is reported as such.
  ///
  /// - Returns: True when all changes were written.
  @discardableResult
  public func close() async -> Bool {
    if journal.status == .closed { return true }
    desktop.keepDraft()
    var isKept = true
    func attempt(_ body: () async throws -> Void) async {
      do {
        try await body()
      } catch {
        isKept = false
        complaints.tell("\(error)")
      }
    }
    if log.hasTurns(of: "desk") { await attempt { try await desk.save() } }
    await attempt { try await finishRecording() }
    if journal.status != .preparing { await attempt { try await flush() } }
    await shelf.end()
    do {
      try await tidy()
    } catch {
      complaints.tell(
        isKept ? "The changes are saved, but the local database reports a problem. \(error)" : "\(error)")
    }
    return isKept
  }

  /// Writes a snapshot if there are many turns since the last, closes the journal, and compacts it.
  private func tidy() async throws {
    var compaction: UInt64?
    let snapshot: (any Error)?
    do {
      if journal.status != .preparing, !settings.isTransient { compaction = try await keepSnapshot() }
      snapshot = nil
    } catch {
      snapshot = error
    }
    try journal.close()
    if let snapshot { throw snapshot }
    guard let compaction else { return }
    try JournalCompaction.compact(at: settings.database, turnsUpTo: compaction, snapshots: .newest(1))
  }
}
