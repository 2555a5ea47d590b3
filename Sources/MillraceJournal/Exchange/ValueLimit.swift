/// The limit of the values of a row, so that it can be imported.
enum ValueLimit {
  /// The most bytes that SQLite keeps in one value and in one row.
  static let row = 1_000_000_000
  /// The most bytes that the values of a row may have: some are left for what else is in a row.
  static let values = row - 1_000

  /// Refuses values that do not fit into a row.
  ///
  /// - Parameters:
  ///   - bytes: How many bytes they have when they are imported; bytes have become texts then.
  ///   - limit: How many they may have.
  static func check(_ bytes: Int, limit: Int) throws(RowFlaw) {
    if bytes <= limit { return }
    throw RowFlaw(
      "takes \(bytes) bytes when it is imported, and \(limit) are the most that SQLite keeps in one row")
  }

  /// Refuses a line whose values do not fit into a row.
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
