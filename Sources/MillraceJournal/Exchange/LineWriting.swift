import Millrace

/// Makes the values of lines out of rows.
struct LineWriting {
  let names: RowNames

  func value(_ line: ExportLine) throws(RowFlaw) -> JournalValue {
    switch line {
    case .header(let header): value(header)
    case .turn(let row): try value(row)
    case .event(let row): try value(row)
    case .snapshot(let row): try value(row)
    case .task(let row): try value(row)
    case .gap(let row):
      .members([
        ("gap", .integer(row.after)), ("until", .integer(row.until)), ("reason", .text(row.reason)),
      ])
    case .end(let end): value(end)
    }
  }

  private func value(_ header: ExportHeader) -> JournalValue {
    .members([
      ("millrace", .text("journal")), ("format", .integer(ExportHeader.format)),
      ("flow", .text(header.flow)), ("id", .text(header.id)),
      ("parent", header.parent.map { .text($0) }),
      ("parentSequence", header.parentSequence.map { .integer($0) }),
      ("first", header.first == 0 ? nil : .integer(header.first)),
      ("stores", .array(header.stores.map { .text($0) })),
      ("kinds", .array(header.kinds.map { .members(members(of: $0, named: "name")) })),
    ])
  }

  private func value(_ row: TurnRow) throws(RowFlaw) -> JournalValue {
    let kind = try row.type.map(names.kind).map { members(of: $0) } ?? []
    let cause = try JournalCause(row.cause, source: row.source, asked: row.asked)
    return .members(
      [
        ("turn", .integer(row.sequence)), ("time", .integer(row.time)),
        ("store", .text(try names.store(row.store))),
      ] + kind + [
        ("message", try row.message.map(RowNames.value)), ("cause", value(cause)),
        ("handled", (row.unhandled ?? 0) == 0 ? nil : .bool(false)),
        ("effects", try row.effects.map(RowNames.value)),
      ])
  }

  private func value(_ cause: JournalCause) -> JournalValue {
    switch cause {
    case .sent: .text("sent")
    case .posted: .text("posted")
    case .turn(let turn): .members([("turn", JournalValue(turn))])
    case .effect(let effect, let turn):
      .members([("effect", JournalValue(effect)), ("turn", JournalValue(turn))])
    case .subscription(let serial): .members([("subscription", JournalValue(serial))])
    }
  }

  private func value(_ row: EventRow) throws(RowFlaw) -> JournalValue {
    .members([
      ("event", try RowNames.value(row.event)), ("number", .integer(row.number)),
      ("after", .integer(row.after)), ("time", .integer(row.time)),
      ("store", .text(try names.store(row.store))),
    ])
  }

  private func value(_ row: SnapshotRow) throws(RowFlaw) -> JournalValue {
    .members(
      [
        ("snapshot", .integer(row.sequence)), ("time", .integer(row.time)),
        ("store", .text(try names.store(row.store))),
      ]
        + members(of: try names.kind(row.type)) + [("state", try RowNames.value(row.state))])
  }

  private func value(_ row: TaskRow) throws(RowFlaw) -> JournalValue {
    guard let status = JournalTask.Status(code: row.status) else {
      throw RowFlaw("has the unknown status \(row.status)")
    }
    return .members(
      [
        ("task", .text(row.key)), ("time", .integer(row.time)), ("store", .text(try names.store(row.store))),
      ] + members(of: try names.kind(row.type)) + [
        ("request", try RowNames.value(row.request)), ("asked", .integer(row.asked)),
        ("status", .text(status.rawValue)), ("attempts", .integer(row.attempts)),
        ("ended", row.ended.map { .integer($0) }),
      ])
  }

  private func value(_ end: ExportEnd) -> JournalValue {
    .members([
      ("end", .integer(end.lines)), ("turns", .integer(end.turns)), ("events", .integer(end.events)),
      ("snapshots", .integer(end.snapshots)), ("tasks", .integer(end.tasks)), ("gaps", .integer(end.gaps)),
      ("checksum", .text(ExportLine.digits(end.checksum))),
    ])
  }

  private func members(of kind: SchemaKind, named name: String = "kind") -> [(String, JournalValue?)] {
    [(name, .text(kind.name)), ("version", .integer(Int64(kind.version)))]
  }
}

extension JournalValue {
  /// An object of the members that there are.
  static func members(_ members: [(key: String, value: JournalValue?)]) -> JournalValue {
    .object(members.compactMap { key, value in value.map { Member(key: key, value: $0) } })
  }
}
