import Aftermath
public import Flask
public import Harvest
public import Katana
public import MillraceJournal
public import NotesDesk
public import NotesLibrary
import NotesModel
public import NotesScreens
public import NotesSession

/// The application: stores of four dialects on one flow, and one journal of all that happens.
///
/// | Store | Dialect | What it knows |
/// |---|---|---|
/// | `session` | Harvest | how it stands with the server |
/// | `library` | Katana | notes, todos and users, and what waits to be sent |
/// | `search` | Katana | what is looked for, and what was found; made of the library, so not kept |
/// | `desk` | Flask | preferences and drafts |
/// | `screen` | Aftermath | where the person is in the user interface |
@MainActor
public final class Client {
  /// Where everything is.
  public let settings: Settings
  /// The one channel.
  public let flow: Flow
  /// The connection.
  public let session: Session
  /// The local database.
  public let library: Katana.Store<Library>
  /// What was found.
  public let search: Katana.Store<Search>
  /// Preferences and drafts.
  public let desk: Desk
  /// The full screen.
  public let interface: Interface
  /// What has happened lately.
  public let log: TurnLog
  /// Told of what went wrong and has no better place to be told.
  public var onProblem: ((String) -> Void)? {
    get { complaints.listener }
    set { complaints.listener = newValue }
  }
  /// Told when the person wants to leave.
  public var onQuit: () -> Void {
    get { desktop.onQuit }
    set { desktop.onQuit = newValue }
  }

  let journal: Journal
  var recorder: Recorder?
  private let push: DurableEffect<PushRequest, any Message>
  private let complaints: Complaints
  private let desktop: Desktop
  private let link: ServerLink
  private var watch: SessionWatch?

  /// A client; ``start()`` brings back what it knew.
  ///
  /// - Parameters:
  ///   - settings: Where everything is.
  ///   - server: The server.
  ///   - environment: Clock, chance, identifiers and dates.
  ///   - archives: Where preferences and drafts are archived; by default in the settings' folder.
  /// - Throws: ``ClientError`` when the local database cannot be used, or a recording cannot be made.
  public init(
    settings: Settings, server: Server, environment: StoreEnvironment = StoreEnvironment(),
    archives: (any ArchiveStorage)? = nil
  ) throws(ClientError) {
    self.settings = settings
    let news = Mailbox<SessionInput>()
    var environment = environment
    environment[FeedSource.self] = FeedSource(follow: server.follow) { error in
      news.send(.lost(reason: error.map { "\($0)" } ?? "The server has ended the connection."))
    }
    let flow = Flow(name: "notes", environment: environment)
    let complaints = Complaints()
    flow.errorHandler = { complaints.tell("\($0)") }
    let link = ServerLink { error in news.send(.lost(reason: "\(error)")) }
    let push = makePush(link: link, push: server.push)
    do {
      let desk = Desk(on: flow, archives: archives ?? FileArchives(directory: settings.archiveFolder)) {
        complaints.tell($0)
      }
      let session = makeSession(on: flow, greet: server.greet)
      let library = try Katana.Store(
        model: Library(), updater: LibraryUpdater(), interpreters: [PushInterpreter(push)],
        subscriptions: LibrarySubscriptions(), subscriptionInterpreters: [FeedInterpreter.self],
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
    (self.flow, self.push, self.link, self.complaints) = (flow, push, link, complaints)
    news.open(session.sender())
  }

  // MARK: Its life

  /// Brings back what it knew, and looks for the server.
  ///
  /// - Returns: What was found.
  /// - Throws: ``ClientError`` when the local database cannot be read; nothing was changed in it then.
  @discardableResult
  public func start() throws(ClientError) -> JournalRestoration {
    let found: JournalRestoration
    do throws(JournalError) {
      try recordAll(in: journal)
      try journal.durable(push, on: library)
      found = try journal.start()
    } catch {
      throw ClientError(error, database: settings.database)
    }
    if let file = settings.recording { recorder = try makeRecorder(at: file) }
    begin()
    return found
  }

  private func begin() {
    watch = SessionWatch(session: session, library: library, link: link)
    // Whatever was so when the program ended, nothing is connected now.
    library.dispatch(LibraryMessage.disconnected)
    if library.withState({ $0.client == nil }) {
      library.dispatch(LibraryMessage.named(client: "\(flow.environment.identifiers.next())"))
      // Local numbers begin anew, and a draft of what had one is a draft of nothing.
      desk.dropLocalDrafts()
    }
    library.observe(\.entries.changeStamp, owner: self) { client, _ in
      client.search.dispatch(SearchMessage.libraryChanged)
    }
    library.observe(\.aliases, owner: self) { client, aliases in client.desktop.follow(aliases) }
    journal.statusHandler = { [weak self] status in self?.desktop.journalStatus = status }
    // To be left alone is a wish for one run.
    if settings.isOffline {
      session.send(.unplug)
    } else {
      session.send(session.store.withState { $0.phase } == .unplugged ? .plug : .resumed)
    }
  }

  /// Waits until all that was done is on disk.
  ///
  /// - Throws: ``ClientError`` when it cannot be written.
  public func flush() async throws(ClientError) {
    do throws(JournalError) {
      try await journal.flush()
    } catch {
      throw ClientError(error, database: settings.database)
    }
  }

  /// Writes what waits, and lets the local database go; nothing happens the second time.
  ///
  /// Whatever cannot be kept, the rest is; what cannot is told. What fails when all is on disk, such as a snapshot of a
  /// database with a damaged page, is told as what it is.
  ///
  /// - Returns: Whether all was kept.
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
    do {
      try await tidy()
    } catch {
      complaints.tell(
        isKept ? "What was done is kept, but not all is well with the local database. \(error)" : "\(error)")
    }
    return isKept
  }

  /// Writes a snapshot if there is much to read without it, closes the journal, and makes it small.
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
