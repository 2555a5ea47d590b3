/// Something that a check of a journal has found.
public struct JournalFinding: Hashable, Sendable {
  /// How bad it is.
  public enum Severity: String, Hashable, Sendable, Comparable, CaseIterable {
    /// Nothing is wrong; it is worth knowing.
    case note
    /// Nothing that was kept is wrong, but not everything was kept.
    case warning
    /// Something that was kept is lost or wrong.
    case damage

    /// Orders from harmless to bad.
    public static func < (left: Severity, right: Severity) -> Bool {
      left.rank < right.rank
    }

    private var rank: Int {
      switch self {
      case .note: 0
      case .warning: 1
      case .damage: 2
      }
    }
  }

  /// How bad it is.
  public let severity: Severity
  /// What was found, as a sentence.
  public let text: String
  /// The turn that it is about, if it is about one.
  public let turn: UInt64?

  /// A finding by its parts.
  public init(_ severity: Severity, _ text: String, turn: UInt64? = nil) {
    self.severity = severity
    self.text = text
    self.turn = turn
  }
}

/// What a check of a journal has come to.
public struct JournalReport: Hashable, Sendable {
  /// What was found, in the order in which it was; no more than ``limit`` of them.
  public internal(set) var findings: [JournalFinding] = []
  /// How many findings there were beyond those that are listed.
  public internal(set) var unlisted = 0
  /// How many turns were read.
  public internal(set) var turns = 0
  /// How many events between turns were read.
  public internal(set) var events = 0
  /// How many snapshots were read.
  public internal(set) var snapshots = 0
  /// How many durable effects were read.
  public internal(set) var tasks = 0
  /// How many gaps were read.
  public internal(set) var gaps = 0
  /// The number of the newest turn; nil when there is none.
  public internal(set) var last: UInt64?
  /// Whether something that was kept is lost or wrong.
  public internal(set) var isDamaged = false

  /// How many findings are listed at most.
  public static let limit = 1_000

  /// An empty report.
  public init() {}

  mutating func add(_ finding: JournalFinding) {
    if finding.severity == .damage { isDamaged = true }
    if findings.count < Self.limit { findings.append(finding) } else { unlisted += 1 }
  }
}
