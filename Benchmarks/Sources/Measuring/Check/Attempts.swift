/// Up to three measurements of one row; the best counts: a busy machine can only make a row slower, and a row
/// with a tolerance allocate more.
///
/// Allocations without a tolerance do not depend on the machine, so they count as first measured.
struct Attempts {
  static let most = 3

  private let thresholds: Thresholds
  private var made = 0
  private(set) var findings: [Finding] = []

  init(_ thresholds: Thresholds) {
    self.thresholds = thresholds
  }

  /// True before the first measurement, and as long as a figure is too high that may be lower next time.
  var wantsAnother: Bool {
    made == 0 || made < Self.most && findings.contains(where: \.mayImprove)
  }

  mutating func add(_ outcome: Outcome) {
    made += 1
    let new = thresholds.findings(for: outcome)
    if made == 1 { return findings = new }
    for index in findings.indices where findings[index].mayImprove {
      if let better = new[index].is, let old = findings[index].is, better < old {
        findings[index] = new[index]
      }
    }
  }
}
