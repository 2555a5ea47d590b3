public import Millrace

/// What is known of a snapshot without reading the state in it.
public struct JournalSnapshotInfo: Hashable, Sendable {
  /// The turn after which the state was as it is kept.
  public let sequence: UInt64
  /// The name of the store.
  public let store: String
  /// What kind the state is of.
  public let kind: SchemaKind
  /// When it was taken.
  public let time: Timestamp
  /// The size of the encoded state.
  public let byteCount: Int
}

/// A durable effect: what it was asked for, and what became of it.
public struct JournalTask: Hashable, Sendable {
  /// What has become of a durable effect.
  public enum Status: String, Hashable, Sendable, CaseIterable {
    /// It has not ended, and is begun again when the journal is opened.
    case open
    /// It has answered.
    case answered
    /// It was given up.
    case failed
    /// It was cancelled.
    case cancelled
  }

  /// The key by which it happens once.
  public let key: String
  /// The name of the store that asked for it.
  public let store: String
  /// What kind the request is of.
  public let kind: SchemaKind
  /// What was asked for.
  public let request: JournalValue
  /// The turn that asked for it.
  public let asked: UInt64
  /// When it was asked for.
  public let time: Timestamp
  /// What has become of it.
  public let status: Status
  /// How often it was begun.
  public let attempts: Int
  /// The turn of its answer, or the last one before its end; nil while it is open.
  public let ended: UInt64?
}

/// A stretch of turns that could not be kept.
public struct JournalGap: Hashable, Sendable {
  /// The last turn before it.
  public let after: UInt64
  /// The first turn after it.
  public let until: UInt64
  /// Why nothing was kept.
  public let reason: String

  /// A gap by its parts.
  public init(after: UInt64, until: UInt64, reason: String) {
    self.after = after
    self.until = until
    self.reason = reason
  }
}
