import MillraceSQLite

/// A key of the facts that a journal records about itself.
enum MetaKey: String, CaseIterable, Hashable, Sendable {
  /// The name of the flow.
  case flow
  /// The unique identifier of the journal: a UUID as text.
  case id
  /// The id of the journal that this one is a branch of.
  case parent
  /// The last turn that both have.
  case parentSequence
  /// The checksum before the first turn.
  case base
  /// The turn before the first one.
  case first
  /// The last turn of the current or last removal; states before it cannot be restored.
  case cut
  /// The checksum before the first event.
  case eventBase
  /// The number of the opening that the journal belongs to; 0 before the first.
  case epoch
  /// The identifier of that opening: a UUID as text.
  case owner
  /// The process of that opening.
  case ownerProcess
  /// The machine of that process.
  case ownerHost
  /// The time of the opening, in nanoseconds since 1970.
  case ownerOpened
  /// The checksum of all facts, names and gaps.
  case seal
}

enum MetaValue: Hashable, Sendable {
  case text(String), integer(Int64)

  var text: String? { if case .text(let text) = self { text } else { nil } }
  var integer: Int64? { if case .integer(let integer) = self { integer } else { nil } }
}

extension Database {
  /// Returns the fact under a key; nil when there is none.
  func meta(_ key: MetaKey) throws(JournalError) -> MetaValue? {
    try first("SELECT value FROM meta WHERE key = ?1", key.rawValue) { row -> MetaValue? in
      switch row.kind(0) {
      case .null: nil
      case .integer: .integer(row.int64(0))
      case .text, .float, .bytes: .text(row.text(0))
      }
    } ?? nil
  }

  /// Returns the number under a key; nil when there is none, or another type.
  func metaInteger(_ key: MetaKey) throws(JournalError) -> Int64? {
    try meta(key)?.integer
  }

  /// Returns the text under a key; nil when there is none, or another type.
  func metaText(_ key: MetaKey) throws(JournalError) -> String? {
    try meta(key)?.text
  }

  /// Sets the fact under a key; nil removes it.
  func setMeta(_ key: MetaKey, _ value: MetaValue?) throws(JournalError) {
    let replace = "INSERT OR REPLACE INTO meta(key, value) VALUES(?1, ?2)"
    switch value {
    case .text(let text): try run(replace, key.rawValue, text)
    case .integer(let integer): try run(replace, key.rawValue, integer)
    case nil: try run("DELETE FROM meta WHERE key = ?1", key.rawValue)
    }
  }

  /// The turn after which turns are kept; those up to it are removed, or will be.
  var keptAfter: Int64 {
    get throws(JournalError) { max(try metaInteger(.first) ?? 0, try metaInteger(.cut) ?? 0) }
  }

  /// Returns the checksum before the first event; in a file of an older form, the initial checksum of the
  /// journal.
  func eventBase(id: String) throws(JournalError) -> UInt64 {
    UInt64(bitPattern: try metaInteger(.eventBase) ?? JournalFormat.base(id: id))
  }
}

/// The seal: a checksum that detects damage to the small tables, with the journal's facts, names and gaps.
///
/// Rows of the large tables have checksums of their own.
extension Database {
  /// Returns the checksum of the current rows.
  private func seal() throws(JournalError) -> Int64 {
    var sum: UInt64 = 0
    for sql in [
      "SELECT key, value FROM meta WHERE key <> 'seal' ORDER BY key",
      "SELECT id, name FROM stores ORDER BY id",
      "SELECT id, name || '@' || version FROM types ORDER BY id",
      "SELECT after || ' ' || until, reason FROM gaps ORDER BY after",
    ] {
      let rows = try prepare(sql)
      sum = Checksum64.of([], seed: sum)
      while try rows.step() {
        for column in Int32(0)...1 {
          // The type is included: a text differs from the number that it spells.
          sum = Checksum64.of(
            [UInt8](rows.text(column).utf8), seed: sum &+ (rows.kind(column) == .text ? 1 : 0))
        }
      }
    }
    return Int64(bitPattern: sum)
  }

  /// True when the rows match the recorded seal.
  var isSealed: Bool {
    get throws(JournalError) { try metaInteger(.seal) == seal() }
  }

  /// Renews the seal after a change, within its transaction.
  func writeSeal() throws(JournalError) {
    try setMeta(.seal, .integer(try seal()))
  }
}
