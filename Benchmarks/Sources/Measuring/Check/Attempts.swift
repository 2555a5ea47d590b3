/// Up to three measurements of one row, of which the best counts: a busy machine can only make a row slower.
///
/// Allocations do not depend on that, so they count as first measured.
struct Attempts {
  static let most = 3

  private let thresholds: Thresholds
  private var made = 0
  private(set) var findings: [Finding] = []

  init(_ thresholds: Thresholds) {
    self.thresholds = thresholds
  }

  /// True before the first measurement, and as long as a ratio is too high.
  var wantsAnother: Bool {
    made == 0 || made < Self.most && findings.contains { $0.verdict == .slower }
  }

  mutating func add(_ outcome: Outcome) {
    made += 1
    let new = thresholds.findings(for: outcome)
    if made == 1 { return findings = new }
    for index in findings.indices where findings[index].verdict == .slower {
      if let better = new[index].is, let old = findings[index].is, better < old {
        findings[index] = new[index]
      }
    }
  }
}
