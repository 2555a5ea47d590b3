/// What is exported of a journal, and how.
public struct ExportOptions: Hashable, Sendable {
  /// Which snapshots are exported.
  public enum Snapshots: Hashable, Sendable {
    /// The oldest of each store, and the first after each gap: what turns alone do not bring back.
    case needed
    /// All of them.
    case all
  }

  /// Which snapshots are exported.
  public var snapshots: Snapshots
  /// Whether what can be read of a damaged journal is exported, and the rest left out.
  ///
  /// Without it, damage is an error. With it, turns that cannot be read or whose sums are wrong are left out,
  /// and the stretch they leave is exported as a gap.
  public var salvage: Bool
  /// The most bytes that the values of a row may have.
  var valueLimit = ValueLimit.values

  /// What is exported; without arguments, the snapshots that are needed, of a journal that is whole.
  public init(snapshots: Snapshots = .needed, salvage: Bool = false) {
    self.snapshots = snapshots
    self.salvage = salvage
  }
}

/// What an export, an import or a branch has written.
public struct ExchangeSummary: Hashable, Sendable {
  /// How many turns were written.
  public internal(set) var turns = 0
  /// How many events between turns were written.
  public internal(set) var events = 0
  /// How many snapshots were written.
  public internal(set) var snapshots = 0
  /// How many durable effects were written.
  public internal(set) var tasks = 0
  /// How many gaps were written, those that salvage has made among them.
  public internal(set) var gaps = 0
  /// The number of the newest turn; nil when there is none.
  public internal(set) var last: UInt64?
  /// What was left out, if an export was told to salvage: no more than ``JournalReport/limit`` findings.
  public internal(set) var findings: [JournalFinding] = []
}
