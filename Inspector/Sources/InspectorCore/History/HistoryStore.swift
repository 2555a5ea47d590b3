/// A store of a history.
public struct HistoryStore: Sendable {
  /// The name, which is unique in its history.
  public let name: String
  /// The name by which the application knows it.
  public let applicationName: String
  /// The dialect; nil when it is not known.
  public internal(set) var dialect: String?
  /// True if messages and states have schemas, so that turns can be taken again.
  public internal(set) var isExact: Bool
  /// The kinds of its messages, such as `note@2`.
  public internal(set) var messages: [String]
  /// The places of its turns in the index.
  public internal(set) var turns = ChunkedArray<UInt32>()
  /// Its states that were kept, by their turns.
  public internal(set) var samples = ChunkedArray<StateSample>()
  /// Its effects, by their numbers.
  public internal(set) var effects = ChunkedArray<EffectEntry>()
}

/// A state that was kept.
public struct StateSample: Sendable {
  /// The last turn of the flow when the state was copied.
  public let turn: UInt64
  public let at: Int64
  public let place: RecordPlace
  /// True if the application can decode it.
  public let isExact: Bool

  /// Creates a sample.
  public init(turn: UInt64, at: Int64, place: RecordPlace, isExact: Bool) {
    self.turn = turn
    self.at = at
    self.place = place
    self.isExact = isExact
  }
}
