import Millrace

@testable import MillraceSync

/// A list of words, with a limit that makes updates refuse.
struct Words: Codable, Equatable, Sendable {
  var words: [String] = []
}

enum WordMessage: Codable, Equatable, Sendable {
  case add(String)
  case addFirst(String)
  /// Accepted once only.
  case claim(String)
  case ask(String)
  case answered(String)
}

/// A place: a store, its replica, and what it was told.
@MainActor
final class WordPlace {
  let store: Store<Words, WordMessage>
  let replica: Replica
  var asked: [String] = []
  var refusals: [ReplicaRefusal<Words, WordMessage>] = []
  var errors: [ReplicaError] = []
  private var statuses: AsyncStream<ReplicaStatus>
  private let putStatus: AsyncStream<ReplicaStatus>.Continuation

  init(
    _ name: String, _ log: any SharedLog, options: ReplicaOptions = ReplicaOptions(), rules: Int = 1,
    clock: any Clock<Duration> = ContinuousClock(), starting: Bool = true,
    update: ((inout Words, WordMessage) -> Effect<WordMessage>)? = nil
  ) throws {
    let asks = Asks()
    store = Store(Words(), name: "words", environment: StoreEnvironment(clock: clock)) { words, message in
      if let update { return update(&words, message) }
      switch message {
      case .add(let word), .answered(let word): words.words.append(word)
      case .addFirst(let word): words.words.insert(word, at: 0)
      case .claim(let word):
        if words.words.contains(word) { return .unhandled }
        words.words.append(word)
      case .ask(let word):
        words.words.append(word)
        return .callback(label: "ask \(word)") { continuation in
          asks.note(word)
          continuation.send(.answered("\(word)!"))
        }
      }
      return .none
    }
    (statuses, putStatus) = AsyncStream.makeStream()
    replica = Replica(of: store.flow, log: log, writer: try LogWriter(name), options: options)
    self.asks = asks
    store.flow.errorHandler = { _ in }
    try replica.share(
      store, state: RecordSchema("words"), messages: RecordSchema("word"), rules: rules,
      refused: { [weak self] in self?.refusals.append($0) })
    replica.errorHandler = { [weak self] in self?.errors.append($0) }
    replica.statusHandler = { [putStatus] in putStatus.yield($0) }
    if starting { try replica.start() }
  }

  let asks: Asks

  var words: [String] { store.withState { $0.words } }

  /// Waits until a status satisfies a condition.
  func reach(_ isReached: (ReplicaStatus) -> Bool) async {
    if isReached(replica.status) { return }
    for await status in statuses where isReached(status) { return }
  }

  func reachCurrent(at position: UInt64) async {
    await reach { $0.phase == .current && $0.position >= position }
  }

  func reachStop() async -> ReplicaError? {
    await reach { if case .stopped = $0.phase { true } else { false } }
    if case .stopped(let error) = replica.status.phase { return error }
    return nil
  }
}

/// The words that effects have asked for, from any thread.
final class Asks: Sendable {
  private let words = Locked<[String]>([])

  func note(_ word: String) { words.withLock { $0.append(word) } }
  var all: [String] { words.withLock { $0 } }
}

/// Waits until every place has taken everything.
@MainActor
func settle(_ places: WordPlace...) async throws {
  for place in places { try await place.replica.waitUntilConfirmed() }
  for place in places { try await place.replica.catchUp() }
}

/// A log that refuses entries with a word, as a server with rules does.
struct RefusingLog: SharedLog {
  let log: any SharedLog
  let word: String
  var name: String { log.name }

  func append(_ entries: [LogEntry], after position: UInt64) async throws(SharedLogError) -> LogPage {
    let isRefused = entries.contains { String(decoding: $0.message, as: UTF8.self).contains(word) }
    if isRefused { throw .refused(log: name, reason: "it is \(word)") }
    return try await log.append(entries, after: position)
  }

  func read(after position: UInt64, limit: Int) async throws(SharedLogError) -> LogPage {
    try await log.read(after: position, limit: limit)
  }

  func waitForEntries(after position: UInt64) async throws(SharedLogError) {
    try await log.waitForEntries(after: position)
  }

  func snapshot() async throws(SharedLogError) -> LogSnapshot? { try await log.snapshot() }

  func keep(_ snapshot: LogSnapshot, keeping count: Int) async throws(SharedLogError) {
    try await log.keep(snapshot, keeping: count)
  }
}
