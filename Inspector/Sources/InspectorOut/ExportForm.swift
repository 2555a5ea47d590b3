import Millrace
public import MillraceJournal

/// A stretch as an export, which `millrace journal import` and `Replay` read.
///
/// It begins with the states before the first turn, as snapshots, as far as they are known. Stores without
/// schemas are left out. A turn of another store whose message is not known whole leaves a gap.
public enum ExportForm {
  /// The export, and sentences about what it lacks.
  public struct Result: Sendable {
    /// The lines, in UTF-8.
    public var text: [UInt8]
    /// Sentences about what is missing in it.
    public var remarks: [String]
    /// The number of items in it, by kind.
    public var summary: ExchangeSummary
  }

  /// Writes an export.
  ///
  /// - Parameters:
  ///   - stretch: The stretch.
  ///   - id: The id of the journal that an import creates: a UUID.
  /// - Throws: ``StretchProblem`` when a value cannot stand in an export.
  public static func write(_ stretch: Stretch, id: String) throws(StretchProblem) -> Result {
    do throws(JournalError) { return try lines(of: stretch, id: id) } catch {
      throw StretchProblem("The stretch cannot be exported. \(error.description)")
    }
  }

  private static func lines(of stretch: Stretch, id: String) throws(JournalError) -> Result {
    let stores = stretch.stores.filter(\.isExact).map(\.name)
    let known = Set(stores)
    let turns = stretch.turns.filter { known.contains($0.store) }
    let states = stretch.states.filter { known.contains($0.store) }
    var kinds: [SchemaKind] = []
    for kind in states.map(\.kind) + turns.compactMap(\.kind) where !kinds.contains(kind) {
      kinds.append(kind)
    }
    var remarks: [String] = []
    let box = Lines()
    let export = try ExportBuilder(
      flow: stretch.flow, id: id, parent: stretch.journal,
      parentTurn: stretch.journal == nil ? nil : stretch.turns.last?.number ?? stretch.start,
      keptAfter: stretch.start, stores: stores, kinds: kinds
    ) { box.bytes += $0 }
    let first = turns.first?.at ?? 0
    for store in stores {
      if let state = states.last(where: { $0.store == store && $0.turn <= stretch.start }) {
        try export.addSnapshot(
          state.value, kind: state.kind, of: store, after: stretch.start,
          time: Timestamp(sinceEpoch: .nanoseconds(first)))
      } else {
        remarks.append(
          "The state of `\(store)` before turn \(stretch.start + 1) is not known, and missing in the export.")
      }
    }
    var body = ExportBody(stretch, stores: known, export)
    try body.write(turns)
    remarks += body.remarks
    let others = stretch.stores.filter { !$0.isExact }.map { "`\($0.name)`" }
    if !others.isEmpty {
      remarks.append("Left out, because they have no schemas: \(others.joined(separator: ", ")).")
    }
    let summary = try export.finish()
    return Result(text: box.bytes, remarks: remarks, summary: summary)
  }

  private final class Lines { var bytes: [UInt8] = [] }
}

/// The lines of an export between its first states and its end.
private struct ExportBody {
  private let export: ExportBuilder
  private let stores: Set<String>
  private let start: UInt64
  private var events: ArraySlice<JournalEvent>
  private var gaps: ArraySlice<JournalGap>
  /// The last turn that was written.
  private var last: UInt64
  /// The reason why the turns after ``last`` are missing.
  private var missing: String?
  private(set) var remarks: [String] = []

  init(_ stretch: Stretch, stores: Set<String>, _ export: ExportBuilder) {
    self.export = export
    self.stores = stores
    start = stretch.start
    events = stretch.events[...]
    gaps = stretch.gaps.sorted { $0.after < $1.after }[...]
    last = stretch.start
  }

  mutating func write(_ turns: [Stretch.Turn]) throws(JournalError) {
    for turn in turns {
      if !turn.isExact {
        missing = missing ?? "the message of turn \(turn.number) of `\(turn.store)` was not recorded whole"
        continue
      }
      try writeEvents(before: turn.number)
      try writeGap(until: turn.number)
      try export.add(
        JournalTurn(
          sequence: turn.number, time: Timestamp(sinceEpoch: .nanoseconds(turn.at)), store: turn.store,
          kind: turn.message == nil ? nil : turn.kind, message: turn.kind == nil ? nil : turn.message,
          cause: turn.cause, isHandled: turn.isHandled, effects: turn.effects))
      last = turn.number
    }
    try writeEvents(before: .max)
    if missing != nil, let end = turns.last?.number { try writeGap(until: end + 1) }
  }

  private mutating func writeEvents(before turn: UInt64) throws(JournalError) {
    while let event = events.first, event.after < turn {
      events.removeFirst()
      guard event.after >= start, stores.contains(event.store) else { continue }
      // The events after a turn that was left out belong to the last one written.
      try export.add(
        JournalEvent(
          number: event.number, after: missing == nil ? event.after : last, time: event.time,
          store: event.store, effect: event.effect))
    }
  }

  /// Writes the gap before a turn, if turns are missing there.
  private mutating func writeGap(until turn: UInt64) throws(JournalError) {
    while let gap = gaps.first, gap.after < turn {
      gaps.removeFirst()
      if gap.until > last + 1 { missing = missing ?? gap.reason }
    }
    guard let reason = missing else { return }
    missing = nil
    try export.add(JournalGap(after: last, until: turn, reason: reason))
    remarks.append("Turns between turn \(last) and turn \(turn) are missing: \(reason).")
  }
}
