import Millrace

/// A writer of rows as the members of lines.
struct LineWriting {
  /// The members of a line with their values in CBOR.
  typealias Members = [(key: String, value: [UInt8])]

  let names: RowNames
  private var members: Members = []

  init(names: RowNames) { self.names = names }

  mutating func members(_ line: ExportLine) throws(RowFlaw) -> Members {
    members = []
    if case .header(let header) = line { add(header) }
    if var row = line.row { try row.members(&self) }
    return members
  }

  private mutating func add(_ header: ExportHeader) {
    add("millrace", .text("journal"))
    add("format", .integer(ExportHeader.format))
    add("flow", .text(header.flow))
    add("id", .text(header.id))
    add("parent", header.parent.map { .text($0) })
    add("parentSequence", header.parentSequence.map { .integer($0) })
    add("first", header.first == 0 ? nil : .integer(header.first))
    add("stores", .array(header.stores.map { .text($0) }))
    let kinds = header.kinds.map { kind in
      JournalValue.members([("name", .text(kind.name)), ("version", .integer(Int64(kind.version)))])
    }
    add("kinds", .array(kinds))
  }

  private mutating func add(_ name: String, _ value: JournalValue?) {
    if let value { members.append((name, value.cbor())) }
  }

  private func value(_ cause: Cause) -> JournalValue {
    switch cause {
    case .sent: .text("sent")
    case .posted: .text("posted")
    case .turn(let turn): .members([("turn", JournalValue(turn))])
    case .effect(let effect, let turn):
      .members([("effect", JournalValue(effect)), ("turn", JournalValue(turn))])
    case .subscription(let serial): .members([("subscription", JournalValue(serial))])
    }
  }
}

extension LineWriting: LineVisitor {
  mutating func number(_ name: String, _ value: inout Int64?, from least: Int64) throws(RowFlaw) {
    guard let number = value else { return }
    if number < least { throw RowFlaw("`\(name)` is \(number), but must not be less than \(least)") }
    add(name, .integer(number))
  }

  mutating func text(_ name: String, _ value: inout String?) { add(name, value.map { .text($0) }) }
  mutating func flag(_ name: String, _ value: inout Bool?) { add(name, value.map { .bool($0) }) }

  mutating func value(_ name: String, _ value: inout [UInt8]?, _ check: ([UInt8]) throws(RowFlaw) -> Void) {
    if let value { members.append((name, value)) }
  }

  mutating func store(_ id: inout Int64) throws(RowFlaw) { add("store", .text(try names.store(id))) }

  mutating func kind(_ id: inout Int64?) throws(RowFlaw) {
    guard let kind = try id.map(names.kind) else { return }
    add("kind", .text(kind.name))
    add("version", .integer(Int64(kind.version)))
  }

  mutating func cause(
    _ code: inout Int64, source: inout Int64?, asked: inout Int64?
  ) throws(RowFlaw) {
    guard source ?? 0 >= 0, asked ?? 0 >= 0 else {
      throw RowFlaw("`cause` has a number that is less than 0")
    }
    add("cause", value(try Cause(code, source: source, asked: asked)))
  }
}

extension JournalValue {
  /// Returns an object of the members that have a value.
  package static func members(_ members: [(key: String, value: JournalValue?)]) -> JournalValue {
    .object(members.compactMap { key, value in value.map { Member(key: key, value: $0) } })
  }
}
