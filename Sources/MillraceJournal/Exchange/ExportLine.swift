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

  /// The names of its members.
  static let members = [
    "millrace", "format", "flow", "id", "parent", "parentSequence", "first", "stores", "kinds",
  ]
}

/// The counts and the checksum in the last line of an export.
struct ExportEnd: Hashable, Sendable {
  /// The number of lines before this one.
  var lines: Int64 = 0
  var turns: Int64 = 0
  var events: Int64 = 0
  var snapshots: Int64 = 0
  var tasks: Int64 = 0
  var gaps: Int64 = 0
  /// The checksum of the lines before this one.
  var checksum: UInt64 = 0
}

extension ExportEnd: LineRow {
  mutating func members(_ line: inout some LineVisitor) throws(RowFlaw) {
    try line.number("end", &lines, from: 0)
    try line.number("turns", &turns, from: 0)
    try line.number("events", &events, from: 0)
    try line.number("snapshots", &snapshots, from: 0)
    try line.number("tasks", &tasks, from: 0)
    try line.number("gaps", &gaps, from: 0)
    var digits = ExportLine.digits(checksum)
    try line.text("checksum", &digits)
    guard digits.utf8.count == 16, let sum = UInt64(digits: digits, radix: 16) else {
      throw RowFlaw("`checksum` is not sixteen hexadecimal digits")
    }
    checksum = sum
  }
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

  /// The row of the line; nil for the first line.
  var row: (any LineRow)? {
    switch self {
    case .header: nil
    case .turn(let row): row
    case .event(let row): row
    case .snapshot(let row): row
    case .task(let row): row
    case .gap(let row): row
    case .end(let end): end
    }
  }

  /// Returns a checksum as in the last line: sixteen hexadecimal digits.
  static func digits(_ checksum: UInt64) -> String { checksum.hexadecimal }
}
