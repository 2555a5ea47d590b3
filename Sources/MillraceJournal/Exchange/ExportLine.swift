import Millrace

/// What an export says of a journal as a whole, in its first line.
struct ExportHeader: Hashable, Sendable {
  static let format: Int64 = 1

  var flow: String
  var id: String
  var parent: String?
  var parentSequence: Int64?
  var first: Int64
  /// The stores by their numbers, from 1.
  var stores: [String]
  /// The kinds by their numbers, from 1.
  var kinds: [SchemaKind]
}

/// What an export says of itself, in its last line.
struct ExportEnd: Hashable, Sendable {
  /// How many lines there are before.
  var lines: Int64
  var turns: Int64
  var events: Int64
  var snapshots: Int64
  var tasks: Int64
  var gaps: Int64
  /// The sum of the lines before.
  var checksum: UInt64
}

/// One line of an export.
enum ExportLine: Hashable, Sendable {
  case header(ExportHeader)
  case turn(TurnRow)
  case event(EventRow)
  case snapshot(SnapshotRow)
  case task(TaskRow)
  case gap(GapRow)
  case end(ExportEnd)

  /// A checksum as it stands in the last line: sixteen hexadecimal digits.
  static func digits(_ checksum: UInt64) -> String { checksum.hexadecimal }
}
