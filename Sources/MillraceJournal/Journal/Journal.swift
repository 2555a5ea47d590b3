public import Millrace

/// Keeps what happens on a flow, so that a program can start from its history and be looked at as of any turn.
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
/// From ``start(unknown:progress:isolation:)`` on every turn of the recorded stores is written to a database of SQLite,
/// in one order for all stores of the flow. The next time, the same lines bring the states back: from the newest snapshot and
/// the messages after it, by the stores' own updates. What those ask for is not done again, except for durable effects
/// that have not answered (``DurableEffect``).
///
/// A journal lives at the flow's home, like a store, and keeps the stores that it records. When it is let go of, or
/// closed, what waits is written.
public final class Journal {
  /// Where it is; for one in memory, a name for messages.
  public let path: String
  /// The flow whose turns are kept.
  public let flow: Flow
  /// What tells this journal from every other.
  public let id: String
  /// Told when the status changes, at the flow's home.
  public var statusHandler: ((JournalStatus) -> Void)?

  /// What tells this opening of the journal from every other.
  let session: String
  let writer: JournalWriter
  let snapshots: SnapshotPolicy
  let accepting: LossPolicy
  let timekeeper: Timekeeper
  var participants: [any Participant] = []
  /// The places of the recorded stores among the participants, by name.
  var places: [ExactText: Int] = [:]
  /// The stores that need not be kept, and those of which it was said already that they are not.
  var leftOut: Set<ExactText> = []
  var durables: [any DurableEntry] = []
  /// The durable effects under way.
  var tasks: [TaskPlace: TaskUnderWay] = [:]
  var isStarted = false
  /// Whether a start is under way, from whose callbacks the journal can be reached.
  var isStarting = false
  /// Whether a snapshot was asked for while not all stores had their states.
  var owesSnapshot = false
  /// The last turn that it was told of.
  var lastTold: UInt64 = 0
  /// For looking at past states; opened when that is first asked for.
  var database: Database?
  var token: ObservationToken?
  var turnsSinceSnapshot = 0
  var lastSnapshot = Duration.zero

  /// A journal of a flow, in a file that is made if it is not there.
  ///
  /// - Parameters:
  ///   - flow: The flow.
  ///   - path: The database; two files of SQLite's and one of the journal's are beside it.
  ///   - durability: When a turn is on disk.
  ///   - snapshots: When states are written down whole.
  ///   - retention: How much of the history is kept; all of it by default.
  ///   - backlog: How much may wait to be written.
  ///   - accepting: What to do when turns that were acknowledged are not there any more.
  ///   - permissions: The access rights of the files that are made.
  /// - Throws: ``JournalError``: when the file cannot be used, is written by somebody else, or has lost turns.
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
    let errands = flow.errands
    writer = JournalWriter(
      storage, inMemory: isInMemory,
      JournalWriter.Policy(
        durability: durability, backlog: backlog, snapshots: snapshots, retention: retention,
        sleep: { try await clock.sleep(for: $0) }),
      tell: { news in
        errands.post {
          // A flow whose home has ended has its errands done at once, and the journal is not to be touched here.
          if JournalWriter.isWriting { return news.write() }
          box.journal?.hear(news)
        }
      })
    box.journal = self
    token = flow.tap(
      effect: { [weak self] in self?.take($0) },
      { [weak self] in self?.take($0) })
  }

  deinit {
    token?.cancel()
    for durable in durables { durable.forget(flow.identity) }
    if let error = writer.close() { StandardError.write("Millrace: \(error)") }
  }
}

/// Where the writer's news finds the journal, which may have ended.
private final class WeakJournal: @unchecked Sendable {
  // Sound: it is set before the journal can be used, and read at the flow's home, where the journal lives.
  weak var journal: Journal?
}

/// A durable effect that has not ended.
final class TaskUnderWay {
  let key: String
  let permit: Permit
  /// How many effects it is: more than one when an effect value was started twice.
  var count = 1
  var isOver = false

  init(_ key: String, _ permit: Permit) {
    self.key = key
    self.permit = permit
  }
}

/// A durable effect by its store and number.
struct TaskPlace: Hashable {
  let store: Int
  let serial: UInt64
}
