public import Millrace

/// What a journal is, and how much is in it.
public struct JournalInfo: Hashable, Sendable {
  /// A store, and how many of its turns were kept.
  public struct StoreCount: Hashable, Sendable {
    /// The store's name.
    public let store: String
    /// How many of its turns there are.
    public let turns: Int
  }

  /// A kind of message, and how many there are of it.
  public struct KindCount: Hashable, Sendable {
    /// The kind.
    public let kind: SchemaKind
    /// How many turns have a message of it.
    public let turns: Int
  }

  /// The journal's path.
  public let path: String
  /// Its id, which no other journal has.
  public let id: String
  /// The name of its flow.
  public let flow: String
  /// The version of its form.
  public let format: Int
  /// The id of the journal it was branched from.
  public let parent: String?
  /// The turn at which it was branched.
  public let parentSequence: UInt64?
  /// The turn after which turns are kept: 0, or the last one that was removed by compacting.
  public let keptAfter: UInt64
  /// The number of the oldest turn; nil when there is none.
  public let first: UInt64?
  /// The number of the newest turn; nil when there is none.
  public let last: UInt64?
  /// How many turns there are.
  public let turns: Int
  /// How many events there are between turns.
  public let events: Int
  /// How many snapshots there are.
  public let snapshots: Int
  /// How many durable effects have not ended.
  public let openTasks: Int
  /// The stretches of turns that could not be kept.
  public let gaps: [JournalGap]
  /// The stores, in the order in which they came, with their turns.
  public let stores: [StoreCount]
  /// The kinds of messages, in the order in which they came, with their turns.
  public let kinds: [KindCount]
  /// The size of the database, in bytes.
  public let databaseBytes: Int
  /// The size of the write-ahead log, in bytes.
  public let logBytes: Int
  /// Whether a writer has it open.
  public let isInUse: Bool
  /// The process of that writer, if it is known.
  public let process: Int32?
  /// The opening for writing that the journal belongs to, be it closed or not; nil when there was none in this form.
  public let owner: JournalOwner?
}
