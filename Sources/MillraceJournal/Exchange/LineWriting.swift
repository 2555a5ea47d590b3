import Millrace

/// A converter from rows to the members of lines.
struct LineWriting {
  /// A value of a member.
  enum Part {
    case value(JournalValue)
    /// A value in CBOR, written without being built.
    case bytes([UInt8])

    static func text(_ text: String) -> Part { .value(.text(text)) }
    static func integer(_ number: Int64) -> Part { .value(.integer(number)) }
  }

  typealias Members = [(key: String, part: Part?)]

  let names: RowNames

  func members(_ line: ExportLine) throws(RowFlaw) -> Members {
    switch line {
    case .header(let header): members(header)
    case .turn(let row): try members(row)
    case .event(let row): try members(row)
    case .snapshot(let row): try members(row)
    case .task(let row): try members(row)
    case .gap(let row):
      [("gap", .integer(row.after)), ("until", .integer(row.until)), ("reason", .text(row.reason))]
    case .end(let end): members(end)
    }
  }

  private func members(_ header: ExportHeader) -> Members {
    [
      ("millrace", .text("journal")), ("format", .integer(ExportHeader.format)),
      ("flow", .text(header.flow)), ("id", .text(header.id)),
      ("parent", header.parent.map { .text($0) }),
      ("parentSequence", header.parentSequence.map { .integer($0) }),
      ("first", header.first == 0 ? nil : .integer(header.first)),
      ("stores", .value(.array(header.stores.map { .text($0) }))),
      (
        "kinds",
        .value(
          .array(
            header.kinds.map { kind in
              .members([("name", .text(kind.name)), ("version", .integer(Int64(kind.version)))])
            }))
      ),
    ]
  }

  private func members(_ row: TurnRow) throws(RowFlaw) -> Members {
    let kind = try row.type.map(names.kind).map { members(of: $0) } ?? []
    let cause = try Cause(row.cause, source: row.source, asked: row.asked)
    return [
      ("turn", .integer(row.sequence)), ("time", .integer(row.time)),
      ("store", .text(try names.store(row.store))),
    ] + kind + [
      ("message", row.message.map { .bytes($0) }), ("cause", .value(value(cause))),
      ("handled", (row.unhandled ?? 0) == 0 ? nil : .value(.bool(false))),
      ("effects", row.effects.map { .bytes($0) }),
    ]
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

  private func members(_ row: EventRow) throws(RowFlaw) -> Members {
    [
      ("event", .bytes(row.event)), ("number", .integer(row.number)),
      ("after", .integer(row.after)), ("time", .integer(row.time)),
      ("store", .text(try names.store(row.store))),
    ]
  }

  private func members(_ row: SnapshotRow) throws(RowFlaw) -> Members {
    [
      ("snapshot", .integer(row.sequence)), ("time", .integer(row.time)),
      ("store", .text(try names.store(row.store))),
    ] + members(of: try names.kind(row.type)) + [("state", .bytes(row.state))]
  }

  private func members(_ row: TaskRow) throws(RowFlaw) -> Members {
    guard let status = JournalTask.Status(code: row.status) else {
      throw RowFlaw("has the unknown status \(row.status)")
    }
    return [
      ("task", .text(row.key)), ("time", .integer(row.time)), ("store", .text(try names.store(row.store))),
    ] + members(of: try names.kind(row.type)) + [
      ("request", .bytes(row.request)), ("asked", .integer(row.asked)),
      ("status", .text(status.rawValue)), ("attempts", .integer(row.attempts)),
      ("ended", row.ended.map { .integer($0) }),
    ]
  }

  private func members(_ end: ExportEnd) -> Members {
    [
      ("end", .integer(end.lines)), ("turns", .integer(end.turns)), ("events", .integer(end.events)),
      ("snapshots", .integer(end.snapshots)), ("tasks", .integer(end.tasks)), ("gaps", .integer(end.gaps)),
      ("checksum", .text(ExportLine.digits(end.checksum))),
    ]
  }

  private func members(of kind: SchemaKind) -> Members {
    [("kind", .text(kind.name)), ("version", .integer(Int64(kind.version)))]
  }
}

extension JournalValue {
  /// Returns an object of the members that have a value.
  static func members(_ members: [(key: String, value: JournalValue?)]) -> JournalValue {
    .object(members.compactMap { key, value in value.map { Member(key: key, value: $0) } })
  }
}
