import Millrace
import MillraceCoding

/// The difference of a table between two samples, by positions.
///
/// The rows at the positions `taken` are removed from the earlier table, and `rows` are put into the rest, so
/// that they stand at `positions`. A row that has changed is both.
struct TableMarks: Sendable {
  /// The number of rows afterwards.
  let count: Int
  /// Rising.
  let taken: [Int]
  /// Rising, one for each of `rows`.
  let positions: [Int]
  let rows: [JournalValue]

  /// Returns the marks as the protocol writes them.
  ///
  /// - Parameter paths: The hidden paths below the table.
  func value(hiding paths: [[String]]) -> JournalValue {
    let below = paths.compactMap { $0.first == "*" ? Array($0.dropFirst()) : nil }
    return .object([
      .init(key: "count", value: .integer(Int64(count))), .init(key: "taken", value: .numbers(taken)),
      .init(key: "at", value: .numbers(positions)),
      .init(key: "rows", value: .array(rows.map { HiddenPaths.hide(below, in: $0) })),
    ])
  }
}

/// The part of a sample that says what its tables are.
struct StateMarks: Sendable {
  /// The number of the sample among those of the store with marked tables.
  let number: UInt64
  /// The sample that the marks change; nil for a whole state, in which the tables stand.
  var since: UInt64?
  /// The places of the tables.
  let places: [[String]]
  /// The marks of each table; empty in a whole state.
  var tables: [TableMarks] = []
}

/// A state on its way to the tool, whose hidden places are not hidden yet.
struct SampledState: Sendable {
  /// The state; without the rows of the tables that have marks.
  let value: JournalValue
  let kind: SchemaKind?
  var isCut = false
  var marks: StateMarks?
  /// The reasons why tables have no marks, found by this sample.
  var problems: [String] = []

  /// Returns the body of the frame.
  func body(hiding paths: [[String]]) -> [UInt8] {
    let shown = HiddenPaths.hide(paths, in: value)
    guard let marks, marks.since != nil else { return Array(shown.json().utf8) }
    let tables = zip(marks.places, marks.tables).map { place, table in
      table.value(hiding: HiddenPaths.below(place, paths))
    }
    let body = JournalValue.object([
      .init(key: "state", value: shown), .init(key: "tables", value: .array(tables)),
    ])
    return Array(body.json().utf8)
  }
}

/// The reason for another, whole sample: marks do not fit the sample before them.
struct LostMarks: Error {}

extension JournalValue {
  fileprivate static func numbers(_ numbers: [Int]) -> JournalValue {
    .array(numbers.map { .integer(Int64($0)) })
  }
}
