/// When a turn is on disk.
public enum Durability: Hashable, Sendable {
  /// Before the turn's `send` returns: each turn is a transaction of its own, and the sender waits for the disk.
  case everyTurn
  /// After at most this time, or when so many turns have come together, whichever is first.
  ///
  /// The turns of a batch are kept together or not at all. ``Journal/flush(isolation:)`` waits until all are on disk.
  /// The time is that of the flow's clock.
  case batched(every: Duration, turns: Int = 1000)
  /// Never: the journal is in memory, and ends with the process.
  ///
  /// There is no file; going back and looking at past states work as with one.
  case memory
}

/// How many turns may wait to be written, and what becomes of those beyond.
///
/// Turns wait while a batch is gathered and while the disk is slow or full. When there is no more room, the turn that
/// comes next waits for the writer, but not for longer than ``patience``; then the journal stops keeping turns, says so
/// (``JournalStatus/stopped(_:from:)``, ``JournalError/backlog(path:from:reason:)``), and the application goes on.
public struct Backlog: Hashable, Sendable {
  /// How many turns may wait.
  public var turns: Int
  /// How long a turn may be held up by the journal, in real time; with ``Durability/everyTurn`` it is the disk that
  /// decides.
  public var patience: Duration

  /// A bound on what waits.
  public init(turns: Int = 10_000, patience: Duration = .milliseconds(100)) {
    self.turns = max(1, turns)
    self.patience = patience
  }
}

/// When states are written down whole, so that a start need not take all turns again.
///
/// A snapshot is due when any of the conditions is met. States are copied at the flow's home and encoded elsewhere.
public struct SnapshotPolicy: Hashable, Sendable {
  /// After so many turns; nil for not by their number.
  public var turns: Int?
  /// After so many bytes of messages; nil for not by their size.
  public var bytes: Int?
  /// After this time, if there was a turn; nil for not by time.
  public var time: Duration?
  /// Which of them are kept.
  public var retention: SnapshotRetention

  /// A policy; without arguments, one snapshot every 10,000 turns, of which the three newest and one of every 100,000
  /// turns are kept.
  public init(
    turns: Int? = 10_000, bytes: Int? = nil, time: Duration? = nil,
    retention: SnapshotRetention = .spaced(newest: 3, turns: 100_000)
  ) {
    self.turns = turns.map { max(1, $0) }
    self.bytes = bytes.map { max(1, $0) }
    self.time = time
    self.retention = retention
  }

  /// No snapshots but the first one, which is the state that the journal begins with.
  public static let never = SnapshotPolicy(turns: nil, retention: .all)
}

/// The part of its history that a running journal keeps.
///
/// The oldest turns are removed up to a snapshot that stands in for them, one stretch between snapshots after the other,
/// and never beyond the newest snapshot of every store; then the room is given back to the system. It is done when a
/// snapshot has come to the disk, by the journal's writer, between batches: in steps of at most 1,000 turns or 1 MB of
/// messages, 1,000 events and 64 pages of the database, or the snapshots of one cut. A turn waits for one step at most,
/// some milliseconds on an ordinary disk.
///
/// Durable effects are kept, those that have not answered and, so that none is done twice, the keys of those that have.
/// Snapshots within what is kept are thinned by ``SnapshotPolicy/retention``, which leaves enough of them here that turns
/// can be removed again and again.
public enum RetentionPolicy: Hashable, Sendable {
  /// Everything is kept.
  case everything
  /// The last so many recorded turns are kept at least; those of stores that are left out do not count.
  ///
  /// Up to a quarter more is kept, and the turns between two snapshots.
  case turns(atLeast: Int)
  /// The oldest turns are removed while more than so many bytes of the database are in use.
  ///
  /// What comes after the newest snapshot is kept, however large it is.
  case bytes(over: Int)
}

extension RetentionPolicy {
  /// Which snapshots are kept, so that there are some at which turns can be removed.
  ///
  /// - Parameters:
  ///   - retention: What is wanted else.
  ///   - kept: How many turns there are.
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

/// What a start does with messages whose kinds it does not know.
public enum UnknownKinds: Hashable, Sendable {
  /// It ends with an error that names them.
  case stop
  /// It leaves them out, and counts them.
  case skip
}

/// What opening and starting a journal do when turns are not there that should be: acknowledged ones, or those of a gap
/// that no snapshot follows.
public enum LossPolicy: Hashable, Sendable {
  /// They end with an error.
  case nothing
  /// They go on with what there is, with a warning.
  case lostTurns
}

/// How a journal fares.
public enum JournalStatus: Hashable, Sendable {
  /// It has not been started.
  case preparing
  /// All is well.
  case writing
  /// Turns wait because they cannot be written; it is tried again, and nothing is lost so far.
  case failing(JournalError)
  /// Turns from this one on are not kept; as soon as something can be written again it goes on with a snapshot.
  ///
  /// With ``JournalError/superseded(path:by:)`` it never does: another writer has the journal.
  case stopped(JournalError, from: UInt64)
  /// It has been closed.
  case closed
}
