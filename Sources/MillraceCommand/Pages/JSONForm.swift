import Millrace
import MillraceJournal

/// The forms of `--json`; the help promises their keys.
enum JSONForm {
  static func object(_ members: KeyValuePairs<String, JournalValue>) -> JournalValue {
    .object(members.map { key, value in JournalValue.Member(key: key, value: value) })
  }

  static func joined(_ parts: JournalValue...) -> JournalValue {
    var all: [JournalValue.Member] = []
    for case .object(let members) in parts { all += members }
    return .object(all)
  }

  static func number(_ number: (some BinaryInteger)?) -> JournalValue {
    guard let number else { return .null }
    return Int64(exactly: number).map { .integer($0) } ?? .unsigned(UInt64(clamping: number))
  }

  static func text(_ text: String?) -> JournalValue { text.map { .text($0) } ?? .null }

  static func time(_ time: Timestamp?) -> JournalValue { text(time.map(TimeText.exact)) }

  // MARK: Parts of a journal

  static func turn(_ turn: JournalTurn) -> JournalValue {
    object([
      "turn": number(turn.sequence), "time": time(turn.time), "store": .text(turn.store),
      "kind": text(turn.kind?.name), "version": number(turn.kind?.version), "message": turn.message ?? .null,
      "cause": cause(turn.cause), "handled": .bool(turn.isHandled),
      "effects": .array(turn.effects.map(effect)),
    ])
  }

  static func cause(_ cause: Cause) -> JournalValue {
    switch cause {
    case .sent: object(["kind": .text("sent")])
    case .posted: object(["kind": .text("posted")])
    case .turn(let turn): object(["kind": .text("turn"), "turn": number(turn)])
    case .effect(let effect, let turn):
      object(["kind": .text("effect"), "effect": number(effect), "turn": number(turn)])
    case .subscription(let serial):
      object(["kind": .text("subscription"), "subscription": number(serial)])
    }
  }

  static func effect(_ effect: JournalEffectEvent) -> JournalValue {
    object([
      "step": .text(effect.step.name), "effect": number(effect.effect), "turn": number(effect.turn),
      "label": text(effect.label), "id": text(effect.id), "queue": text(effect.queue),
      "reason": text(effect.step.reason),
    ])
  }

  static func event(_ event: JournalEvent) -> JournalValue {
    joined(
      object(["number": number(event.number), "time": time(event.time), "store": .text(event.store)]),
      effect(event.effect))
  }

  static func task(_ task: JournalTask) -> JournalValue {
    object([
      "key": .text(task.key), "store": .text(task.store), "kind": .text(task.kind.name),
      "version": number(task.kind.version), "request": task.request, "asked": number(task.asked),
      "time": time(task.time), "status": .text(task.status.rawValue), "attempts": number(task.attempts),
      "ended": number(task.ended),
    ])
  }

  static func finding(_ finding: JournalFinding) -> JournalValue {
    object([
      "severity": .text(finding.severity.rawValue), "text": .text(finding.text), "turn": number(finding.turn),
    ])
  }

  static func gap(_ gap: JournalGap) -> JournalValue {
    object(["after": number(gap.after), "until": number(gap.until), "reason": .text(gap.reason)])
  }

  static func summary(_ summary: ExchangeSummary) -> JournalValue {
    object([
      "turns": number(summary.turns), "events": number(summary.events),
      "snapshots": number(summary.snapshots), "tasks": number(summary.tasks), "gaps": number(summary.gaps),
      "last": number(summary.last),
    ])
  }
}

extension JournalEffectEvent.Step {
  var name: String {
    switch self {
    case .started: "started"
    case .waiting: "waiting"
    case .finished: "finished"
    case .failed: "failed"
    case .cancelled: "cancelled"
    case .dropped: "dropped"
    }
  }

  var reason: String? {
    switch self {
    case .failed(let reason), .dropped(let reason): reason
    default: nil
    }
  }

  /// A short sign for narrow columns.
  var mark: (text: String, ink: TextEmphasis) {
    switch self {
    case .started: ("▸", .cyan)
    case .waiting: ("…", .dim)
    case .finished: ("✓", .green)
    case .failed: ("✗", .red)
    case .cancelled: ("⊘", .yellow)
    case .dropped: ("∅", .yellow)
    }
  }
}

extension JournalEffectEvent {
  /// The label, the id or the number of the effect.
  var name: String { label ?? id ?? "#\(effect)" }
}
