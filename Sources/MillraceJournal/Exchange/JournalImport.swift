public import Millrace

/// Makes journals out of exports.
///
/// The whole file is read and checked before anything is written: that every line can be read and is of a
/// known form, the order, the stores and kinds, the counts, and the checksum. It is read twice. Memory is bounded
/// by four times the largest value, beside some forty bytes for each durable effect; lines may be of any length.
public enum JournalImport {
  /// The most bytes that the values of a row may have, in the form in which a journal keeps them: 999,999,000.
  ///
  /// SQLite keeps no more than 1,000,000,000 bytes in a row.
  public static let valueLimit = ValueLimit.values

  /// Reads an export and checks all of it, without writing anything.
  ///
  /// - Parameters:
  ///   - source: The path of the export.
  ///   - progress: Is told how much is done, from 0 to 1.
  /// - Returns: How much is in it.
  /// - Throws: ``JournalError/line(_:reason:)`` for what cannot be imported,
  ///   ``JournalError/file(path:reason:)`` for a file that cannot be read.
  @discardableResult
  public static func validate(
    _ source: String, progress: @escaping (Double) -> Void = { _ in }
  ) throws(JournalError) -> ExchangeSummary {
    try read(source, progress: progress) { _, _ in }
  }

  /// Makes a journal out of an export.
  ///
  /// It is made beside its place and moved there when it is whole and on the disk. It has the id of the one
  /// that was exported, since it is a copy of it.
  ///
  /// - Parameters:
  ///   - source: The path of the export.
  ///   - target: The path of the journal, where there must be none.
  ///   - permissions: The rights of the journal's files.
  ///   - progress: Is told how much is done, from 0 to 1.
  /// - Returns: How much was written.
  /// - Throws: What ``validate(_:progress:)`` throws, ``JournalError/exists(path:)``,
  ///   ``JournalError/inUse(path:process:)``, and ``JournalError/database(path:doing:reason:code:)``.
  @discardableResult
  public static func run(
    from source: String, to target: String, permissions: AccessPermissions = .ownerOnly,
    progress: @escaping (Double) -> Void = { _ in }
  ) throws(JournalError) -> ExchangeSummary {
    if FileFacts.exists(target) { throw .exists(path: target) }
    let summary = try read(source, progress: { progress($0 * 0.5) }, { _, _ in })
    var builder: JournalBuilder?
    // The lines are judged once more: somebody may have changed the file in the meantime.
    _ = try read(source, progress: { progress(0.5 + $0 * 0.5) }) { line, header throws(JournalError) in
      if builder == nil { builder = try begin(header, target, permissions) }
      try builder?.add(line)
    }
    try builder?.finish()
    return summary
  }

  private static func begin(
    _ header: ExportHeader, _ target: String, _ permissions: AccessPermissions
  ) throws(JournalError) -> JournalBuilder {
    var meta: [MetaKey: MetaValue] = [
      .flow: .text(header.flow), .id: .text(header.id), .first: .integer(header.first),
      .base: .integer(JournalFormat.base(id: header.id)),
    ]
    meta[.parent] = header.parent.map { .text($0) }
    meta[.parentSequence] = header.parentSequence.map { .integer($0) }
    var names = RowNames()
    for (place, store) in header.stores.enumerated() { names.stores[Int64(place + 1)] = store }
    for (place, kind) in header.kinds.enumerated() { names.kinds[Int64(place + 1)] = kind }
    return try JournalBuilder(target, meta: meta, names: names, permissions)
  }

  private static func read(
    _ source: String, progress: (Double) -> Void,
    _ body: (ExportLine, ExportHeader) throws(JournalError) -> Void
  ) throws(JournalError) -> ExchangeSummary {
    let file = try LineFile(source)
    let lines = ByteSource(lines: file.nextBlock)
    var check = ImportCheck()
    var number = 0
    progress(0)
    while lines.hasLine {
      number += 1
      let line: ExportLine
      do throws(RowFlaw) { line = try check.take(lines) } catch {
        throw file.failure ?? .line(number, reason: error.reason)
      }
      if let header = check.header { try body(line, header) }
      if number % 256 == 0 { progress(min(1, Double(file.bytes) / Double(max(1, file.size)))) }
    }
    if let failure = file.failure { throw failure }
    do throws(RowFlaw) { try check.end() } catch {
      throw .line(number + 1, reason: error.reason)
    }
    progress(1)
    return check.rules.summary
  }
}

extension JournalBuilder {
  fileprivate func add(_ line: ExportLine) throws(JournalError) {
    switch line {
    case .turn(let row): try add(row)
    case .event(let row): try add(row)
    case .snapshot(let row): try add(row)
    case .task(let row): try add(row)
    case .gap(let row): try add(row)
    case .header, .end: break
    }
  }
}
