public import Millrace

/// One message in a shared log, with all that another place needs to take its turn.
///
/// Entries are equal if everything but ``check`` is equal, texts by their bytes: an entry that is sent again
/// may carry another check.
public struct LogEntry: Sendable {
  /// The writer.
  public var writer: LogWriter
  /// The number among the entries of its writer, from 1, without gaps.
  public var number: UInt64
  /// The name of the store that takes the message.
  public var store: String
  /// The kind of the message.
  public var kind: SchemaKind
  /// The version of the rules by which the writer's update works; see ``Replica``.
  public var rules: Int
  /// The time at which the message was sent, in nanoseconds since 1970, by the writer's clock.
  public var time: Int64
  /// The message as CBOR (RFC 8949).
  public var message: [UInt8]
  /// A digest of the shared state at an earlier position, if the writer has passed one.
  public var check: LogCheck?

  /// Creates an entry.
  public init(
    writer: LogWriter, number: UInt64, store: String, kind: SchemaKind, rules: Int, time: Int64,
    message: [UInt8], check: LogCheck? = nil
  ) {
    self.writer = writer
    self.number = number
    self.store = store
    self.kind = kind
    self.rules = rules
    self.time = time
    self.message = message
    self.check = check
  }

  /// The number of bytes that count for the limits of a page: the message, the names, and 64.
  public var size: Int {
    message.count + store.utf8.count + writer.name.utf8.count + kind.name.utf8.count + 64
  }
}

/// A digest of the shared state at a position.
public struct LogCheck: Hashable, Sendable, Codable {
  /// The position whose entry was the last to take its turn.
  public var position: UInt64
  /// The digest; see ``StateDigest``.
  public var digest: UInt64

  /// Creates a check.
  public init(position: UInt64, digest: UInt64) {
    self.position = position
    self.digest = digest
  }

  enum CodingKeys: String, CodingKey {
    case position = "p"
    case digest = "d"
  }
}

extension LogEntry: Hashable {
  /// Returns true if everything but the check is equal, texts by their bytes.
  public static func == (left: LogEntry, right: LogEntry) -> Bool {
    left.number == right.number && left.writer == right.writer && left.time == right.time
      && left.rules == right.rules && left.kind == right.kind && left.message == right.message
      && ExactText(left.store) == ExactText(right.store)
  }

  /// Hashes the writer and the number.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(writer)
    hasher.combine(number)
  }
}

extension LogEntry: Codable {
  enum CodingKeys: String, CodingKey {
    case writer = "w"
    case number = "n"
    case store = "s"
    case kind = "k"
    case version = "v"
    case rules = "r"
    case time = "t"
    case message = "m"
    case check = "c"
  }

  /// Reads an entry.
  ///
  /// - Throws: `DecodingError`, also for an entry that no log accepts.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      writer: try values.decode(LogWriter.self, forKey: .writer),
      number: try values.decode(UInt64.self, forKey: .number),
      store: try values.decode(String.self, forKey: .store),
      kind: SchemaKind(
        name: try values.decode(String.self, forKey: .kind),
        version: try values.decode(Int.self, forKey: .version)),
      rules: try values.decode(Int.self, forKey: .rules),
      time: try values.decode(Int64.self, forKey: .time),
      message: try values.decode([UInt8].self, forKey: .message),
      check: try values.decodeIfPresent(LogCheck.self, forKey: .check))
    if let flaw {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: flaw))
    }
  }

  /// Writes the entry.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(writer, forKey: .writer)
    try values.encode(number, forKey: .number)
    try values.encode(store, forKey: .store)
    try values.encode(kind.name, forKey: .kind)
    try values.encode(kind.version, forKey: .version)
    try values.encode(rules, forKey: .rules)
    try values.encode(time, forKey: .time)
    try values.encode(message, forKey: .message)
    try values.encodeIfPresent(check, forKey: .check)
  }
}

extension LogEntry {
  /// The maximum length of a message in bytes: 1 MiB.
  public static let messageLimit = 1 << 20
  /// The maximum length of the names of a store and of a kind in bytes of UTF-8: 255.
  public static let nameLimit = 255

  /// The reason why no log accepts the entry; nil for one that can be appended.
  ///
  /// A log that receives entries from other processes checks it.
  public var flaw: String? {
    if let flaw = flawOfContents { return flaw }
    if let flaw = Self.flaw(ofName: store) ?? Self.flaw(ofName: kind.name) { return "\(title) has \(flaw)" }
    if kind.version < 1 || kind.version > Int(Int32.max) { return "\(title) has an impossible version" }
    if rules < 1 || rules > Int(Int32.max) { return "\(title) has an impossible version of its rules" }
    return nil
  }

  /// The reason why no log accepts the number, the message or the check; nil if there is none.
  var flawOfContents: String? {
    if number == 0 || number > UInt64(Int64.max) { return "\(title) has an impossible number" }
    if message.isEmpty { return "\(title) has no message" }
    if message.count > Self.messageLimit {
      return "\(title) has a message of \(message.count) bytes, and the limit is \(Self.messageLimit)"
    }
    if let check, check.position == 0 || check.position > UInt64(Int64.max) {
      return "\(title) has a check at an impossible position"
    }
    return nil
  }

  /// The entry as a sentence about a flaw calls it.
  private var title: String { "the entry \(number) of the writer `\(writer)`" }

  /// The reasons why no log accepts the messages of a store.
  static func flaws(ofStore store: String, kinds: [SchemaKind], rules: Int) -> [String] {
    var flaws: [String] = []
    if let flaw = flaw(ofName: store) { flaws.append("the store has \(flaw)") }
    for kind in kinds {
      if let flaw = flaw(ofName: kind.name) { flaws.append("a kind of its messages has \(flaw)") }
    }
    if rules < 1 || rules > Int(Int32.max) {
      flaws.append("the version \(rules) of its rules is not between 1 and \(Int32.max)")
    }
    return flaws
  }

  private static func flaw(ofName name: String) -> String? {
    let length = name.utf8.count
    if length == 0 { return "an empty name of a store or a kind" }
    if length > nameLimit { return "a name of \(length) bytes, and the limit is \(nameLimit)" }
    return name.utf8.contains(0) ? "a name with the character NUL" : nil
  }
}
