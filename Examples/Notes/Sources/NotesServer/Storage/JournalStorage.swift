import Aftermath
import HTTPDaemon
import Millrace
import MillraceJournal
import NotesModel

/// The shelf of one process: computed from facts, which a journal records.
///
/// The journal is the only database: a file of SQLite with a row for each change and occasional snapshots of
/// the shelf. The running server has its state in memory, and answers requests from there.
///
/// ```
/// request ─▶ command ─▶ handler ──fact──▶ shelf ──turn──▶ journal
///                          │                 │
///                          └── answer ◀──────┴── once it is on disk; followers of the feed are told then, too
/// ```
final class JournalStorage: ShelfStorage, ReactionProducer {
  let engine: Engine
  private let store: Store<Shelf, FoldedEvent>
  private let journal: Journal
  private var line: CommitLine<(RequestError?) -> Void>
  /// The output of the current command's handler.
  private var outcome: Result<[Change], any Error>?
  private var turns: ObservationToken?
  var onChange: () -> Void = {}
  var onDurable: () -> Void = {}

  /// Opens the journal, and restores the shelf; see ``NotesServer/init(at:token:environment:isGivingUpLost:log:on:)``.
  init(
    at path: String?, environment: Millrace.StoreEnvironment, isGivingUpLost: Bool,
    on loop: isolated ServerLoop
  ) throws {
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
    onChange()
  }

  var id: String { journal.id }
  var durable: Int { line.durable }
  func withShelf<Value>(_ body: (Shelf) -> Value) -> Value { store.withState { body($0) } }

  // MARK: Commands

  /// Answers at once, or when the answer's change is on disk.
  func answer(
    _ question: Question, on loop: isolated ServerLoop,
    reply: @escaping (Result<[Change], RequestError>) -> Reply
  ) -> Answer {
    let reply = reply(question.command.map { execute($0, on: loop) } ?? .success([]))
    startWriting(on: loop)
    if reply.sequence <= line.durable { return .now(reply.response) }
    return .later(holding: reply.response) { [self] responder in
      line.wait(for: reply.sequence) { responder.respond($0?.response ?? reply.response) }
    }
  }

  /// Decides about a command and applies its fact; the change is not on disk yet.
  private func execute(_ command: ChangeItem, on loop: isolated ServerLoop) -> Result<[Change], RequestError>
  {
    switch journal.status {
    case .writing: break
    case .failing(let error), .stopped(let error, _): return .failure(.notKept(reason: "\(error)"))
    case .preparing, .closed: return .failure(.refused(.ending))
    }
    outcome = nil
    engine.execute(command: command, isolation: loop)
    return outcome?.mapError { $0 as? RequestError ?? .refused(.ending) } ?? .failure(.refused(.ending))
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

  // MARK: The disk

  func beat(on loop: isolated ServerLoop) {
    // A disk that was full may have room again.
    startWriting(on: loop)
  }

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
        onDurable()
      } catch {
        for finish in line.failed() { finish(.notKept(reason: "\(error)")) }
        return
      }
    }
  }

  func finish(on loop: isolated ServerLoop) async {
    // The current write ends with this one, and requests that came meanwhile have the next.
    try? await journal.flush()
    await write(on: loop)
  }

  func close() throws { try journal.close() }
}
