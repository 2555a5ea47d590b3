import Millrace

/// The facts about a journal in the first line of its export.
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

/// The counts and the checksum in the last line of an export.
struct ExportEnd: Hashable, Sendable {
  /// The number of lines before this one.
  var lines: Int64
  var turns: Int64
  var events: Int64
  var snapshots: Int64
  var tasks: Int64
  var gaps: Int64
  /// The checksum of the lines before this one.
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

  /// Returns a checksum as in the last line: sixteen hexadecimal digits.
  static func digits(_ checksum: UInt64) -> String { checksum.hexadecimal }
}
