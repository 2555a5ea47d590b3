import HTTPDaemon
import Millrace
import MillraceSync
import NotesModel
import NotesShelf

/// The shelf of several processes: equal in all of them, because each takes the commands of one log in its
/// order.
///
/// The log is the only database. Each process has the state in memory; it asks the log before it answers,
/// unless the log is its own.
///
/// ```
/// request ─▶ command ──▶ log ─▶ every process: decide, fold
///                                      │
///               answer ◀───────────────┴── from the state right behind the command
/// ```
final class LogStorage {
  private let store: Store<SharedShelf, ShelfMessage>
  private let replica: Replica
  /// The log, if only this process writes it.
  private let own: OwnLog?
  private let identifiers: IdentifierSource
  /// Receives what the operator should know.
  private let report: (String) -> Void
  /// The requests that wait for the log.
  private var waiting: [Int: Task<Void, Never>] = [:]
  private var waitingEver = 0
  /// The bytes of their bodies.
  private var waitingBytes = 0
  private var wasReachable = true
  /// Called when the shelf has changed.
  var onChange: () -> Void = {}

  /// The maximum size of the bodies of the requests that wait, in bytes; further ones are refused.
  static let waitingLimit = 8 << 20

  /// Reads the log, and names its data if it is empty.
  ///
  /// - Throws: `ReplicaError`, also when the log cannot be reached.
  init(
    _ log: any SharedLog, own: OwnLog?, options: ReplicaOptions, environment: StoreEnvironment,
    report: @escaping (String) -> Void,
    on loop: isolated ServerLoop
  ) async throws {
    self.report = report
    self.own = own
    identifiers = environment.identifiers
    let flow = Flow(name: "notes", environment: environment)
    store = Store(SharedShelf(), of: ShelfMessage.self, name: ShelfLog.store, flow: flow) { shelf, message in
      // A refusal is an answer to a request, not an error.
      shelf.take(message)
      return .none
    }
    // A name of this process alone: what an earlier one has sent is in the log or with its client.
    replica = Replica(
      of: flow, log: own ?? log, writer: try LogWriter("server-\(identifiers.next())"), options: options)
    try replica.share(store, state: ShelfLog.state, messages: ShelfLog.messages)
    try replica.start()
    try await replica.catchUp()
    if store.withState({ $0.id == nil }) {
      try await replica.commit(.began(id: "\(identifiers.next())"), to: store)
    }
    store.observe(\.shelf.sequence, owner: self) { storage, _ in storage.onChange() }
    replica.errorHandler = { error in report("\(error)") }
    replica.statusHandler = { [weak self] status in self?.note(status.phase) }
  }

  /// The identity of the data.
  var id: String { store.withState { $0.id ?? "" } }
  func withShelf<Value>(_ body: (Shelf) -> Value) -> Value { store.withState { body($0.shelf) } }

  // MARK: Requests

  /// Carries out the command of a question, or makes the shelf current for one that only reads.
  ///
  /// - Parameters:
  ///   - question: The question.
  ///   - loop: The home of the server.
  ///   - reply: A closure that makes the response of the command's changes, none for a read, and of the
  ///     present shelf.
  func answer(
    _ question: Question, on loop: isolated ServerLoop,
    reply: @escaping (Result<[Change], RequestError>) -> Response
  ) -> Answer {
    let (command, size) = (question.command, question.size)
    if command == nil, isCurrent { return .now(reply(.success([]))) }
    guard waitingBytes + size <= Self.waitingLimit else {
      return .now(RequestError.refused(.noMemory).response)
    }
    waitingBytes += size
    return .later { [self] responder in
      waitingEver += 1
      let number = waitingEver
      waiting[number] = Task {
        let result = await self.result(of: command, on: loop)
        self.waiting[number] = nil
        self.waitingBytes -= size
        responder.respond(reply(result))
      }
    }
  }

  private func result(
    of command: ChangeItem?, on loop: isolated ServerLoop
  ) async -> Result<[Change], RequestError> {
    do throws(ReplicaError) {
      if case .offline(let error) = replica.status.phase { throw .log(error) }
      guard var command else {
        try await catchUp()
        return .success([])
      }
      // What changes nothing is not written, once it is certain that no other server has come before.
      if store.withState({ [command] in $0.isSettled(command) }) {
        try await catchUp()
        let settled = store.withState { [command] in $0.isSettled(command) ? $0.result(of: command) : nil }
        if let settled { return settled.mapError { .shelf($0) } }
      }
      // By its key the shelf behind the command knows the answer.
      if command.key == nil { command.key = RequestKey.own(identifiers.next()) }
      let result = try await replica.commit(.change(command), to: store) { [command] in
        $0.result(of: command)
      }
      return result.mapError { .shelf($0) }
    } catch {
      return .failure(Self.refusal(for: error))
    }
  }

  /// True if the shelf is certain to have everything that was answered.
  private var isCurrent: Bool {
    guard let own else { return false }
    let status = replica.status
    return switch status.phase {
    case .current, .catchingUp, .offline, .failing: status.position >= own.head
    case .notSharing, .held, .stopped: false
    }
  }

  /// Brings the shelf to everything that was answered.
  private func catchUp() async throws(ReplicaError) {
    if !isCurrent { try await replica.catchUp() }
  }

  private static func refusal(for error: ReplicaError) -> RequestError {
    switch error {
    case .log(.unavailable), .cancelled: .noDatabase
    // A command that is larger than an entry may be.
    case .unshareable, .refused: .refused(.bodyTooLong(limit: LogEntry.messageLimit))
    default: .notShared
    }
  }

  /// Answers those that wait while the log cannot be reached; their commands may still become true.
  private func note(_ phase: ReplicaStatus.Phase) {
    switch phase {
    case .offline(let error):
      for request in waiting.values { request.cancel() }
      let reason = if case .unavailable(_, let reason) = error { reason } else { "\(error)" }
      if wasReachable {
        report("The database cannot be reached, so requests get 503 until it can: \(reason).")
      }
      wasReachable = false
    case .stopped(let error):
      report("Requests are refused from now on. \(error) Then start this server again.")
    case .held(let hold): report("Requests are refused from now on. \(ReplicaError.held(hold))")
    case .current, .catchingUp:
      if !wasReachable { report("The database can be reached again.") }
      wasReachable = true
    // A failing file is reported by the replica.
    case .notSharing, .failing: break
    }
  }

  // MARK: Imports

  /// Imports items, all or none, and returns the number of new ones once they are in the log.
  func importItems(_ command: ImportItems, on loop: isolated ServerLoop) async throws -> Int {
    let id = "\(identifiers.next())"
    let parts = command.parts
    let total = parts.map(\.count).reduce(0, +)
    var result = Result<Int, ImportError>.failure(.interrupted)
    for items in parts {
      let part = ImportPart(id: id, items: items, total: total)
      result = try await replica.commit(.importPart(part), to: store) { $0.result(of: command, id: id) }
    }
    // A replica reads the last entry again with each request, so that should be a small one.
    try await replica.commit(.began(id: self.id), to: store)
    return try result.get()
  }

  // MARK: The end

  /// Ends the work on requests, so that those that wait are answered as far as possible.
  func finish(on loop: isolated ServerLoop) async {
    // Those that come meanwhile are refused, and those that wait end when the log answers or is away.
    for request in waiting.values { await request.value }
    replica.stop()
  }
}
