/// A finding of a check of a journal.
public struct JournalFinding: Hashable, Sendable {
  /// The severity of a finding.
  public enum Severity: String, Hashable, Sendable, Comparable, CaseIterable {
    /// Nothing is wrong; the finding is informative.
    case note
    /// Everything recorded is intact, but something was not recorded.
    case warning
    /// Something recorded is lost or wrong.
    case damage

    /// Orders severities from harmless to bad.
    public static func < (left: Severity, right: Severity) -> Bool {
      left != right && (left == .note || right == .damage)
    }
  }

  /// The severity.
  public let severity: Severity
  /// The finding as a sentence.
  public let text: String
  /// The turn concerned; nil for a finding about no single turn.
  public let turn: UInt64?

  /// Creates a finding.
  public init(_ severity: Severity, _ text: String, turn: UInt64? = nil) {
    self.severity = severity
    self.text = text
    self.turn = turn
  }
}

/// The result of a check of a journal.
public struct JournalReport: Hashable, Sendable {
  /// The findings in the order of the check, at most ``limit``.
  public internal(set) var findings: [JournalFinding] = []
  /// The number of findings beyond the listed ones.
  public internal(set) var unlisted = 0
  /// The number of turns read.
  public internal(set) var turns = 0
  /// The number of events between turns read.
  public internal(set) var events = 0
  /// The number of snapshots read.
  public internal(set) var snapshots = 0
  /// The number of durable effects read.
  public internal(set) var tasks = 0
  /// The number of gaps read.
  public internal(set) var gaps = 0
  /// The number of the newest turn; nil when there is none.
  public internal(set) var last: UInt64?
  /// A Boolean value that indicates whether something recorded is lost or wrong.
  public internal(set) var isDamaged = false

  /// The maximum number of listed findings: 1,000.
  public static let limit = 1_000

  /// Creates an empty report.
  public init() {}

  mutating func add(_ finding: JournalFinding) {
    if finding.severity == .damage { isDamaged = true }
    if findings.count < Self.limit { findings.append(finding) } else { unlisted += 1 }
  }

  /// Adds the findings of another report.
  mutating func add(findingsOf other: JournalReport) {
    for finding in other.findings { add(finding) }
    unlisted += other.unlisted
    if other.isDamaged { isDamaged = true }
  }
}
