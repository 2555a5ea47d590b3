/// The latest digests of the shared states here.
struct CheckBook {
  /// The number of digests that are kept: 64.
  static let limit = 64

  private var checks: [LogCheck] = []

  /// The latest one; nil before the first.
  var latest: LogCheck? { checks.last }

  /// Returns true if the digest at the check's position is known, and another one.
  func contradict(_ check: LogCheck?) -> Bool {
    guard let check, check != latest else { return false }
    return checks.contains { $0.position == check.position && $0.digest != check.digest }
  }

  mutating func note(_ check: LogCheck) {
    if checks.last.map({ $0.position >= check.position }) ?? false { return }
    if checks.count == Self.limit { checks.removeFirst() }
    checks.append(check)
  }
}
