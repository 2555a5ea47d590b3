public import Millrace

/// The shared states at a position of a log, from which a replica starts without the entries before it.
public struct LogSnapshot: Hashable, Sendable, Codable {
  /// The position whose entry was the last to take its turn.
  public var position: UInt64
  /// The digest of the states; see ``StateDigest``.
  public var digest: UInt64
  /// The states, one for each shared store.
  public var states: [LogState]
  /// The number of each writer's last entry up to the position, sorted by writer.
  public var writers: [LogWriterNumber]

  /// Creates a snapshot.
  public init(position: UInt64, digest: UInt64, states: [LogState], writers: [LogWriterNumber]) {
    self.position = position
    self.digest = digest
    self.states = states
    self.writers = writers
  }

  enum CodingKeys: String, CodingKey {
    case position = "p"
    case digest = "d"
    case states = "s"
    case writers = "w"
  }

  /// Reads a snapshot.
  ///
  /// - Throws: `DecodingError`, also for a snapshot at a position that no log reaches.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      position: try values.decode(UInt64.self, forKey: .position),
      digest: try values.decode(UInt64.self, forKey: .digest),
      states: try values.decode([LogState].self, forKey: .states),
      writers: try values.decode([LogWriterNumber].self, forKey: .writers))
    if position == 0 || position > UInt64(Int64.max) {
      throw DecodingError.dataCorruptedError(
        forKey: .position, in: values, debugDescription: "a snapshot is at an impossible position")
    }
  }
}

/// The number of a writer's last entry.
public struct LogWriterNumber: Hashable, Sendable, Codable {
  /// The writer.
  public var writer: LogWriter
  /// The number of its last entry.
  public var number: UInt64

  /// Creates a number.
  public init(writer: LogWriter, number: UInt64) {
    self.writer = writer
    self.number = number
  }

  enum CodingKeys: String, CodingKey {
    case writer = "w"
    case number = "n"
  }
}

/// The state of one store in a snapshot.
public struct LogState: Sendable, Codable {
  /// The name of the store.
  public var store: String
  /// The kind of the state.
  public var kind: SchemaKind
  /// The version of the rules by which the writer's update works; see ``Replica``.
  public var rules: Int
  /// The state as CBOR (RFC 8949).
  public var state: [UInt8]

  /// Creates a state.
  public init(store: String, kind: SchemaKind, rules: Int, state: [UInt8]) {
    self.store = store
    self.kind = kind
    self.rules = rules
    self.state = state
  }

  enum CodingKeys: String, CodingKey {
    case store = "s"
    case kind = "k"
    case version = "v"
    case rules = "r"
    case state = "m"
  }

  /// Reads a state.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      store: try values.decode(String.self, forKey: .store),
      kind: SchemaKind(
        name: try values.decode(String.self, forKey: .kind),
        version: try values.decode(Int.self, forKey: .version)),
      rules: try values.decode(Int.self, forKey: .rules),
      state: try values.decode([UInt8].self, forKey: .state))
  }

  /// Writes the state.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(store, forKey: .store)
    try values.encode(kind.name, forKey: .kind)
    try values.encode(kind.version, forKey: .version)
    try values.encode(rules, forKey: .rules)
    try values.encode(state, forKey: .state)
  }
}

extension LogState: Hashable {
  /// Returns true if everything is equal, texts by their bytes.
  public static func == (left: LogState, right: LogState) -> Bool {
    left.kind == right.kind && left.rules == right.rules && left.state == right.state
      && ExactText(left.store) == ExactText(right.store)
  }

  /// Hashes the name of the store and the kind.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ExactText(store))
    hasher.combine(kind)
  }
}
