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
      "needs \(bytes) bytes when it is imported, but a row of SQLite can have at most \(limit)")
  }

  static func check(_ line: ExportLine, limit: Int) throws(RowFlaw) {
    guard var row = line.row as? any TableRow else { return }
    var sizes = ImportedSizes()
    try row.columns(&sizes)
    try check(sizes.total, limit: limit)
  }
}

/// The number of bytes in columns of values after an import.
private struct ImportedSizes: ColumnVisitor {
  typealias Failure = RowFlaw

  private(set) var total = 0

  mutating func bytes<Bytes: ColumnBytes>(_ name: StaticString, _ value: inout Bytes?) throws(RowFlaw) {
    if let array = value?.array { total += try RowNames.check(array) }
  }

  mutating func number(_ name: StaticString, _ value: inout Int64?, absent: Int64) {}
  mutating func text(_ name: StaticString, _ value: inout String) {}
  mutating func sum(_ value: inout UInt64) {}
}
