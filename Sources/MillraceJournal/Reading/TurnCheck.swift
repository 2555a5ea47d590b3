/// A check of the rows of turns in order: their checksums, their order and their contents.
struct TurnCheck {
  /// The result for a row.
  enum Verdict: Hashable, Sendable {
    /// The row is intact.
    case sound
    /// The row seems intact, but the row before it is missing, so its checksum proves nothing.
    case unproven
    /// The row is damaged, for the given reasons.
    case wrong([String])
  }

  private var sums = RowSum()
  /// The possible checksums of the previous row: the recorded one and the computed one.
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

  mutating func verdict(on row: TurnRow, names: RowNames) -> Verdict {
    var reasons: [String] = []
    if row.sequence <= last { reasons.append("comes after turn \(last)") }
    let isUnproven = seeds.isEmpty
    let computed = seeds.map { row.sum(after: $0, &sums) }
    if !isUnproven, !computed.contains(row.sum) { reasons.append("has a wrong checksum") }
    // Either the recorded checksum of a damaged row or the one of its contents may still be right.
    seeds = Set([row.sum] + computed.prefix(1)).sorted()
    if reasons.isEmpty {
      do throws(RowFlaw) {
        try names.check(row)
        if (row.type == nil) != (row.message == nil) {
          reasons.append("has a kind without a message, or a message without a kind")
        }
      } catch {
        reasons.append(error.reason)
      }
    }
    guard reasons.isEmpty else { return .wrong(reasons) }
    last = row.sequence
    return isUnproven ? .unproven : .sound
  }

  /// Notes that rows could not be read here, so that the chain does not verify the next one.
  mutating func hole() {
    seeds = []
  }
}
