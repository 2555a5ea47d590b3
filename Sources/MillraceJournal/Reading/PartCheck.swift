/// A check of everything in a journal except turns.
struct PartCheck {
  private var sums = RowSum()
  private var eventSeeds: [UInt64]
  private var lastEvent: Int64 = 0
  private var lastGap: Int64 = -1
  let names: RowNames

  /// Creates a check.
  ///
  /// - Parameters:
  ///   - names: The names of the stores and kinds.
  ///   - base: The checksum before the first event; nil when it is unknown.
  init(names: RowNames, eventsAfter base: UInt64? = nil) {
    self.names = names
    eventSeeds = base.map { [$0] } ?? []
  }

  /// Returns the flaws of the next event; empty when it is intact.
  mutating func flaws(of row: EventRow) -> [String] {
    var flaws: [String] = []
    let computed = eventSeeds.map { row.sum(after: $0, &sums) }
    if !computed.isEmpty, !computed.contains(row.sum) { flaws.append("has a wrong checksum") }
    eventSeeds = Set([row.sum] + computed.prefix(1)).sorted()
    guard flaws.isEmpty else { return flaws }
    if row.after < lastEvent { flaws.append("is out of order") }
    lastEvent = max(lastEvent, row.after)
    flaws += Self.flaws { () throws(RowFlaw) in _ = try names.event(row) }
    return flaws
  }

  /// Notes that events could not be read here.
  mutating func hole() {
    eventSeeds = []
  }

  mutating func flaws(of row: SnapshotRow) -> [String] {
    guard row.sum(&sums) == row.sum else { return ["has a wrong checksum"] }
    return Self.flaws { () throws(RowFlaw) in
      _ = try (names.store(row.store), names.kind(row.type), RowNames.check(row.state))
    }
  }

  mutating func flaws(of row: TaskRow) -> [String] {
    guard row.sum(&sums) == row.sum else { return ["has a wrong checksum"] }
    var flaws = Self.flaws { () throws(RowFlaw) in try names.check(row) }
    if row.status == 0, row.ended != nil { flaws.append("is open, but has an end") }
    if row.status != 0, row.ended == nil { flaws.append("has ended, but without a turn of its end") }
    if row.attempts < 0 { flaws.append("has \(row.attempts) attempts") }
    return flaws
  }

  /// Returns the flaws of the next gap; empty when it is intact.
  mutating func flaws(of row: GapRow, hasTurnsInside: Bool) -> [String] {
    var flaws: [String] = []
    if row.after < 0 || row.until <= row.after { flaws.append("ends before it begins") }
    if row.after < lastGap { flaws.append("overlaps the gap before it") }
    if hasTurnsInside { flaws.append("contains turns") }
    lastGap = max(lastGap, row.until)
    return flaws
  }

  private static func flaws(_ read: () throws(RowFlaw) -> Void) -> [String] {
    do throws(RowFlaw) {
      try read()
      return []
    } catch {
      return [error.reason]
    }
  }
}
