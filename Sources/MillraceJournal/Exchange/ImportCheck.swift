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
