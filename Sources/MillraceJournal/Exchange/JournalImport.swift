public import Millrace
import MillraceSQLite
import MillraceSupport

/// The import of exports as journals.
///
/// An import reads and checks the whole file before it writes anything: the form of every line, the order,
/// the stores and kinds, the counts, and the checksum. It reads the file twice. Memory is bounded by four
/// times the largest value, plus about 40 bytes for each durable effect; lines may have any length.
public enum JournalImport {
  /// The maximum size of a row's values in the journal's own form: 999,999,000 bytes.
  ///
  /// SQLite stores at most 1,000,000,000 bytes in a row.
  public static let valueLimit = ValueLimit.values

  /// Reads an export and checks all of it without writing anything.
  ///
  /// - Parameters:
  ///   - source: The path of the export.
  ///   - progress: A closure that receives the progress, from 0 to 1.
  /// - Returns: The number of items in it, by kind.
  /// - Throws: ``JournalError/line(_:reason:)`` for a line that cannot be imported,
  ///   ``JournalError/file(path:reason:)`` for a file that cannot be read.
  @discardableResult
  public static func validate(
    _ source: String, progress: @escaping (Double) -> Void = { _ in }
  ) throws(JournalError) -> ExchangeSummary {
    try read(source, progress: progress) { _, _ in }
  }

  /// Creates a journal from an export.
  ///
  /// The import writes the journal under another name and moves it to its path when it is complete and on the
  /// disk. The journal has the id of the exported one, since it is a copy of it.
  ///
  /// - Parameters:
  ///   - source: The path of the export.
  ///   - target: The path of the journal, where no file may exist.
  ///   - permissions: The permissions of the journal's files.
  ///   - progress: A closure that receives the progress, from 0 to 1.
  /// - Returns: The number of items written, by kind.
  /// - Throws: The errors of ``validate(_:progress:)``, ``JournalError/exists(path:)``,
  ///   ``JournalError/inUse(path:process:)``, and ``JournalError/database(path:doing:reason:code:)``.
  @discardableResult
  public static func run(
    from source: String, to target: String, permissions: AccessPermissions = .ownerOnly,
    progress: @escaping (Double) -> Void = { _ in }
  ) throws(JournalError) -> ExchangeSummary {
    if FileFacts.exists(target) { throw .exists(path: target) }
    let signal = FileSizeSignal.hold()
    defer { signal.release() }
    let summary = try read(source, progress: { progress($0 * 0.5) }, { _, _ in })
    var builder: JournalBuilder?
    // The lines are checked again, because the file may have changed in the meantime.
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

/// A reader of an export that checks each line before anything is written.
struct ImportCheck {
  private var reading = LineReading()
  private(set) var rules = ExportRules()
  private let limit: Int

  /// Creates a check.
  ///
  /// - Parameter limit: The maximum size of a row's values, in bytes.
  init(limit: Int = ValueLimit.values) {
    self.limit = limit
  }

  var header: ExportHeader? { rules.header }

  /// Reads and checks the next line of a source.
  ///
  /// After an error the position in the line is undefined.
  mutating func take(_ source: ByteSource) throws(RowFlaw) -> ExportLine {
    if rules.isComplete { throw RowFlaw("there is text after the last line") }
    source.beginLine(after: rules.checksum)
    let line = try reading.line(LineMembers(source, limit: limit))
    if case .turn(let row) = line { try ValueLimit.check(row.byteCount, limit: limit) }
    try rules.judge(line)
    if case .header(let header) = line { reading = LineReading(header) }
    rules.count(source.endLine())
    return line
  }

  /// Throws unless the last line read is the end of an export.
  func end() throws(RowFlaw) {
    if !rules.isComplete { throw RowFlaw("the export ends here without its last line") }
  }
}
