public import Millrace

/// The facts about a snapshot that are available without reading its state.
public struct JournalSnapshotInfo: Hashable, Sendable {
  /// The turn after which the snapshot was taken.
  public let sequence: UInt64
  /// The name of the store.
  public let store: String
  /// The kind of the state.
  public let kind: SchemaKind
  /// The time at which it was taken.
  public let time: Timestamp
  /// The size of the encoded state, in bytes.
  public let byteCount: Int
}

/// A recorded durable effect: its request and its status.
public struct JournalTask: Hashable, Sendable {
  /// The status of a durable effect.
  public enum Status: String, Hashable, Sendable, CaseIterable {
    /// The effect has not ended, and runs again when the journal is started.
    case open
    /// The effect has answered.
    case answered
    /// The effect has ended with an error.
    case failed
    /// The effect was cancelled.
    case cancelled
  }

  /// The key that identifies the effect, so that it happens once.
  public let key: String
  /// The name of the store that requested it.
  public let store: String
  /// The kind of the request.
  public let kind: SchemaKind
  /// The request.
  public let request: JournalValue
  /// The turn that requested it.
  public let asked: UInt64
  /// The time of the request.
  public let time: Timestamp
  /// The status.
  public let status: Status
  /// The number of times that it was started.
  public let attempts: Int
  /// The turn of its answer, or the last turn before its end; nil while it has not ended.
  public let ended: UInt64?
}

/// A range of turns that were not recorded.
public struct JournalGap: Hashable, Sendable {
  /// The last turn before it.
  public let after: UInt64
  /// The first turn after it.
  public let until: UInt64
  /// The reason why they were not recorded.
  public let reason: String

  /// Creates a gap.
  public init(after: UInt64, until: UInt64, reason: String) {
    self.after = after
    self.until = until
    self.reason = reason
  }
}
