/// What a journal says of itself as a whole.
enum MetaKey: String, CaseIterable, Hashable, Sendable {
  /// The name of the flow.
  case flow
  /// What tells the journal from every other: a UUID as text.
  case id
  /// The id of the journal that this one was branched from.
  case parent
  /// The last turn that both have.
  case parentSequence
  /// The sum before the first turn.
  case base
  /// The turn after which there are turns.
  case first
  /// The turn up to which turns are being removed, or were; states from before it cannot be gone back to.
  case cut
  /// The sum before the first event.
  case eventBase
  /// The number of the opening that the journal belongs to; 0 before the first.
  case epoch
  /// The identity of that opening: a UUID as text.
  case owner
  /// The process that has opened it.
  case ownerProcess
  /// The machine that the process runs on.
  case ownerHost
  /// The time of the opening, in nanoseconds since 1970.
  case ownerOpened
  /// A sum of all that the journal says of itself, of its names and of its gaps.
  case seal
}

enum MetaValue: Hashable, Sendable {
  case text(String), integer(Int64)
}

extension Database {
  /// What a journal says of itself under a key; nil when it says nothing.
  func meta(_ key: MetaKey) throws(JournalError) -> MetaValue? {
    let statement = try prepare("SELECT value FROM meta WHERE key = ?1")
    try statement.bind(1, key.rawValue)
    guard try statement.step() else { return nil }
    switch statement.kind(0) {
    case .null: return nil
    case .integer: return .integer(statement.int64(0))
    case .text, .float, .bytes: return .text(statement.text(0))
    }
  }

  /// The number under a key; nil when there is none, or something else.
  func metaInteger(_ key: MetaKey) throws(JournalError) -> Int64? {
    if case .integer(let value) = try meta(key) { value } else { nil }
  }

  /// The text under a key; nil when there is none, or something else.
  func metaText(_ key: MetaKey) throws(JournalError) -> String? {
    if case .text(let value) = try meta(key) { value } else { nil }
  }

  /// Keeps what a journal says of itself; nil to say nothing.
  func setMeta(_ key: MetaKey, _ value: MetaValue?) throws(JournalError) {
    guard let value else {
      let statement = try prepare("DELETE FROM meta WHERE key = ?1")
      try statement.bind(1, key.rawValue)
      return try statement.run()
    }
    let statement = try prepare("INSERT OR REPLACE INTO meta(key, value) VALUES(?1, ?2)")
    try statement.bind(1, key.rawValue)
    switch value {
    case .text(let text): try statement.bind(2, text)
    case .integer(let integer): try statement.bind(2, integer)
    }
    try statement.run()
  }

  /// The turn after which turns are kept: those up to it are gone, or going.
  var keptAfter: Int64 {
    get throws(JournalError) { max(try metaInteger(.first) ?? 0, try metaInteger(.cut) ?? 0) }
  }

  /// The sum before the first event; in a file of an older form that which every journal begins with.
  func eventBase(id: String) throws(JournalError) -> UInt64 {
    UInt64(bitPattern: try metaInteger(.eventBase) ?? JournalFormat.base(id: id))
  }

  /// The number that stands for a store in rows; a new one for a new store.
  func storeID(_ name: String) throws(JournalError) -> Int64 {
    let find = try prepare("SELECT id FROM stores WHERE name = ?1")
    try find.bind(1, name)
    if try find.step() { return find.int64(0) }
    let insert = try prepare("INSERT INTO stores(name) VALUES(?1)")
    try insert.bind(1, name)
    try insert.run()
    return lastRow
  }

  /// The number that stands for a version of a kind in rows; a new one for a new kind.
  func typeID(_ name: String, version: Int) throws(JournalError) -> Int64 {
    let find = try prepare("SELECT id FROM types WHERE name = ?1 AND version = ?2")
    try find.bind(1, name)
    try find.bind(2, Int64(version))
    if try find.step() { return find.int64(0) }
    let insert = try prepare("INSERT INTO types(name, version) VALUES(?1, ?2)")
    try insert.bind(1, name)
    try insert.bind(2, Int64(version))
    try insert.run()
    return lastRow
  }
}
