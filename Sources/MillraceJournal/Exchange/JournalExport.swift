/// The options of an export.
public struct ExportOptions: Hashable, Sendable {
  /// A choice of snapshots to export.
  public enum Snapshots: Hashable, Sendable {
    /// The oldest snapshot of each store and the first after each gap: those that the turns cannot replace.
    case needed
    /// All snapshots.
    case all
  }

  /// The snapshots to export.
  public var snapshots: Snapshots
  /// A Boolean value that indicates whether the export of a damaged journal leaves out the damaged parts.
  ///
  /// If false, damage is an error. If true, the export leaves out turns that cannot be read or have wrong
  /// checksums, and contains a gap in their place.
  public var salvage: Bool
  var valueLimit = ValueLimit.values

  /// Creates options; by default, an export contains the needed snapshots and requires an intact journal.
  public init(snapshots: Snapshots = .needed, salvage: Bool = false) {
    self.snapshots = snapshots
    self.salvage = salvage
  }
}

/// The result of an export, an import or a branch.
public struct ExchangeSummary: Hashable, Sendable {
  /// The number of turns written.
  public internal(set) var turns = 0
  /// The number of events between turns written.
  public internal(set) var events = 0
  /// The number of snapshots written.
  public internal(set) var snapshots = 0
  /// The number of durable effects written.
  public internal(set) var tasks = 0
  /// The number of gaps written, including those made by salvage.
  public internal(set) var gaps = 0
  /// The number of the newest turn; nil when there is none.
  public internal(set) var last: UInt64?
  /// The parts that a salvaging export left out, at most ``JournalReport/limit`` findings.
  public internal(set) var findings: [JournalFinding] = []
}
