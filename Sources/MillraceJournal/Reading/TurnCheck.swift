/// A check of the rows of turns in order: their checksums, their order and their contents.
struct TurnCheck {
  private var sums = RowSum()
  /// The possible checksums of the previous row: the recorded one and the computed one; none after a hole.
  private var seeds: [UInt64]
  /// The number of the last row that was not damaged.
  private(set) var last: Int64

  /// Creates a check that begins after a turn.
  ///
  /// - Parameters:
  ///   - first: The turn after which turns are kept.
  ///   - base: The checksum before the first row; nil when it cannot be read.
  init(after first: Int64, base: UInt64?) {
    last = first
    seeds = base.map { [$0] } ?? []
  }

  /// Returns the flaws of the next row, as the ends of sentences; empty when it seems intact.
  mutating func flaws(of row: TurnRow, names: RowNames) -> [String] {
    var flaws: [String] = []
    if row.sequence <= last { flaws.append("comes after turn \(last)") }
    let computed = seeds.map { row.sum(after: $0, &sums) }
    if !seeds.isEmpty, !computed.contains(row.sum) { flaws.append("has a wrong checksum") }
    // Either the recorded checksum of a damaged row or the one of its contents may still be right.
    seeds = Set([row.sum] + computed.prefix(1)).sorted()
    if flaws.isEmpty {
      do throws(RowFlaw) {
        try names.check(row)
        if (row.type == nil) != (row.message == nil) {
          flaws.append("has a kind without a message, or a message without a kind")
        }
      } catch {
        flaws.append(error.reason)
      }
    }
    if flaws.isEmpty { last = row.sequence }
    return flaws
  }

  /// Notes that rows could not be read here, so that the chain does not verify the next one.
  mutating func hole() {
    seeds = []
  }
}
