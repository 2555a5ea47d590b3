public import Millrace

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
