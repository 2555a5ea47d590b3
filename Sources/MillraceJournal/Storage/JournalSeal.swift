/// The sum by which damage to the small tables is found: what a journal says of itself, its names and its gaps.
///
/// Rows of the large tables have sums of their own.
extension Database {
  /// The sum of the rows as they are.
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
          // The kind counts: a text is not the number that it says.
          sum = Checksum64.of(
            [UInt8](rows.text(column).utf8), seed: sum &+ (rows.kind(column) == .text ? 1 : 0))
        }
      }
    }
    return Int64(bitPattern: sum)
  }

  /// Whether they are as they were when they were sealed.
  var isSealed: Bool {
    get throws(JournalError) { try metaInteger(.seal) == seal() }
  }

  /// Seals them after a change; within its transaction.
  func writeSeal() throws(JournalError) {
    try setMeta(.seal, .integer(try seal()))
  }
}
