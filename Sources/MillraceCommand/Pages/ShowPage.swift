import Millrace
import MillraceJournal

/// The page of `show`: everything about one turn.
struct ShowPage {
  struct State {
    let store: String
    /// The newest snapshot at or before the turn; nil when there is none.
    var snapshot: JournalSnapshotInfo?
    var value: JournalValue?
    /// The number of the store's turns after the snapshot, up to the shown one.
    var turnsBetween = 0
  }

  let turn: JournalTurn
  let events: [JournalEvent]
  /// The label of the effect that caused the turn.
  var causeLabel: String?
  var state: State?
  /// The durable effect requested in the turn, when the page shows one.
  var task: JournalTask?

  func text(_ style: Style, _ times: TimeText) -> String {
    var sheet = FactPage(factWidth: 7)
    sheet.title("Turn \(Amounts.number(turn.sequence))")
    sheet.fact("time", times.full(turn.time))
    sheet.fact("store", turn.store, .cyan)
    sheet.fact("cause", LogLines.text(turn.cause) + (causeLabel.map { ", \($0)" } ?? ""))
    if let kind = turn.kind { sheet.fact("kind", "\(kind.name), version \(kind.version)") }
    if !turn.isHandled {
      sheet.fact("handled", "no: the store's update does not handle the message", .yellow)
    }
    sheet.heading("Message")
    if let message = turn.message {
      sheet.block(message.json(pretty: true))
    } else {
      sheet.block("none was recorded, because the turn changed no state", .dim)
    }
    if !turn.effects.isEmpty {
      sheet.heading("Effects in this turn")
      for effect in turn.effects { sheet.line(Self.line(effect, in: turn.sequence)) }
    }
    if !events.isEmpty {
      sheet.heading("Effects after it, before the next turn")
      for event in events {
        var line = Self.line(event.effect, in: turn.sequence)
        line.add("  \(event.store), \(times.line(event.time))", .dim)
        sheet.line(line)
      }
    }
    if let task { TasksPage.add(task, to: &sheet, times) }
    if let state { add(state, to: &sheet, times) }
    return sheet.text(style)
  }

  private static func line(_ effect: JournalEffectEvent, in turn: UInt64) -> Line {
    var line = Line("  ")
    let mark = effect.step.mark
    line.add(mark.text + " " + effect.step.name, mark.ink)
    line.pad(to: 13)
    line.add("  " + effect.name)
    var facts = ["effect \(effect.effect)"]
    if effect.turn != turn { facts.append("of turn \(Amounts.number(effect.turn))") }
    if effect.label != nil, let id = effect.id { facts.append("id \(id)") }
    if let queue = effect.queue { facts.append("queue \(queue)") }
    if let part = effect.part { facts.append("part \(part)") }
    line.add(" (\(facts.joined(separator: ", ")))", .dim)
    if let reason = effect.step.reason { line.add(": \(reason)", effect.step.mark.ink) }
    return line
  }

  private func add(_ state: State, to sheet: inout FactPage, _ times: TimeText) {
    guard let snapshot = state.snapshot else {
      sheet.heading("State of \(state.store)")
      sheet.block("it has no snapshot at or before this turn", .dim)
      return
    }
    sheet.heading("State of \(state.store) after turn \(Amounts.number(snapshot.sequence))")
    let distance =
      state.turnsBetween == 0
      ? "also valid after this turn"
      : "\(Amounts.count(state.turnsBetween, "turn")) of the store followed, up to this one"
    sheet.block("snapshot of \(times.full(snapshot.time)), \(snapshot.kind); \(distance)", .dim)
    sheet.block((state.value ?? .null).json(pretty: true))
  }

  var json: JournalValue {
    .joined(
      turn.json,
      .object(["eventsAfter": .array(events.map(\.json)), "state": state.map(Self.json) ?? .null]),
      task.map { JournalValue.object(["task": $0.json]) } ?? .object([]))
  }

  private static func json(_ state: State) -> JournalValue {
    guard let snapshot = state.snapshot else { return .object(["store": .text(state.store)]) }
    return .object([
      "store": .text(state.store), "after": .number(snapshot.sequence), "time": .time(snapshot.time),
      "kind": .text(snapshot.kind.name), "version": .number(snapshot.kind.version),
      "turnsBetween": .number(state.turnsBetween), "value": state.value ?? .null,
    ])
  }
}
