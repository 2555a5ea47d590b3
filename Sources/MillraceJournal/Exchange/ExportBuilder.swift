public import Millrace

/// A writer of an export from values that are in no journal, such as a part of a history.
///
/// ```swift
/// let export = try ExportBuilder(flow: "main", id: id, stores: ["notes"], kinds: [kind]) { bytes in
///   lines.append(contentsOf: bytes)
/// }
/// for turn in turns { try export.add(turn) }
/// try export.finish()
/// ```
///
/// Lines are added in the order of <doc:ExportFormat>: a turn, the snapshots after it in the order of the
/// stores, the events after it, the gap after it, then the next turn. Each line is checked by the rules of
/// the import before it is written, so that ``JournalImport`` accepts whatever a finished export contains. A
/// line that is refused is not written, and the export can continue with another.
public final class ExportBuilder {
  private let output: LineOutput
  private let names: RowNames
  private var stores: [ExactText: Int64] = [:]
  private var kinds: [SchemaKind: Int64] = [:]
  private var rules = ExportRules()
  private var lines = 0

  /// Creates an export, and writes its first line.
  ///
  /// - Parameters:
  ///   - flow: The name of the flow.
  ///   - id: The id of the journal that an import creates: a UUID.
  ///   - parent: The id of the journal that the turns are from, if they are from one.
  ///   - parentTurn: The last turn that both have in common.
  ///   - first: The turn after which turns are kept; 0 for an export that begins with the flow.
  ///   - stores: The names of the stores, each once.
  ///   - kinds: The kinds of messages and states, each once.
  ///   - write: A closure that receives the bytes in order: a line with its end, or the parts of a long line.
  ///     The bytes are valid during the call only.
  /// - Throws: The errors of `write`, or ``JournalError/line(_:reason:)``.
  public init(
    flow: String, id: String, parent: String? = nil, parentTurn: UInt64? = nil, keptAfter first: UInt64 = 0,
    stores: [String], kinds: [SchemaKind],
    write: @escaping (UnsafeRawBufferPointer) throws(JournalError) -> Void
  ) throws(JournalError) {
    output = LineOutput(write)
    var names = RowNames()
    for (place, store) in stores.enumerated() {
      names.stores[Int64(place + 1)] = store
      self.stores[ExactText(store)] = Int64(place + 1)
    }
    for (place, kind) in kinds.enumerated() {
      names.kinds[Int64(place + 1)] = kind
      self.kinds[kind] = Int64(place + 1)
    }
    self.names = names
    if self.stores.count < stores.count { throw .line(1, reason: "a store occurs twice") }
    if self.kinds.count < kinds.count { throw .line(1, reason: "a kind occurs twice") }
    if let kind = kinds.first(where: { $0.version < 1 }) {
      throw .line(1, reason: "the kind \(kind) has a version below 1")
    }
    try put { () throws(RowFlaw) in
      .header(
        ExportHeader(
          flow: flow, id: id, parent: parent,
          parentSequence: try parentTurn.map { number throws(RowFlaw) in try Self.number(number) },
          first: try Self.number(first), stores: stores, kinds: kinds))
    }
  }

  /// Writes a turn.
  ///
  /// - Throws: The errors of the closure that writes, or ``JournalError/line(_:reason:)``.
  public func add(_ turn: JournalTurn) throws(JournalError) {
    try put { () throws(RowFlaw) in
      var row = TurnRow()
      row.sequence = try Self.number(turn.sequence)
      row.time = turn.time.journalTime
      row.store = try store(turn.store)
      row.type = try turn.kind.map { kind throws(RowFlaw) in try self.kind(kind) }
      row.message = turn.message?.cbor()
      (row.cause, row.source, row.asked) = turn.cause.columns
      row.unhandled = turn.isHandled ? nil : 1
      row.effects =
        turn.effects.isEmpty ? nil : JournalValue.array(turn.effects.map(\.recorded)).cbor()
      return .turn(row)
    }
  }

  /// Writes an event between turns.
  ///
  /// - Throws: The errors of the closure that writes, or ``JournalError/line(_:reason:)``.
  public func add(_ event: JournalEvent) throws(JournalError) {
    try put { () throws(RowFlaw) in
      .event(
        EventRow(
          number: try Self.number(event.number), after: try Self.number(event.after),
          time: event.time.journalTime, store: try store(event.store), event: event.effect.recorded.cbor()))
    }
  }

  /// Writes a snapshot.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - kind: Its kind.
  ///   - store: The name of the store.
  ///   - sequence: The turn after which it is the state.
  ///   - time: The time at which it was taken.
  /// - Throws: The errors of the closure that writes, or ``JournalError/line(_:reason:)``.
  public func addSnapshot(
    _ state: JournalValue, kind: SchemaKind, of store: String, after sequence: UInt64, time: Timestamp
  ) throws(JournalError) {
    try put { () throws(RowFlaw) in
      var row = SnapshotRow()
      row.sequence = try Self.number(sequence)
      row.store = try self.store(store)
      row.type = try self.kind(kind)
      row.time = time.journalTime
      row.state = state.cbor()
      return .snapshot(row)
    }
  }

  /// Writes a gap, in which turns are missing.
  ///
  /// - Throws: The errors of the closure that writes, or ``JournalError/line(_:reason:)``.
  public func add(_ gap: JournalGap) throws(JournalError) {
    try put { () throws(RowFlaw) in
      .gap(
        GapRow(
          after: try Self.number(gap.after), until: try Self.number(gap.until), reason: gap.reason))
    }
  }

  /// Writes the last line, after which nothing can be added.
  ///
  /// - Returns: The number of items written, by kind.
  /// - Throws: The errors of the closure that writes, or ``JournalError/line(_:reason:)``.
  @discardableResult
  public func finish() throws(JournalError) -> ExchangeSummary {
    try put { .end(rules.end) }
    return rules.summary
  }

  // MARK: Lines

  private func put(_ make: () throws(RowFlaw) -> ExportLine) throws(JournalError) {
    var writing = LineWriting(names: names)
    let members: LineWriting.Members
    do throws(RowFlaw) {
      let line = try make()
      try ValueLimit.check(line, limit: ValueLimit.values)
      members = try writing.members(line)
      try rules.judge(line)
    } catch {
      throw .line(lines + 1, reason: error.reason)
    }
    rules.count(try output.write(members, after: rules.checksum))
    lines += 1
  }

  private func store(_ name: String) throws(RowFlaw) -> Int64 {
    guard let id = stores[ExactText(name)] else { throw RowFlaw("the store `\(name)` is not among `stores`") }
    return id
  }

  private func kind(_ kind: SchemaKind) throws(RowFlaw) -> Int64 {
    guard let id = kinds[kind] else { throw RowFlaw("the kind \(kind) is not among `kinds`") }
    return id
  }

  private static func number(_ number: UInt64) throws(RowFlaw) -> Int64 {
    guard let number = Int64(exactly: number) else {
      throw RowFlaw("the number \(number) is above \(Int64.max)")
    }
    return number
  }
}

extension JournalEffectEvent {
  /// The event in its recorded form.
  fileprivate var recorded: JournalValue {
    .members([
      ("kind", .text(step.name)), ("effect", JournalValue(effect)), ("turn", JournalValue(turn)),
      ("label", label.map { .text($0) }), ("id", id.map { .text($0) }),
      ("queue", queue.map { .text($0) }), ("part", part.map { .text($0) }),
      ("reason", step.reason.map { .text($0) }),
    ])
  }
}
