/// Judges the rows of turns one after the other: their sums, their order and what is in them.
struct TurnCheck {
  /// What became of a row.
  enum Verdict: Hashable, Sendable {
    /// It is as it was written.
    case sound
    /// It is as it was written, or so it seems: the row before it is not there, so that its sum says nothing.
    case unproven
    /// It is not as it was written; why.
    case wrong([String])
  }

  private var sums = RowSum()
  /// The sums that the row before may have had: what is written in it, and what it ought to be.
  private var seeds: [UInt64]
  /// The last row that was not wrong.
  private(set) var last: Int64

  /// A check that begins after a turn.
  ///
  /// - Parameters:
  ///   - first: The turn after which turns are kept.
  ///   - base: The sum before the first row; nil when it cannot be read.
  init(after first: Int64, base: UInt64?) {
    last = first
    seeds = base.map { [$0] } ?? []
  }

  /// Judges the next row.
  mutating func verdict(on row: TurnRow, names: RowNames) -> Verdict {
    var reasons: [String] = []
    if row.sequence <= last { reasons.append("comes after turn \(last)") }
    let isUnproven = seeds.isEmpty
    let computed = seeds.map { row.sum(after: $0, &sums) }
    if !isUnproven, !computed.contains(row.sum) { reasons.append("has a wrong sum") }
    // What a damaged row says of its own sum may still be right, and so may what its contents come to.
    seeds = Set([row.sum] + computed.prefix(1)).sorted()
    if reasons.isEmpty {
      do throws(RowFlaw) {
        try names.check(row)
        if (row.type == nil) != (row.message == nil) {
          reasons.append("has a kind or a message without the other")
        }
      } catch {
        reasons.append(error.reason)
      }
    }
    guard reasons.isEmpty else { return .wrong(reasons) }
    last = row.sequence
    return isUnproven ? .unproven : .sound
  }

  /// Rows could not be read here, so that the next one cannot be told from its predecessor.
  mutating func hole() {
    seeds = []
  }
}
