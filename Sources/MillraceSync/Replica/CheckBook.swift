/// The latest digests of the shared states here.
struct CheckBook {
  /// The number of digests that are kept: 64.
  static let limit = 64

  private var checks: [LogCheck] = []

  /// The latest one; nil before the first.
  var latest: LogCheck? { checks.last }

  func digest(at position: UInt64) -> UInt64? { checks.last { $0.position == position }?.digest }

  mutating func note(_ check: LogCheck) {
    if checks.last.map({ $0.position >= check.position }) ?? false { return }
    if checks.count == Self.limit { checks.removeFirst() }
    checks.append(check)
  }
}
