import Millrace

/// A reader of lines, which takes each member out of an object.
struct LineReading {
  private var stores: [ExactText: Int64] = [:]
  private var kinds: [SchemaKind: Int64] = [:]
  private var members = LineMembers()

  init() {}

  init(_ header: ExportHeader) {
    for (place, store) in header.stores.enumerated() { stores[ExactText(store)] = Int64(place + 1) }
    for (place, kind) in header.kinds.enumerated() { kinds[kind] = Int64(place + 1) }
  }

  mutating func line(_ members: LineMembers) throws(RowFlaw) -> ExportLine {
    self.members = members
    let line: ExportLine
    if members.has("turn") {
      line = .turn(try row())
    } else if members.has("event") {
      line = .event(try row())
    } else if members.has("snapshot") {
      line = .snapshot(try row())
    } else if members.has("task") {
      line = .task(try row())
    } else if members.has("gap") {
      line = .gap(try row())
    } else if members.has("end") {
      line = .end(try row())
    } else if members.has("millrace") {
      line = .header(try header())
    } else {
      throw RowFlaw("it has no key that belongs to an export")
    }
    try self.members.end()
    return line
  }

  private mutating func row<Row: LineRow>() throws(RowFlaw) -> Row {
    var row = Row()
    try row.members(&self)
    return row
  }

  private func cause(_ value: [UInt8]) throws(RowFlaw) -> Cause {
    switch LineMembers.text(value) {
    case "sent": return .sent
    case "posted": return .posted
    default: break
    }
    var members = try LineMembers(value, "`cause`")
    let cause: Cause
    if members.has("effect") {
      cause = .effect(UInt64(try members.count("effect")), turn: UInt64(try members.count("turn")))
    } else if members.has("subscription") {
      cause = .subscription(UInt64(try members.count("subscription")))
    } else {
      cause = .turn(UInt64(try members.count("turn")))
    }
    try members.end()
    return cause
  }

  private mutating func header() throws(RowFlaw) -> ExportHeader {
    guard try members.text("millrace") == "journal" else { throw RowFlaw("it is not an export of a journal") }
    let format = try members.integer("format")
    guard format == ExportHeader.format else {
      throw RowFlaw("it has format \(format), but only format \(ExportHeader.format) is supported")
    }
    let hasParent = members.has("parentSequence")
    return ExportHeader(
      flow: try members.text("flow"), id: try members.text("id"),
      parent: members.has("parent") ? try members.text("parent") : nil,
      parentSequence: hasParent ? try members.count("parentSequence") : nil,
      first: members.has("first") ? try members.count("first") : 0,
      stores: try stores(try members.value("stores")), kinds: try kinds(try members.value("kinds")))
  }

  private func stores(_ list: [UInt8]) throws(RowFlaw) -> [String] {
    var seen: Set<ExactText> = []
    var stores: [String] = []
    try RowNames.eachElement(list, or: "`stores` is not a list") { value throws(RowFlaw) in
      guard let name = value.text else { throw RowFlaw("`stores` has a value that is not a name") }
      guard seen.insert(ExactText(name)).inserted else { throw RowFlaw("`stores` has `\(name)` twice") }
      stores.append(name)
    }
    return stores
  }

  private func kinds(_ list: [UInt8]) throws(RowFlaw) -> [SchemaKind] {
    var seen: Set<SchemaKind> = []
    var kinds: [SchemaKind] = []
    try RowNames.eachElement(list, or: "`kinds` is not a list") { value throws(RowFlaw) in
      var members = try LineMembers(value.cbor(), "one of `kinds`")
      let kind = SchemaKind(
        name: try members.text("name"), version: Int(try members.count("version", from: 1)))
      try members.end()
      guard seen.insert(kind).inserted else { throw RowFlaw("`kinds` has \(kind) twice") }
      kinds.append(kind)
    }
    return kinds
  }

}

extension LineReading: LineVisitor {
  mutating func number(_ name: String, _ value: inout Int64?, from least: Int64) throws(RowFlaw) {
    value = members.has(name) ? try members.count(name, from: least) : nil
  }

  mutating func text(_ name: String, _ value: inout String?) throws(RowFlaw) {
    value = members.has(name) ? try members.text(name) : nil
  }

  mutating func flag(_ name: String, _ value: inout Bool?) throws(RowFlaw) {
    value = try members.bool(name)
  }

  mutating func value(
    _ name: String, _ value: inout [UInt8]?, _ check: ([UInt8]) throws(RowFlaw) -> Void
  ) throws(RowFlaw) {
    value = members.optional(name)
    if let value { try check(value) }
  }

  mutating func store(_ id: inout Int64) throws(RowFlaw) {
    let name = try members.text("store")
    guard let known = stores[ExactText(name)] else {
      throw RowFlaw("the store `\(name)` is not among `stores`")
    }
    id = known
  }

  mutating func kind(_ id: inout Int64?) throws(RowFlaw) {
    id = nil
    guard members.has("kind") || members.has("version") else { return }
    let kind = SchemaKind(name: try members.text("kind"), version: Int(try members.integer("version")))
    guard let known = kinds[kind] else { throw RowFlaw("the kind \(kind) is not among `kinds`") }
    id = known
  }

  mutating func cause(
    _ code: inout Int64, source: inout Int64?, asked: inout Int64?
  ) throws(RowFlaw) {
    (code, source, asked) = try cause(try members.value("cause")).columns
  }
}
