public import Millrace
import MillraceSQLite

/// A record of everything that happens on a flow, from which a program restores its states and reads any past
/// one.
///
/// ```swift
/// let flow = Flow(name: "notes")
/// let notes = Store(Notes(), name: "notes", flow: flow, update: update)
///
/// let journal = try Journal(of: flow, at: "notes.journal")
/// try journal.record(notes, state: RecordSchema("notes"), messages: RecordSchema("note"))
/// let restoration = try journal.start()
/// print("\(restoration.messages) messages after the last snapshot")
/// ```
///
/// From ``start(unknown:progress:isolation:)`` on, the journal writes every turn of the recorded stores to an
/// SQLite database, in one order for all stores of the flow. At the next launch the same lines restore the
/// states: from the newest snapshot and the messages after it, with the stores' own updates. Effects do not
/// run again, except durable effects without an answer (``DurableEffect``).
///
/// A journal lives at the flow's home, like a store, and retains the stores that it records. When it is
/// released or closed, it writes the waiting turns.
public final class Journal {
  /// The path of the database; for a journal in memory, a name for errors.
  public let path: String
  /// The flow whose turns are recorded.
  public let flow: Flow
  /// The unique identifier of the journal.
  public let id: String
  /// A closure that receives each new status, at the flow's home.
  public var statusHandler: ((JournalStatus) -> Void)?

  /// The unique identifier of this opening of the journal.
  let session: String
  let writer: JournalWriter
  let snapshots: SnapshotPolicy
  let accepting: LossPolicy
  let timekeeper: Timekeeper
  var journaledStores: [any JournaledStore] = []
  /// The indices of the recorded stores, by name.
  var places: [ExactText: Int] = [:]
  /// The stores left out of the journal, and those already reported as not recorded.
  var leftOut: Set<ExactText> = []
  var durables: [any DurableEntry] = []
  /// The durable effects that have not ended.
  var tasks: [DurableEffectKey: TaskUnderWay] = [:]
  /// The durable effects that have answered, and whose bodies have not returned.
  var returning: Set<DurableEffectKey> = []
  /// The durable effects in steps that had not begun when the journal was closed.
  var lostSteps: [String] = []
  var isStarted = false
  /// True during a start, whose callbacks can reach the journal.
  var isStarting = false
  /// True when a snapshot was requested before all stores had their states.
  var owesSnapshot = false
  /// The number of the last turn that the journal has received.
  var lastTold: UInt64 = 0
  /// The connection for reading past states, opened at the first request.
  var database: Database?
  /// The write-ahead log that this connection reads.
  var logFiles: LogFiles?
  var token: ObservationToken?
  /// The refusal of new messages, from the beginning of ``close(within:isolation:)`` on.
  var closing: ClosingGate?
  var turnsSinceSnapshot = 0
  var lastSnapshot = Duration.zero

  /// Opens a journal of a flow in a file, and creates the file if it does not exist.
  ///
  /// - Parameters:
  ///   - flow: The flow.
  ///   - path: The database; SQLite keeps two more files beside it, the journal one.
  ///   - durability: The moment at which a turn is on disk.
  ///   - snapshots: The policy for snapshots of the states.
  ///   - retention: The part of the history that is kept; all of it by default.
  ///   - backlog: The limit of turns that wait to be written.
  ///   - accepting: The treatment of acknowledged turns that are missing.
  ///   - permissions: The permissions of new files.
  /// - Throws: ``JournalError`` when the file cannot be used, has another writer, or has lost turns.
  public convenience init(
    of flow: Flow, at path: String, durability: Durability = .batched(every: .milliseconds(50)),
    snapshots: SnapshotPolicy = SnapshotPolicy(), retention: RetentionPolicy = .everything,
    backlog: Backlog = Backlog(), accepting: LossPolicy = .nothing,
    permissions: AccessPermissions = .ownerOnly
  ) throws(JournalError) {
    try self.init(
      of: flow, at: path, durability: durability, snapshots: snapshots, retention: retention,
      backlog: backlog,
      accepting: accepting, permissions: permissions, vfs: nil)
  }

  init(
    of flow: Flow, at path: String, durability: Durability, snapshots: SnapshotPolicy,
    retention: RetentionPolicy = .everything, backlog: Backlog,
    accepting: LossPolicy, permissions: AccessPermissions = .ownerOnly, vfs: String?
  ) throws(JournalError) {
    self.path = path
    self.flow = flow
    self.snapshots = snapshots
    self.accepting = accepting
    let isInMemory = durability == .memory
    session = "\(flow.environment.identifiers.next())"
    let storage = try JournalStorage(
      path: path, inMemory: isInMemory, flow: flow.name, identity: session,
      accepting: accepting, permissions: permissions, vfs: vfs, busyTimeout: backlog.patience)
    id = storage.identity
    timekeeper = Timekeeper(flow.environment.clock)
    let clock = flow.environment.clock
    let box = WeakJournal()
    let homeQueue = flow.homeQueue
    writer = JournalWriter(
      storage, inMemory: isInMemory,
      JournalWriter.Policy(
        durability: durability, backlog: backlog, snapshots: snapshots, retention: retention,
        sleep: { try await clock.sleep(for: $0.bounded) }),
      notify: { news in
        homeQueue.post {
          // A flow whose home has ended runs its jobs at once, here on the writer's queue, where the journal
          // must not be used.
          if JournalWriter.isWriting { return news.write() }
          box.journal?.hear(news)
        }
      })
    box.journal = self
    token = flow.tap(
      effect: { [weak self] in self?.take($0) },
      broken: { [weak self] in self?.takeBreak($0, $1) },
      // The journal itself reports what it cannot write.
      kept: { [weak writer] in try? await writer?.flush() },
      { [weak self] in self?.take($0) })
  }

  deinit {
    token?.cancel()
    for durable in durables { durable.forget(flow.identity, closed: path) }
    if let error = writer.close() { StandardError.write("Millrace: \(error)") }
  }
}

/// A weak reference through which the writer's news reaches the journal.
final class WeakJournal: @unchecked Sendable {
  // Sound: it is set before the journal can be used, and read at the flow's home, where the journal lives.
  weak var journal: Journal?
}

/// A durable effect that has not ended.
final class TaskUnderWay {
  let key: String
  let permit: Permit
  /// The number of running effects: more than one when an effect value runs twice.
  var count = 1
  var isOver = false

  init(_ key: String, _ permit: Permit) {
    self.key = key
    self.permit = permit
  }
}

/// The identity of a durable effect: its store and its number.
struct DurableEffectKey: Hashable {
  let store: Int
  let serial: UInt64
}
