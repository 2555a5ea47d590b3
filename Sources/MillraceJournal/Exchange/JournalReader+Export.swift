public import Millrace

extension JournalReader {
  /// Writes the journal to a file as JSON lines, one turn a line.
  ///
  /// The same journal always gives the same bytes; <doc:ExportFormat> says what is in them. Every sum is
  /// checked on the way, and so is that all can be imported again. Nothing is left at the target when it
  /// fails. O(n); memory is bounded by four times the largest state, however many turns there are.
  ///
  /// - Parameters:
  ///   - target: The path of the file, where there must be none.
  ///   - options: What is exported.
  ///   - permissions: The rights of the file.
  ///   - progress: Is told how much is done, from 0 to 1.
  /// - Returns: How much was written, and with ``ExportOptions/salvage`` what was left out.
  /// - Throws: ``JournalError/damaged(path:findings:)``,
  ///   ``JournalError/lost(path:acknowledged:found:)`` when turns are missing at the end,
  ///   ``JournalError/exists(path:)``, ``JournalError/file(path:reason:)``, or
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

  /// Writes the journal as JSON lines to wherever `write` brings them.
  ///
  /// - Parameters:
  ///   - options: What is exported.
  ///   - progress: Is told how much is done, from 0 to 1.
  ///   - write: Is given the bytes in order: a line with its end, and of a long line one part after the other.
  ///     They are valid during the call only.
  /// - Returns: How much was written, and with ``ExportOptions/salvage`` what was left out.
  /// - Throws: What `write` throws, ``JournalError/damaged(path:findings:)``,
  ///   ``JournalError/lost(path:acknowledged:found:)``, or ``JournalError/database(path:doing:reason:code:)``.
  @discardableResult
  public func exportJournal(
    options: ExportOptions = ExportOptions(), progress: @escaping (Double) -> Void = { _ in },
    write: @escaping (UnsafeRawBufferPointer) throws(JournalError) -> Void
  ) throws(JournalError) -> ExchangeSummary {
    try Exporter(path: path, options: options, progress: progress, write: write).run()
  }
}
