import InspectorCore
import Millrace
import MillraceJournal

/// The reading of a journal, a look after the other: each takes what was written since the last one.
struct JournalGrowth {
  /// The head of the place of an event between turns, whose number is the offset.
  static let eventMark: UInt32 = 1

  private let reader: JournalReader
  private var builder: IndexBuilder?
  private var progress = FileProgress()
  private var last: UInt64 = 0
  private var nextEvent: UInt64 = 0
  private var events: ArraySlice<JournalEvent> = []
  private var gaps: ArraySlice<JournalGap> = []
  private var snapshots: Set<SnapshotKey> = []
  private var pace = ReportPace()
  private var hasEnded = false

  private struct SnapshotKey: Hashable {
    let store: String
    let turn: UInt64
  }

  init(_ reader: JournalReader) { self.reader = reader }

  /// Takes what is new, and reports it if there is something.
  mutating func look(_ report: (FileProgress, IndexBuilder) -> Void) {
    guard !hasEnded else { return }
    var isNew = progress.share != nil
    do throws(JournalError) {
      try begin()
      if try readSnapshots() { isNew = true }
      if try readTurns(report) { isNew = true }
      if try readEvents(before: .max) { isNew = true }
      progress.share = nil
    } catch {
      // A journal that cannot be read any more is shown as far as it was.
      hasEnded = true
      progress.share = nil
      progress.remark(error.description)
      isNew = true
    }
    if isNew, let builder { send(builder, report) } else if isNew { report(progress, IndexBuilder()) }
  }

  private mutating func send(_ builder: IndexBuilder, _ report: (FileProgress, IndexBuilder) -> Void) {
    progress.index = builder.index
    report(progress, builder)
  }

  private mutating func begin() throws(JournalError) {
    guard builder == nil else { return }
    let info = try reader.info()
    progress.flow = info.flow
    progress.journal = info.id
    var made = IndexBuilder(after: info.keptAfter, kinds: info.kinds.map(\.kind.description))
    for store in info.stores { _ = made.store(store.store) }
    builder = made
    last = info.keptAfter
    if info.keptAfter > 0 {
      progress.remark("The turns up to turn \(info.keptAfter) have been removed from the journal.")
    }
    gaps = info.gaps.filter { $0.until > info.keptAfter }[...]
    for gap in gaps.prefix(3) {
      progress.remark("Turns between turn \(gap.after) and turn \(gap.until) are missing: \(gap.reason).")
    }
    expected = max(1, info.turns)
  }

  /// The number of turns when the reading began.
  private var expected = 1

  // MARK: Turns

  private mutating func readTurns(
    _ report: (FileProgress, IndexBuilder) -> Void
  ) throws(JournalError) -> Bool {
    var isNew = false
    var turns = reader.turns(last + 1...UInt64.max).makeIterator()
    while true {
      let turn: JournalTurn?
      do throws(JournalError) { turn = try turns.next() } catch {
        guard try skip(error) else { return true }
        turns = reader.turns(last + 1...UInt64.max).makeIterator()
        continue
      }
      guard let turn else { return isNew }
      isNew = true
      _ = try readEvents(before: turn.sequence)
      take(turn)
      if progress.share != nil, pace.isDue(), let builder {
        progress.share = min(0.99, Double(builder.index.turns.count) / Double(expected))
        send(builder, report)
      }
    }
  }

  private mutating func take(_ turn: JournalTurn) {
    while let gap = gaps.first, gap.after < turn.sequence {
      gaps.removeFirst()
      builder?.addGap(after: gap.after, until: gap.until)
    }
    guard let store = builder?.store(turn.store) else { return }
    last = turn.sequence
    var marks: TurnEntry.Marks = []
    if turn.message == nil { marks.insert(.unchanged) } else { marks.insert(.exact) }
    if !turn.isHandled { marks.insert(.unhandled) }
    _ = builder?.add(
      ArrivedTurn(
        number: turn.sequence, at: turn.time.nanoseconds, store: store, name: Self.name(turn),
        cause: turn.cause, marks: marks,
        effects: turn.effects.map { ArrivedEvent(EffectStep($0.step), effect: $0.effect, turn: $0.turn) },
        place: RecordPlace(offset: turn.sequence)))
  }

  private static func name(_ turn: JournalTurn) -> String {
    switch turn.message {
    case .object(let members)? where members.count == 1: members[0].key
    case .text(let text)? where text.count <= 40: text
    default: turn.kind?.name ?? "no message"
    }
  }

  /// Leaves out turns that cannot be read; false when there are no more after them.
  private mutating func skip(_ error: JournalError) throws(JournalError) -> Bool {
    // One by one at first, then in larger steps.
    var step: UInt64 = 1
    var start = last
    while start < UInt64(Int64.max) - step {
      start += step
      let turns = reader.turns(start + 1...UInt64.max).makeIterator()
      if case .success(let turn) = Swift.Result(catching: { () throws(JournalError) in try turns.next() }) {
        let until = turn?.sequence ?? start + 1
        progress.remark("Turns between turn \(last) and turn \(until) cannot be read. \(error.description)")
        builder?.addGap(after: last, until: until)
        last = start
        return turn != nil
      }
      if start - last > 256 { step *= 2 }
    }
    throw error
  }

  // MARK: Events and snapshots

  private mutating func readEvents(before turn: UInt64) throws(JournalError) -> Bool {
    var isNew = false
    while true {
      if events.isEmpty {
        events = try nextEvents()[...]
        if events.isEmpty { return isNew }
      }
      while let event = events.first {
        guard event.after < turn else { return isNew }
        events.removeFirst()
        isNew = true
        guard let store = builder?.store(event.store) else { continue }
        builder?.add(
          ArrivedEvent(EffectStep(event.effect.step), effect: event.effect.effect, turn: event.effect.turn),
          store: store, at: event.time.nanoseconds,
          place: RecordPlace(offset: event.number, head: Self.eventMark))
      }
    }
  }

  private mutating func nextEvents() throws(JournalError) -> [JournalEvent] {
    do throws(JournalError) {
      let found = try reader.events(from: nextEvent, limit: 1000)
      if let last = found.last { nextEvent = last.number + 1 }
      return found
    } catch {
      guard case .damaged = error else { throw error }
      progress.remark("Events of effects from number \(nextEvent) on cannot be read. \(error.description)")
      // One batch is left out; a damaged end is met again, and ends the same way.
      nextEvent += 1000
      return []
    }
  }

  /// Adds the snapshots that are new; true if there are any.
  private mutating func readSnapshots() throws(JournalError) -> Bool {
    let found: [JournalSnapshotInfo]
    do throws(JournalError) { found = try reader.snapshots() } catch {
      guard case .damaged = error else { throw error }
      progress.remark("The list of snapshots cannot be read. \(error.description)")
      return false
    }
    var isNew = false
    for snapshot in found
    where snapshots.insert(SnapshotKey(store: snapshot.store, turn: snapshot.sequence)).inserted {
      guard let store = builder?.store(snapshot.store) else { continue }
      isNew = true
      builder?.add(
        StateSample(
          turn: snapshot.sequence, at: snapshot.time.nanoseconds,
          place: RecordPlace(offset: snapshot.sequence, body: UInt32(store)), isExact: true),
        store: store)
    }
    return isNew
  }
}

extension Timestamp {
  /// Nanoseconds since 1970.
  var nanoseconds: Int64 {
    let (seconds, attoseconds) = sinceEpoch.components
    let (whole, isOver) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    return isOver ? (seconds < 0 ? .min : .max) : whole &+ attoseconds / 1_000_000_000
  }
}
