/// A row, or another part of a journal, with a line of its own in an export.
///
/// The members of the line are written once, in ``members(_:)``; writing and reading follow from that list.
protocol LineRow {
  /// Creates an empty row.
  init()

  /// Gives each member to a visitor, in the order in which the line contains them.
  ///
  /// - Throws: A flaw of the row or of the line.
  mutating func members(_ line: inout some LineVisitor) throws(RowFlaw)
}

/// An operation on each member of a line: it reads or replaces the value.
///
/// A member without a value is absent.
protocol LineVisitor {
  /// Visits a number that is at least `least`.
  mutating func number(_ name: String, _ value: inout Int64?, from least: Int64) throws(RowFlaw)
  mutating func text(_ name: String, _ value: inout String?) throws(RowFlaw)
  mutating func flag(_ name: String, _ value: inout Bool?) throws(RowFlaw)
  /// Visits a value in CBOR; `check` is for values that come from outside.
  mutating func value(
    _ name: String, _ value: inout [UInt8]?, _ check: ([UInt8]) throws(RowFlaw) -> Void
  ) throws(RowFlaw)
  /// Visits the number of a store, which is a name in the line.
  mutating func store(_ id: inout Int64) throws(RowFlaw)
  /// Visits the number of a kind, which is a name and a version in the line.
  mutating func kind(_ id: inout Int64?) throws(RowFlaw)
  /// Visits the three columns of a cause.
  mutating func cause(_ code: inout Int64, source: inout Int64?, asked: inout Int64?) throws(RowFlaw)
}

extension LineVisitor {
  mutating func number(_ name: String, _ value: inout Int64, from least: Int64 = .min) throws(RowFlaw) {
    var number: Int64? = value
    try self.number(name, &number, from: least)
    value = try Self.present(number, name)
  }

  mutating func text(_ name: String, _ value: inout String) throws(RowFlaw) {
    var text: String? = value
    try self.text(name, &text)
    value = try Self.present(text, name)
  }

  mutating func value(_ name: String, _ value: inout [UInt8]?) throws(RowFlaw) {
    try self.value(name, &value) { _ in }
  }

  mutating func value(
    _ name: String, _ value: inout [UInt8], _ check: ([UInt8]) throws(RowFlaw) -> Void = { _ in }
  ) throws(RowFlaw) {
    var bytes: [UInt8]? = value
    try self.value(name, &bytes, check)
    value = try Self.present(bytes, name)
  }

  mutating func kind(_ id: inout Int64) throws(RowFlaw) {
    var kind: Int64? = id
    try self.kind(&kind)
    id = try Self.present(kind, "kind")
  }

  private static func present<Value>(_ value: Value?, _ name: String) throws(RowFlaw) -> Value {
    guard let value else { throw RowFlaw("`\(name)` is missing") }
    return value
  }
}

/// The names of the members of lines.
struct LineNames: LineVisitor {
  private(set) var names: [String] = []

  static func of<Row: LineRow>(_ type: Row.Type) -> [String] {
    var names = LineNames()
    var row = Row()
    // Empty rows may have flaws, which are thrown after the last name.
    try? row.members(&names)
    return names.names
  }

  mutating func number(_ name: String, _ value: inout Int64?, from least: Int64) { names.append(name) }
  mutating func text(_ name: String, _ value: inout String?) { names.append(name) }
  mutating func flag(_ name: String, _ value: inout Bool?) { names.append(name) }
  mutating func value(_ name: String, _ value: inout [UInt8]?, _ check: ([UInt8]) throws(RowFlaw) -> Void) {
    names.append(name)
  }
  mutating func store(_ id: inout Int64) { names.append("store") }
  mutating func kind(_ id: inout Int64?) { names += ["kind", "version"] }
  mutating func cause(_ code: inout Int64, source: inout Int64?, asked: inout Int64?) {
    names.append("cause")
  }
}
