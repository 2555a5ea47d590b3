public import Millrace

/// The identity of a journal and the counts of its contents.
public struct JournalInfo: Hashable, Sendable {
  /// A store with the number of its recorded turns.
  public struct StoreCount: Hashable, Sendable {
    /// The store's name.
    public let store: String
    /// The number of its turns.
    public let turns: Int
  }

  /// A kind of message with the number of its turns.
  public struct KindCount: Hashable, Sendable {
    /// The kind.
    public let kind: SchemaKind
    /// The number of turns with a message of the kind.
    public let turns: Int
  }

  /// The journal's path.
  public let path: String
  /// The journal's unique identifier.
  public let id: String
  /// The name of its flow.
  public let flow: String
  /// The version of its format.
  public let format: Int
  /// The id of the journal that it is a branch of.
  public let parent: String?
  /// The turn after which it branches.
  public let parentSequence: UInt64?
  /// The turn after which turns are kept: 0, or the last turn removed by a compaction.
  public let keptAfter: UInt64
  /// The number of the oldest turn; nil when there is none.
  public let first: UInt64?
  /// The number of the newest turn; nil when there is none.
  public let last: UInt64?
  /// The number of turns.
  public let turns: Int
  /// The number of events between turns.
  public let events: Int
  /// The number of snapshots.
  public let snapshots: Int
  /// The number of unfinished durable effects.
  public let openTasks: Int
  /// The gaps, in which turns were not recorded.
  public let gaps: [JournalGap]
  /// The stores in the order of their registration, with their turns.
  public let stores: [StoreCount]
  /// The kinds of messages in the order of their registration, with their turns.
  public let kinds: [KindCount]
  /// The size of the database, in bytes.
  public let databaseBytes: Int
  /// The size of the write-ahead log, in bytes.
  public let logBytes: Int
  /// A Boolean value that indicates whether a writer has the journal open.
  public let isInUse: Bool
  /// The process of that writer, if known.
  public let process: Int32?
  /// The last opening for writing, closed or not; nil for a journal that was never opened in this form.
  public let owner: JournalOwner?
}
