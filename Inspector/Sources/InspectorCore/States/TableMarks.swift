/// The difference of a table's rows between two samples, by positions, as an application has written it.
///
/// All of it was checked against the number of rows before.
public struct TableMarks: Sendable {
  /// The number of rows afterwards.
  public let count: Int
  /// The positions of the rows that are removed from the earlier table; rising.
  let taken: [Int]
  /// The positions of `rows` in the later table; rising.
  let positions: [Int]
  let rows: [ArraySlice<UInt8>]

  /// Reads the marks of a table; nil if they do not fit a table with that many rows.
  public init?(_ value: JSONSlice, after count: Int) {
    guard let after = value["count"]?.integer.flatMap({ Int(exactly: $0) }),
      let taken = Self.positions(value["taken"], below: count), after >= 0,
      let positions = Self.positions(value["at"], below: after), let rows = value["rows"],
      rows.form == .array, count - taken.count + positions.count == after
    else { return nil }
    self.count = after
    self.taken = taken
    self.positions = positions
    self.rows = rows.children.map { $0.value.json }
    guard self.rows.count == positions.count else { return nil }
  }

  private static func positions(_ list: JSONSlice?, below count: Int) -> [Int]? {
    guard let list, list.form == .array else { return nil }
    var positions: [Int] = []
    for child in list.children {
      guard let position = child.value.integer.flatMap({ Int(exactly: $0) }), position < count,
        position > positions.last ?? -1
      else { return nil }
      positions.append(position)
    }
    return positions
  }
}

/// The marks of a sample: the state without the rows of its tables, and what has changed in those.
public struct StateMarks: Sendable {
  let rest: JSONSlice
  /// The marks of each table.
  public let tables: [TableMarks]

  /// Reads the body of a sample with marks; nil if it does not fit tables with these numbers of rows.
  ///
  /// O(bytes of the body).
  public init?(_ body: JSONDocument, places: [[String]], counts: [Int]) {
    guard let rest = body.root["state"], let list = body.root["tables"], list.form == .array,
      places.count == counts.count
    else { return nil }
    var tables: [TableMarks] = []
    for child in list.children {
      guard tables.count < counts.count, let marks = TableMarks(child.value, after: counts[tables.count])
      else {
        return nil
      }
      tables.append(marks)
    }
    guard tables.count == places.count,
      places.allSatisfy({ rest.value(at: $0)?.isEmptyArray == true })
    else { return nil }
    self.rest = rest
    self.tables = tables
  }
}

/// A state whose tables are put together from a whole sample and the marks behind it.
///
/// The rows stay in the bytes in which they came.
public struct MarkedState: Sendable {
  private let places: [[String]]
  private var rest: JSONSlice
  private var tables: [Rows] = []

  private struct Rows: Sendable {
    var pool: [ArraySlice<UInt8>]
    /// The rows in their order, by their places in the pool.
    var order: [UInt32]

    mutating func apply(_ marks: TableMarks) {
      let first = UInt32(pool.count)
      pool += marks.rows
      if marks.taken == marks.positions {
        for (offset, position) in marks.positions.enumerated() { order[position] = first + UInt32(offset) }
        return
      }
      var merged: [UInt32] = []
      merged.reserveCapacity(marks.count)
      var (taken, put, next) = (marks.taken[...], 0, 0)
      while merged.count < marks.count {
        if put < marks.positions.count, marks.positions[put] == merged.count {
          merged.append(first + UInt32(put))
          put += 1
        } else {
          while taken.first == next {
            taken.removeFirst()
            next += 1
          }
          merged.append(order[next])
          next += 1
        }
      }
      order = merged
    }
  }

  /// Begins with a whole sample; nil if a place of it has no array.
  ///
  /// O(bytes).
  public init?(_ whole: JSONDocument, places: [[String]]) {
    self.places = places
    rest = whole.root
    for place in places {
      guard let rows = rest.value(at: place), rows.form == .array else { return nil }
      let pool = rows.children.map { $0.value.json }
      guard pool.count < Int(UInt32.max) else { return nil }
      tables.append(Rows(pool: pool, order: Array(0..<UInt32(pool.count))))
    }
  }

  /// The numbers of the tables' rows.
  public var counts: [Int] { tables.map(\.order.count) }

  /// Takes the body of the next sample with marks; returns false, and changes nothing, if it does not fit.
  ///
  /// O(rows) if rows were added, removed or moved, otherwise O(changes).
  public mutating func apply(_ body: JSONDocument) -> Bool {
    guard let marks = StateMarks(body, places: places, counts: counts),
      zip(tables, marks.tables).allSatisfy({ $0.pool.count + $1.rows.count < Int(UInt32.max) })
    else { return false }
    rest = marks.rest
    for (number, table) in marks.tables.enumerated() { tables[number].apply(table) }
    return true
  }

  /// The whole state as JSON.
  public var json: [UInt8] {
    var arrays: [(range: Range<Int>, table: Int)] = []
    for (number, place) in places.enumerated() {
      if let rows = rest.value(at: place) { arrays.append((rows.range, number)) }
    }
    arrays.sort { $0.range.lowerBound < $1.range.lowerBound }
    var bytes: [UInt8] = []
    var end = rest.range.lowerBound
    for (range, number) in arrays where range.lowerBound >= end {
      bytes += rest.bytes[end..<range.lowerBound]
      bytes.append(UInt8(ascii: "["))
      var isFirst = true
      for row in tables[number].order {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        bytes += tables[number].pool[Int(row)]
      }
      bytes.append(UInt8(ascii: "]"))
      end = range.upperBound
    }
    bytes += rest.bytes[end..<rest.range.upperBound]
    return bytes
  }
}

extension JSONSlice {
  /// The value to which names of members lead; nil if there is none.
  public func value(at names: [String]) -> JSONSlice? {
    var slice = self
    for name in names {
      guard let next = slice[name] else { return nil }
      slice = next
    }
    return slice
  }

  fileprivate var isEmptyArray: Bool { form == .array && children.first { _ in true } == nil }
}
