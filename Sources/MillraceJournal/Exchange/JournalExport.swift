public import Millrace
import MillraceSQLite

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

extension JournalReader {
  /// Writes the journal to a file as JSON lines, one turn a line.
  ///
  /// The same journal always gives the same bytes; <doc:ExportFormat> describes them. The export verifies
  /// every checksum, and that all of it can be imported again. A failed export leaves no file at the target.
  /// O(n); memory is bounded by four times the largest state and does not depend on the number of turns.
  ///
  /// - Parameters:
  ///   - target: The path of the file, where no file may exist.
  ///   - options: The options of the export.
  ///   - permissions: The permissions of the file.
  ///   - progress: A closure that receives the progress, from 0 to 1.
  /// - Returns: The number of items written, by kind, and with ``ExportOptions/salvage`` the parts left out.
  /// - Throws: ``JournalError/damaged(path:findings:)``, ``JournalError/lost(path:acknowledged:found:)`` when
  ///   turns are missing at the end, ``JournalError/exists(path:)``, ``JournalError/file(path:reason:)``, or
  ///   ``JournalError/database(path:doing:reason:code:)``.
  @discardableResult
  public func exportJournal(
    to target: String, options: ExportOptions = ExportOptions(),
    permissions: AccessPermissions = .ownerOnly,
    progress: @escaping (Double) -> Void = { _ in }
  ) throws(JournalError) -> ExchangeSummary {
    let file = try NewFile(target, permissions)
    let summary = try exportJournal(options: options, progress: progress) { bytes throws(JournalError) in
      try file.write(bytes)
    }
    try file.finish()
    return summary
  }

  /// Writes the journal as JSON lines to a closure.
  ///
  /// - Parameters:
  ///   - options: The options of the export.
  ///   - progress: A closure that receives the progress, from 0 to 1.
  ///   - write: A closure that receives the bytes in order: a line with its end, or the parts of a long line.
  ///     The bytes are valid during the call only.
  /// - Returns: The number of items written, by kind, and with ``ExportOptions/salvage`` the parts left out.
  /// - Throws: The errors of `write`, ``JournalError/damaged(path:findings:)``,
  ///   ``JournalError/lost(path:acknowledged:found:)``, or
  ///   ``JournalError/database(path:doing:reason:code:)``.
  @discardableResult
  public func exportJournal(
    options: ExportOptions = ExportOptions(), progress: @escaping (Double) -> Void = { _ in },
    write: @escaping (UnsafeRawBufferPointer) throws(JournalError) -> Void
  ) throws(JournalError) -> ExchangeSummary {
    try Exporter(path: path, options: options, progress: progress, write: write).run()
  }
}
