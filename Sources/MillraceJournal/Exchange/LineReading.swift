import Millrace

/// A converter from the values of lines to rows.
struct LineReading {
  private var stores: [ExactText: Int64] = [:]
  private var kinds: [SchemaKind: Int64] = [:]

  init() {}

  init(_ header: ExportHeader) {
    for (place, store) in header.stores.enumerated() { stores[ExactText(store)] = Int64(place + 1) }
    for (place, kind) in header.kinds.enumerated() { kinds[kind] = Int64(place + 1) }
  }

  func line(_ members: LineMembers) throws(RowFlaw) -> ExportLine {
    var members = members
    let line: ExportLine
    if members.has("turn") {
      line = .turn(try turn(&members))
    } else if members.has("event") {
      line = .event(try event(&members))
    } else if members.has("snapshot") {
      line = .snapshot(try snapshot(&members))
    } else if members.has("task") {
      line = .task(try task(&members))
    } else if members.has("gap") {
      line = .gap(
        GapRow(
          after: try members.count("gap"), until: try members.count("until", from: 1),
          reason: try members.text("reason")))
    } else if members.has("end") {
      line = .end(try end(&members))
    } else if members.has("millrace") {
      line = .header(try header(&members))
    } else {
      throw RowFlaw("it says nothing that belongs in an export")
    }
    try members.end()
    return line
  }

  private func turn(_ members: inout LineMembers) throws(RowFlaw) -> TurnRow {
    let kind = try optionalKind(&members)
    let message = members.optional("message")
    guard (kind == nil) == (message == nil) else {
      throw RowFlaw("`kind` or `message` is there without the other")
    }
    let cause = try cause(try members.value("cause")).columns
    let unhandled: Int64? = try members.bool("handled") == false ? 1 : nil
    let effects = members.optional("effects")
    if let effects {
      try RowNames.eachElement(effects, or: "`effects` is no list") { value throws(RowFlaw) in
        _ = try JournalEffectEvent(value)
      }
    }
    return TurnRow(
      sequence: try members.count("turn", from: 1), time: try members.integer("time"),
      store: try store(&members), type: kind, message: message, cause: cause.code,
      source: cause.source, asked: cause.asked, unhandled: unhandled, effects: effects)
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

  private func event(_ members: inout LineMembers) throws(RowFlaw) -> EventRow {
    let event = try members.value("event")
    _ = try JournalEffectEvent(RowNames.value(event))
    return EventRow(
      number: try members.count("number"), after: try members.count("after"),
      time: try members.integer("time"), store: try store(&members), event: event)
  }

  private func snapshot(_ members: inout LineMembers) throws(RowFlaw) -> SnapshotRow {
    SnapshotRow(
      sequence: try members.count("snapshot"), store: try store(&members), type: try kind(&members),
      time: try members.integer("time"), state: try members.value("state"))
  }

  private func task(_ members: inout LineMembers) throws(RowFlaw) -> TaskRow {
    let status = try members.text("status")
    guard let code = JournalTask.Status(rawValue: status)?.code else {
      throw RowFlaw("the status `\(status)` is not known")
    }
    return TaskRow(
      key: try members.text("task"), store: try store(&members), type: try kind(&members),
      request: try members.value("request"), asked: try members.count("asked"),
      time: try members.integer("time"), status: code, attempts: try members.count("attempts"),
      ended: members.has("ended") ? try members.count("ended") : nil)
  }

  private func end(_ members: inout LineMembers) throws(RowFlaw) -> ExportEnd {
    let checksum = try members.text("checksum")
    guard checksum.utf8.count == 16, let sum = UInt64(checksum, radix: 16) else {
      throw RowFlaw("`checksum` is not sixteen hexadecimal digits")
    }
    return ExportEnd(
      lines: try members.count("end"), turns: try members.count("turns"), events: try members.count("events"),
      snapshots: try members.count("snapshots"), tasks: try members.count("tasks"),
      gaps: try members.count("gaps"), checksum: sum)
  }

  private func header(_ members: inout LineMembers) throws(RowFlaw) -> ExportHeader {
    guard try members.text("millrace") == "journal" else { throw RowFlaw("it is no export of a journal") }
    let format = try members.integer("format")
    guard format == ExportHeader.format else {
      throw RowFlaw("it has the form \(format), and only form \(ExportHeader.format) is known here")
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
    try RowNames.eachElement(list, or: "`stores` is no list") { value throws(RowFlaw) in
      guard let name = value.text else { throw RowFlaw("`stores` has something that is no name") }
      guard seen.insert(ExactText(name)).inserted else { throw RowFlaw("`stores` has `\(name)` twice") }
      stores.append(name)
    }
    return stores
  }

  private func kinds(_ list: [UInt8]) throws(RowFlaw) -> [SchemaKind] {
    var seen: Set<SchemaKind> = []
    var kinds: [SchemaKind] = []
    try RowNames.eachElement(list, or: "`kinds` is no list") { value throws(RowFlaw) in
      var members = try LineMembers(value.cbor(), "one of `kinds`")
      let kind = SchemaKind(
        name: try members.text("name"), version: Int(try members.count("version", from: 1)))
      try members.end()
      guard seen.insert(kind).inserted else { throw RowFlaw("`kinds` has \(kind) twice") }
      kinds.append(kind)
    }
    return kinds
  }

  private func store(_ members: inout LineMembers) throws(RowFlaw) -> Int64 {
    let name = try members.text("store")
    guard let id = stores[ExactText(name)] else { throw RowFlaw("the store `\(name)` is not among `stores`") }
    return id
  }

  private func kind(_ members: inout LineMembers) throws(RowFlaw) -> Int64 {
    let kind = SchemaKind(name: try members.text("kind"), version: Int(try members.integer("version")))
    guard let id = kinds[kind] else { throw RowFlaw("the kind \(kind) is not among `kinds`") }
    return id
  }

  private func optionalKind(_ members: inout LineMembers) throws(RowFlaw) -> Int64? {
    members.has("kind") || members.has("version") ? try kind(&members) : nil
  }
}
