import MillraceSQLite

/// The moment at which a turn is on disk.
public enum Durability: Hashable, Sendable {
  /// A turn is on disk before its `send` returns: each turn is a transaction, and the sender waits for the
  /// disk.
  case everyTurn
  /// A batch of turns is on disk at most this time after its first turn, or earlier when it has this many
  /// turns.
  ///
  /// A batch is stored completely or not at all. ``Journal/flush(isolation:)`` waits until all turns are on
  /// disk. The clock of the flow measures the time.
  case batched(every: Duration, turns: Int = 1000)
  /// A turn is never on disk: the journal is in memory and ends with the process.
  ///
  /// There is no file, but past states can be read in the same way.
  case memory
}

/// The limit of turns that wait to be written, and of the wait beyond it.
///
/// Turns wait while a batch fills and while the disk is slow or full. At the limit, the next turn waits for
/// the writer, at most for ``patience``. Then the journal stops recording and reports it
/// (``JournalStatus/stopped(_:from:)``, ``JournalError/backlog(path:from:reason:)``); the application
/// continues.
public struct Backlog: Hashable, Sendable {
  /// The maximum number of waiting turns.
  public var turns: Int
  /// The maximum time that a turn waits for room, in real time.
  ///
  /// With ``Durability/everyTurn`` a turn waits as long as the disk needs.
  public var patience: Duration

  /// Creates a limit, by default of 10,000 turns and a patience of 100 milliseconds.
  public init(turns: Int = 10_000, patience: Duration = .milliseconds(100)) {
    self.turns = max(1, turns)
    self.patience = patience
  }
}

/// The conditions for a snapshot, a complete copy of the states, which makes the next start faster.
///
/// A snapshot is due when any of the conditions is met. The states are copied at the flow's home and encoded
/// on another thread.
public struct SnapshotPolicy: Hashable, Sendable {
  /// The number of turns between snapshots; nil for no such condition.
  public var turns: Int?
  /// The number of message bytes between snapshots; nil for no such condition.
  public var bytes: Int?
  /// The time between snapshots, which are taken only after a turn; nil for no such condition.
  public var time: Duration?
  /// The rule for the snapshots that are kept.
  public var retention: SnapshotRetention

  /// Creates a policy.
  ///
  /// By default the journal takes a snapshot every 10,000 turns. It keeps the three newest, and one of every
  /// 100,000 turns.
  public init(
    turns: Int? = 10_000, bytes: Int? = nil, time: Duration? = nil,
    retention: SnapshotRetention = .spaced(newest: 3, turns: 100_000)
  ) {
    self.turns = turns.map { max(1, $0) }
    self.bytes = bytes.map { max(1, $0) }
    self.time = time
    self.retention = retention
  }

  /// No snapshots except the first, which is the state at the journal's beginning.
  public static let never = SnapshotPolicy(turns: nil, retention: .all)
}

/// The part of its history that a running journal keeps.
///
/// The journal removes its oldest turns up to a snapshot that replaces them, never beyond the newest snapshot
/// of any store, and returns the space to the system. The journal's writer does this after it has written a
/// snapshot, in steps between batches. A step removes at most 1,000 turns or 1 MB of messages, 1,000 events
/// and 64 pages of the database, or the snapshots of one cut. A turn waits for at most one step, some
/// milliseconds on an ordinary disk.
///
/// The journal keeps unfinished durable effects, and the keys of finished ones, so that none runs twice.
/// ``SnapshotPolicy/retention`` thins the remaining snapshots; under a limit it leaves enough of them to
/// remove turns again later.
public enum RetentionPolicy: Hashable, Sendable {
  /// The journal keeps everything.
  case everything
  /// The journal keeps at least the given number of newest recorded turns; turns of stores left out do not
  /// count.
  ///
  /// It keeps up to a quarter more, plus the turns between two snapshots.
  case turns(atLeast: Int)
  /// The journal removes its oldest turns while more than the given number of bytes of the database are in
  /// use.
  ///
  /// It keeps all turns after the newest snapshot, whatever their size.
  case bytes(over: Int)
}

extension RetentionPolicy {
  /// Returns the rule for snapshots that leaves enough of them for a later removal of turns.
  ///
  /// - Parameters:
  ///   - retention: The requested rule.
  ///   - kept: The number of turns in the journal.
  func snapshots(_ retention: SnapshotRetention, turns kept: UInt64) -> SnapshotRetention {
    let apart: UInt64
    switch self {
    case .everything: return retention
    case .turns(let count): apart = max(1, UInt64(max(0, count)) / 4)
    case .bytes: apart = max(1, kept / 8)
    }
    switch retention {
    case .all: return .all
    case .newest(let count): return .spaced(newest: count, turns: apart)
    case .spaced(let count, let turns): return .spaced(newest: count, turns: min(turns, apart))
    }
  }
}

/// The treatment of messages of unknown kinds during a start.
public enum UnknownKinds: Hashable, Sendable {
  /// The start fails with an error that names the kinds.
  case stop
  /// The start skips the messages and counts them.
  case skip
}

/// The treatment of missing turns when a journal is opened and started.
///
/// Missing turns are acknowledged turns that the database lacks, and those of a gap without a snapshot after
/// it.
public enum LossPolicy: Hashable, Sendable {
  /// Opening and starting fail with an error.
  case nothing
  /// Opening and starting continue with the remaining turns, and report a warning.
  case lostTurns
}

/// The state of a journal's recording.
public enum JournalStatus: Hashable, Sendable {
  /// The journal has not been started.
  case preparing
  /// The journal records turns.
  case writing
  /// Turns wait because they cannot be written; the journal tries again, and nothing is lost so far.
  case failing(JournalError)
  /// Turns from this one on are not recorded; when writing is possible again, the journal continues with a
  /// snapshot.
  ///
  /// After ``JournalError/superseded(path:by:)`` it never continues, because another writer has the journal.
  case stopped(JournalError, from: UInt64)
  /// The journal has been closed.
  case closed
}
