public import Aftermath
import Foundation
public import HTTPDaemon
public import Millrace
import MillraceJournal
import NotesModel

/// A server of notes, todos and users for many clients: a shelf that is computed from facts, and a journal
/// that records them.
///
/// The journal is the only database: a file of SQLite with a row for each change and occasional snapshots of
/// the shelf. The running server has its state in memory, and answers requests from there.
///
/// ```
/// request ─▶ command ─▶ handler ──fact──▶ shelf ──turn──▶ journal
///                          │                 │
///                          └── answer ◀──────┴── once it is on disk; followers of the feed are told then, too
/// ```
public final class NotesServer: RequestHandler, ReactionProducer {
  public let engine: Engine
  let store: Store<Shelf, FoldedEvent>
  let journal: Journal
  private let token: [UInt8]?
  var line: CommitLine<(RequestError?) -> Void>
  /// The output of the current command's handler.
  private var outcome: Result<[Change], any Error>?
  /// The clients that follow the feed.
  var followers: [Int: (follower: Follower, stream: BodyStream)] = [:]
  var followersMade = 0
  private var daemon: HTTPDaemon?
  private var isEnding = false
  /// The last export, which all requests share until something changes.
  var export: [UInt8]?
  var pages = PageMemory()
  private var heartbeat: Task<Void, Never>?
  private var turns: ObservationToken?
  private let log: ((String) -> Void)?

  /// The interval of comments to followers without news.
  static let beat = Duration.seconds(15)

  /// Opens the journal, and restores the shelf.
  ///
  /// - Parameters:
  ///   - path: The journal; nil for one in memory.
  ///   - token: The token that clients need; nil for none.
  ///   - environment: The clock, dates and identifiers.
  ///   - isGivingUpLost: True to go on without changes that the journal has lost; otherwise the server does
  ///     not start.
  ///   - log: A closure that receives a line for each request; nil for no log.
  ///   - loop: The home of the server.
  /// - Throws: `JournalError`.
  public init(
    at path: String?, token: String? = nil,
    environment: Millrace.StoreEnvironment = Millrace.StoreEnvironment(),
    isGivingUpLost: Bool = false, log: ((String) -> Void)? = nil, on loop: isolated ServerLoop
  ) throws {
    self.token = token.map { Array($0.utf8) }
    self.log = log
    engine = Engine(name: "notes", environment: environment, home: loop)
    store = try engine.store(Shelf(), name: "shelf") { fold in
      fold.on(ItemsChanged.self) { shelf, fact in shelf.fold(fact) }
    }
    let flow = try engine.flow()
    // A request that waits for the disk triggers a write; other records are written with the next.
    journal = try Journal(
      of: flow, at: path ?? "notes", durability: path == nil ? .memory : .batched(every: .milliseconds(50)),
      accepting: isGivingUpLost ? .lostTurns : .nothing)
    try journal.record(
      store, state: RecordSchema("shelf"),
      messages: RecordSchema<FoldedEvent>().fact(ItemsChanged.self, "items-changed"))
    // Commands are not recorded, because their facts are enough.
    journal.leaveOut(engine.name)
    try journal.start()
    // After this snapshot, the lost changes are not searched for any more.
    if isGivingUpLost { try journal.snapshot() }
    line = CommitLine(durable: store.withState(\.sequence))
    listen(on: loop)
  }

  private func listen(on loop: isolated ServerLoop) {
    handle(ChangeItem.self, on: loop)
    handle(ImportItems.self, on: loop)
    // The tap sees every turn of the flow; a change of the shelf must be written, and then sent to followers.
    turns = store.flow.tap { [weak self, name = store.storeName] turn in
      if turn.store == name { self?.noteTurn() }
    }
  }

  private func handle<C: ShelfCommand>(_ command: C.Type, on loop: isolated ServerLoop) {
    engine.use(handler: ShelfHandler<C> { [store] in store.state }, isolation: loop)
    react(
      to: command,
      with: Reaction(
        consume: { [weak self] in self?.outcome = .success($0) },
        rescue: { [weak self] in self?.outcome = .failure($0) }),
      isolation: loop)
  }

  private func noteTurn() {
    line.changed(to: store.withState(\.sequence))
    export = nil
    pages.forget()
  }

  // MARK: Serving

  /// Starts to serve.
  ///
  /// - Parameters:
  ///   - socket: The listening socket.
  ///   - names: Further names and addresses of the server, beside the listening one.
  ///   - loop: The home of the server.
  /// - Returns: The port.
  /// - Throws: `DaemonError`.
  public func serve(
    _ socket: consuming ListeningSocket, called names: [String] = [],
    on loop: isolated ServerLoop
  ) throws -> Int {
    let daemon = try HTTPDaemon(socket, called: names, handler: self, on: loop)
    self.daemon = daemon
    let clock = engine.environment.clock
    heartbeat = Task { [weak self] in
      while (try? await clock.sleep(for: Self.beat)) != nil { self?.beat(on: loop) }
    }
    return daemon.port
  }

  /// Answers the waiting requests, closes the connections, and closes the journal.
  ///
  /// - Throws: `JournalError`, when not everything could be written.
  public func stop(on loop: isolated ServerLoop) async throws {
    heartbeat?.cancel()
    // Further writes would keep the disk busy for ever.
    isEnding = true
    // The current write ends with this one, and requests that came meanwhile have the next.
    try? await journal.flush()
    await write(on: loop)
    daemon?.stop(on: loop)
    daemon = nil
    try journal.close()
  }

  private func beat(on loop: isolated ServerLoop) {
    for number in followers.keys { followers[number]?.follower.comment() }
    wakeFollowers()
    // A disk that was full may have room again.
    startWriting(on: loop)
  }

  /// Refuses a body of a client without the token.
  public func reject(_ request: borrowing Request, on loop: isolated ServerLoop) -> Response? {
    guard let token, !request.isAuthorized(by: token) else { return nil }
    return RequestError.unauthorized.response
  }

  /// Answers a request: at once, or when the answer's change is on disk.
  public func answer(_ request: borrowing Request, on loop: isolated ServerLoop) -> Answer {
    let reply: Reply
    do throws(RequestError) {
      if isEnding { throw .refused(.ending) }
      reply = try self.reply(to: request, Target(request.target), on: loop)
    } catch {
      reply = Reply(response: error.response, sequence: store.withState { $0.sequence(toldBy: error) })
    }
    startWriting(on: loop)
    if reply.sequence <= line.durable { return .now(reply.response) }
    return .later(holding: reply.response) { [self] responder in
      line.wait(for: reply.sequence) { responder.respond($0?.response ?? reply.response) }
    }
  }

  /// Returns the refusal as problem details.
  public func refuse(_ refusal: Refusal) -> Response { RequestError.refused(refusal).response }

  /// Writes a request's line to the log.
  public func ended(method: String, target: [UInt8], status: Int) {
    log?("\(status) \(LogText.visible(method.utf8)) \(LogText.visible(target))")
  }

  // MARK: Executing

  /// Decides about a command and applies its fact; the change is not on disk yet.
  func execute(_ command: ChangeItem, on loop: isolated ServerLoop) throws(RequestError) -> [Change] {
    switch journal.status {
    case .writing: break
    case .failing(let error), .stopped(let error, _): throw .notKept(reason: "\(error)")
    case .preparing, .closed: throw .refused(.ending)
    }
    outcome = nil
    engine.execute(command: command, isolation: loop)
    switch outcome {
    case .success(let changes): return changes
    case .failure(let error as RequestError): throw error
    case .failure, nil: throw .refused(.ending)
    }
  }

  /// Imports the items of a file, all or none, and waits until they are on disk.
  ///
  /// - Parameters:
  ///   - path: A file in the format of the sample data.
  ///   - loop: The home of the server.
  /// - Returns: The number of new items.
  /// - Throws: ``ImportError``; `JournalError`.
  public func importFile(_ path: String, on loop: isolated ServerLoop) async throws -> Int {
    try await importItems(ImportItems(file: path), on: loop)
  }

  func importItems(_ command: ImportItems, on loop: isolated ServerLoop) async throws -> Int {
    outcome = nil
    engine.execute(command: command, isolation: loop)
    let count = try outcome?.get().count ?? 0
    try await journal.flush()
    _ = line.begin()
    for finish in line.done() { finish(nil) }
    return count
  }

  /// All data, in the format of the sample data.
  public var exported: [UInt8] { store.withState(\.exported) }

  // MARK: The disk

  /// Starts a write, unless none is needed or one is under way.
  private func startWriting(on loop: isolated ServerLoop) {
    guard line.isBehind else { return }
    // It begins after the requests that have already arrived, so that they share a write.
    Task { await self.write(on: loop) }
  }

  private func write(on loop: isolated ServerLoop) async {
    while line.begin() {
      do {
        try await journal.flush()
        for finish in line.done() { finish(nil) }
        wakeFollowers()
      } catch {
        for finish in line.failed() { finish(.notKept(reason: "\(error)")) }
        return
      }
    }
  }
}
