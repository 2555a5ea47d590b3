/// The maximum sizes of a row's values, which guarantee that the row can be imported.
enum ValueLimit {
  /// The maximum number of bytes in one value and in one row of SQLite.
  static let row = 1_000_000_000
  /// The maximum size of a row's values, in bytes; the rest of the row needs the difference.
  static let values = row - 1_000

  /// Throws if values do not fit into a row.
  ///
  /// - Parameters:
  ///   - bytes: The size of the values after an import, when bytes have become texts.
  ///   - limit: The maximum size.
  static func check(_ bytes: Int, limit: Int) throws(RowFlaw) {
    if bytes <= limit { return }
    throw RowFlaw(
      "takes \(bytes) bytes when it is imported, and \(limit) are the most that SQLite keeps in one row")
  }

  static func check(_ line: ExportLine, limit: Int) throws(RowFlaw) {
    switch line {
    case .turn(let row):
      try check((row.message.map(RowNames.check) ?? 0) + (row.effects.map(RowNames.check) ?? 0), limit: limit)
    case .snapshot(let row): try check(RowNames.check(row.state), limit: limit)
    case .task(let row): try check(RowNames.check(row.request), limit: limit)
    case .event(let row): try check(RowNames.check(row.event), limit: limit)
    case .header, .gap, .end: break
    }
  }
}
