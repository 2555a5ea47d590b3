import Foundation
import Millrace

/// Reads the export of a journal as the histories of the program's runs.
///
/// It requires less than an import: checksums are not compared, because lines may be removed from a report.
struct ExportReader {
  private(set) var history: ReadHistory
  private var lastTurn: UInt64 = 0
  /// The stores whose states are known: since the beginning, or since the last gap.
  private var known: Set<String> = []

  /// The effects of a store in the present run.
  ///
  /// Numbers begin again in each run. Those that a turn without a message has requested do not run in a
  /// replay, so that the others are numbered without them.
  private struct Effects {
    var last: UInt64 = 0
    var count: UInt64 = 0
    var known: [UInt64: Known] = [:]
    /// The recorded turns of this run whose effects run in the replay, and with them the later steps of their
    /// sequences.
    var turns: Set<UInt64> = []

    struct Known {
      let turn: UInt64
      /// Its number in the replay, if it runs there.
      let number: UInt64?
      var waits = false
    }

    /// Returns true if the event is of an effect that is there already: it waited, or is dropped.
    func isUnderWay(_ event: ExportLine.Effect) -> Bool {
      guard let known = known[event.effect], known.turn == event.turn else { return false }
      return event.kind == .dropped || event.kind == .started && known.waits
    }
  }

  private var effects: [String: Effects] = [:]
  private var entered: Set<String> = []
  private var start: Int64?

  /// Reads an export; nil if the text is none.
  init?(_ data: Data) throws(HistoryError) {
    let lines = HistoryLines(data)
    let decoder = HistoryCoding.decoder()
    guard let first = lines.first, let mark = try? decoder.decode(ExportMark.self, from: first),
      mark.millrace == "journal"
    else { return nil }
    if mark.format != ExportMark.known { throw .unknownVersion(mark.format, known: ExportMark.known) }
    let header = HistoryHeader(flow: mark.flow, first: mark.first ?? 0, every: .max)
    history = ReadHistory(header: header, isExport: true)
    history.isCutShort = try lines.readRest { line, number in
      try take(try decoder.decode(ExportLine.self, from: line), line, number)
    }
  }

  private mutating func take(_ line: ExportLine, _ data: Data, _ number: Int) throws {
    if line.end != nil {
      history.isFinished = true
    } else if line.gap != nil {
      // What a gap has lost is in the snapshots after it.
      beginRun()
      known = []
    } else if let turn = line.turn, line.event == nil {
      if turn <= lastTurn { throw MisplacedLine("turn \(turn) cannot come after turn \(lastTurn)") }
      try take(line, turn: turn, of: line.recordedStore(), data, number)
    } else if let event = line.event {
      let store = try line.recordedStore()
      let isBegun = note([event], of: store, requestedBy: nil, isBetweenTurns: true)
      guard let effect = recorded(event, of: store) else { return }
      enter(store, number)
      var interval = HistoryInterval(after: lastTurn, store: store)
      interval.effects = [effect]
      interval.time = offset(line.time)
      add(isBegun ? .begun(interval) : .interval(interval), number, data)
    } else if line.snapshot != nil {
      let store = try line.recordedStore()
      if known.insert(store).inserted {
        entered.insert(store)
        add(.restored(store: store), number, data, hasState: true, line.schemaKind)
      } else {
        enter(store, number)
        add(
          .interval(HistoryInterval(after: lastTurn, store: store)), number, data, hasState: true,
          line.schemaKind)
      }
    }
  }

  private mutating func take(
    _ line: ExportLine, turn: UInt64, of store: String, _ data: Data, _ number: Int
  ) throws {
    lastTurn = turn
    let events = line.effects ?? []
    // A turn without a message changed no state, and cannot be taken again.
    note(events, of: store, requestedBy: line.kind == nil ? nil : turn)
    known.insert(store)
    guard line.kind != nil else { return }
    enter(store, number)
    var entry = HistoryTurn(turn: turn, store: store, cause: cause(line.cause, of: store))
    entry.unhandled = line.handled == false ? true : nil
    let recorded = events.compactMap { self.recorded($0, of: store) }
    entry.effects = recorded.isEmpty ? nil : recorded
    entry.time = offset(line.time)
    // An export does not say whether messages waited.
    entry.waits = true
    add(.turn(entry), number, data, line.schemaKind)
    history.turnCount += 1
  }

  private mutating func add(
    _ item: HistoryEntry.Item, _ number: Int, _ data: Data, hasState: Bool = false, _ kind: SchemaKind? = nil
  ) {
    let entry = HistoryEntry(item, number: number, hasState: hasState, data, kind)
    history.runs[history.runs.count - 1].append(entry)
  }

  // MARK: Runs

  private mutating func beginRun() {
    effects = [:]
    entered = []
    start = nil
    if history.runs.last?.isEmpty == false { history.runs.append([]) }
  }

  private mutating func enter(_ store: String, _ number: Int) {
    if entered.insert(store).inserted { add(.restored(store: store), number, Data()) }
  }

  private mutating func offset(_ time: Int64?) -> Duration? {
    guard let time else { return nil }
    let first = start ?? time
    start = first
    let (offset, overflow) = time.subtractingReportingOverflow(first)
    return overflow || offset < 0 ? nil : .nanoseconds(offset)
  }

  // MARK: Effects

  /// Numbers effects that begin; a number that is not greater than the last begins a run of the program.
  ///
  /// Returns true if one begins between turns that no recorded turn of the run has requested.
  @discardableResult
  private mutating func note(
    _ events: [ExportLine.Effect], of store: String, requestedBy turn: UInt64?, isBetweenTurns: Bool = false
  ) -> Bool {
    var isBegun = false
    let new = events.filter { $0.begins && effects[store]?.isUnderWay($0) != true }
    if let least = new.map(\.effect).min(), least <= effects[store]?.last ?? 0 { beginRun() }
    var noted = effects[store] ?? Effects()
    for event in new.sorted(by: { $0.effect < $1.effect }) where event.effect > noted.last {
      noted.last = event.effect
      if event.turn == turn { noted.turns.insert(event.turn) }
      let isTakenAgain = noted.turns.contains(event.turn)
      isBegun = isBetweenTurns && !isTakenAgain
      let runs = isTakenAgain || isBegun
      if runs { noted.count += 1 }
      noted.known[event.effect] = Effects.Known(turn: event.turn, number: runs ? noted.count : nil)
    }
    for event in events where event.begins { noted.known[event.effect]?.waits = event.kind == .waiting }
    effects[store] = noted
    return isBegun
  }

  private func number(_ effect: UInt64, of turn: UInt64, _ store: String) -> UInt64? {
    effects[store]?.known[effect].flatMap { $0.turn == turn ? $0.number : nil }
  }

  private func recorded(_ event: ExportLine.Effect, of store: String) -> RecordedEffect? {
    number(event.effect, of: event.turn, store).map { RecordedEffect(event, serial: $0) }
  }

  private func cause(_ cause: ExportLine.CauseMember?, of store: String) -> Cause {
    switch cause?.recorded ?? .posted {
    case .effect(let effect, let turn):
      number(effect, of: turn, store).map { .effect($0, turn: turn) } ?? .posted
    case let cause: cause
    }
  }
}
