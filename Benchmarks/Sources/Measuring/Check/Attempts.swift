/// Up to three measurements of one row; of its ratios the lowest counts, because a busy machine can only make
/// a row slower, and of its allocations the count nearest to the recorded one, because other threads allocate
/// meanwhile.
struct Attempts {
  static let most = 3

  private let thresholds: Thresholds
  private var made = 0
  private(set) var findings: [Finding] = []

  init(_ thresholds: Thresholds) {
    self.thresholds = thresholds
  }

  /// True before the first measurement, and as long as a figure is a breach that may be none next time.
  var wantsAnother: Bool {
    made == 0 || made < Self.most && findings.contains(where: \.mayImprove)
  }

  mutating func add(_ outcome: Outcome) {
    made += 1
    let new = thresholds.findings(for: outcome)
    if made == 1 { return findings = new }
    for index in findings.indices where findings[index].mayImprove {
      if new[index].isBetter(than: findings[index]) { findings[index] = new[index] }
    }
  }
}
