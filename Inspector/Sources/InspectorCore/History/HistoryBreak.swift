/// A break of a history: states were replaced outside of a turn, for good.
public struct HistoryBreak: Hashable, Sendable {
  /// Its number, which no turn has.
  public let number: UInt64
  /// Its time, in nanoseconds since 1970.
  public let at: Int64
  /// The reason, as the application says it.
  public let reason: String

  /// Creates a break.
  public init(number: UInt64, at: Int64, reason: String) {
    self.number = number
    self.at = at
    self.reason = reason
  }
}

extension HistoryIndex {
  /// The maximum number of breaks with their reasons; the latest are kept.
  static let breakLimit = 1000

  /// Adds a break; one that is not after the last turn is left out.
  ///
  /// Its number is a gap that counts as no lost turn, so no state is carried over it.
  public mutating func add(_ found: HistoryBreak) {
    let last = max(turns.last?.number ?? begin, breaks.last?.number ?? 0)
    guard found.number > last else { return }
    if isGapless, found.number - last > 1 { addGap((last + 1)...(found.number - 1)) }
    addGap(found.number...found.number, isBreak: true)
    breaks.append(found)
    if breaks.count > Self.breakLimit { breaks.removeFirst() }
  }
}
