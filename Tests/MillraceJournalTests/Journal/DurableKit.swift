import Millrace

@testable import MillraceJournal

struct DurableMail: Codable, Hashable, Sendable {
  var id: Int
}

enum DurableMessage: Codable, Hashable, Sendable {
  case post(Int, key: String? = nil)
  case postTwice(Int, key: String? = nil)
  case postInSequence([Int], then: Int)
  case postInRace(Int, key: String)
  case postWithRetry(Int, key: String)
  case postWithTimeout(Int, key: String)
  case postBehind(Duration, Int)
  case sent(Int, key: String)
  case failed(Int)
  case cancel
}

struct DurableOutbox: Codable, Hashable, Sendable {
  var asked = 0
  var sent: [Int] = []
  var failed: [Int] = []
}

/// Work that begins, and goes on when the test says so.
final class DurableWork: Sendable {
  private struct State {
    var begun: [String] = []
    var open: [String: CheckedContinuation<Void, any Error>] = [:]
    var answers: [String: Result<Void, any Error>] = [:]
    var watchers: [(count: Int, CheckedContinuation<Void, Never>)] = []
  }

  private let state = Locked(State())

  /// The keys of what was begun, in order.
  var begun: [String] { state.withLock(\.begun) }

  func perform(_ key: String) async throws {
    let watchers = state.withLock { state in
      state.begun.append(key)
      let count = state.begun.count
      let due = state.watchers.filter { $0.count <= count }
      state.watchers.removeAll { $0.count <= count }
      return due
    }
    for watcher in watchers { watcher.1.resume() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let answer = state.withLock { state in
          if state.answers[key] == nil { state.open[key] = continuation }
          return state.answers.removeValue(forKey: key)
        }
        if let answer { continuation.resume(with: answer) }
      }
    } onCancel: {
      answer(key, .failure(CancellationError()))
    }
  }

  /// Has the work for a key, which has begun or will, end.
  func answer(_ key: String, _ result: Result<Void, any Error> = .success(())) {
    let open = state.withLock { state in
      if let open = state.open.removeValue(forKey: key) { return Optional(open) }
      state.answers[key] = result
      return nil
    }
    open?.resume(with: result)
  }

  /// Waits until so many have begun.
  func waitUntilBegun(_ count: Int, isolation: isolated (any Actor)? = #isolation) async {
    await withCheckedContinuation { continuation in
      let isDue = state.withLock { state in
        if state.begun.count >= count { return true }
        state.watchers.append((count, continuation))
        return false
      }
      if isDue { continuation.resume() }
    }
  }
}

private struct MappedError: Error {}

/// A flow with a store that sends mail, and its journal.
@MainActor final class DurableProgram {
  let flow: Flow
  let work: DurableWork
  let mail: DurableEffect<DurableMail, DurableMessage>
  private(set) var store: Store<DurableOutbox, DurableMessage>?
  private(set) var journal: Journal?
  let list: ErrorList

  init(
    _ path: String, durability: Durability = .everyTurn, isRegistered: Bool = true, isRecorded: Bool = true,
    start: Bool = true, queue: EffectQueue? = nil, catches: Bool = false, vfs: String? = nil,
    environment: StoreEnvironment = StoreEnvironment(), backlog: Backlog = Backlog(),
    requests: RecordSchema<DurableMail> = RecordSchema("mail"), work: DurableWork = DurableWork(),
    before: @escaping @Sendable (String) throws -> Void = { _ in }
  ) throws {
    self.work = work
    flow = Flow(name: "outbox", environment: environment)
    let recover: @Sendable (any Error, DurableMail) -> DurableMessage? = { _, mail in .failed(mail.id) }
    let mail = DurableEffect<DurableMail, DurableMessage>(
      "send-mail", requests: requests, in: { _ in queue },
      { mail, key, _ in
        try before(key)
        try await work.perform(key)
        return .sent(mail.id, key: key)
      }, catch: catches ? recover : nil)
    self.mail = mail
    let store = Store(DurableOutbox(), name: "outbox", flow: flow) {
      (outbox: inout DurableOutbox, message: DurableMessage) -> Effect<DurableMessage> in
      switch message {
      case .post(let id, let key):
        outbox.asked += 1
        return mail(DurableMail(id: id), key: key)
      case .postTwice(let id, let key):
        let effect = mail(DurableMail(id: id), key: key)
        return .merge(effect, effect)
      case .postInSequence(let ids, let last):
        outbox.asked += ids.count
        return .concatenate(ids.map { mail(DurableMail(id: $0), key: "\($0)") } + [.send(.failed(last))])
      case .postInRace(let id, let key):
        return .race(mail(DurableMail(id: id), key: key), .run { send in await send(.failed(id)) })
      case .postWithRetry(let id, let key):
        return mail(DurableMail(id: id), key: key).retry(1).mapError { _ in MappedError() }
      case .postWithTimeout(let id, let key):
        return mail(DurableMail(id: id), key: key).timeout(.seconds(2))
      case .postBehind(let time, let id):
        outbox.asked += 1
        return .concatenate(
          .run(label: "pause") { send in try await send.environment.clock.sleep(for: time) },
          mail(DurableMail(id: id), key: "\(id)"))
      case .sent(let id, _): outbox.sent.append(id)
      case .failed(let id): outbox.failed.append(id)
      case .cancel: return .cancelAll
      }
      return .none
    }
    self.store = store
    list = ErrorList(flow)
    let journal = try Journal(
      of: flow, at: path, durability: durability, snapshots: .never, backlog: backlog, accepting: .nothing,
      vfs: vfs)
    if isRecorded {
      try journal.record(store, state: RecordSchema("outbox"), messages: RecordSchema("outbox-message"))
    } else {
      journal.leaveOut("outbox")
    }
    if isRegistered { try journal.durable(mail, on: store) }
    if start { try journal.start() }
    self.journal = journal
  }

  func send(_ message: DurableMessage) { store?.send(message) }
  var state: DurableOutbox { store?.withState { copy $0 } ?? DurableOutbox() }

  /// Takes turns until the state is like this.
  func run(until isOver: (DurableOutbox) -> Bool) async { await flow.run(until: { isOver(state) }) }

  func endStore() { store = nil }

  /// The store and the journal end, as if the program had.
  func end() {
    journal = nil
    store = nil
  }
}

/// Returns the journal's durable effects: their keys, and how far they have come.
func durableTasks(_ path: String) throws -> [String: JournalTask.Status] {
  Dictionary(
    try JournalReader(at: path).tasks().map { ($0.key, $0.status) }, uniquingKeysWith: { $1 })
}
