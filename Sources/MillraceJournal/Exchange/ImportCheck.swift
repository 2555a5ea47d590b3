/// Reads the lines of an export one after the other and judges them, before anything is written.
struct ImportCheck {
  private var reading = LineReading()
  private(set) var rules = ExportRules()
  private let limit: Int

  /// - Parameter limit: The most bytes that the values of a row may have.
  init(limit: Int = ValueLimit.values) {
    self.limit = limit
  }

  var header: ExportHeader? { rules.header }

  /// Takes the next line out of a source.
  ///
  /// When it throws, the source stands somewhere in the line.
  mutating func take(_ source: ByteSource) throws(RowFlaw) -> ExportLine {
    if rules.isComplete { throw RowFlaw("there is something after the last line") }
    source.beginLine(after: rules.checksum)
    let line = try reading.line(LineMembers(source, limit: limit))
    if case .turn(let row) = line {
      try ValueLimit.check((row.message?.count ?? 0) + (row.effects?.count ?? 0), limit: limit)
    }
    try rules.judge(line)
    if case .header(let header) = line { reading = LineReading(header) }
    rules.count(source.endLine())
    return line
  }

  /// Is told that there are no more lines.
  func end() throws(RowFlaw) {
    if !rules.isComplete { throw RowFlaw("the export ends here without its last line") }
  }
}
