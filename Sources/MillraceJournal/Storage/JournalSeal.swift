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
