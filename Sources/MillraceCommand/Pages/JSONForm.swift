import Millrace
import MillraceJournal

/// The forms of `--json`; the help promises their keys.
extension JournalValue {
  static func object(_ members: KeyValuePairs<String, JournalValue>) -> JournalValue {
    .object(members.map { key, value in Member(key: key, value: value) })
  }

  static func joined(_ parts: JournalValue...) -> JournalValue {
    var all: [Member] = []
    for case .object(let members) in parts { all += members }
    return .object(all)
  }

  static func number(_ number: (some BinaryInteger)?) -> JournalValue {
    guard let number else { return .null }
    return Int64(exactly: number).map { .integer($0) } ?? .unsigned(UInt64(clamping: number))
  }

  static func text(_ text: String?) -> JournalValue { text.map { .text($0) } ?? .null }

  static func time(_ time: Timestamp?) -> JournalValue { .text(time.map(TimeText.exact)) }
}

extension JournalTurn {
  var json: JournalValue {
    .object([
      "turn": .number(sequence), "time": .time(time), "store": .text(store), "kind": .text(kind?.name),
      "version": .number(kind?.version), "message": message ?? .null, "cause": cause.json,
      "handled": .bool(isHandled), "effects": .array(effects.map(\.json)),
    ])
  }
}

extension Cause {
  fileprivate var json: JournalValue {
    switch self {
    case .sent: .object(["kind": .text("sent")])
    case .posted: .object(["kind": .text("posted")])
    case .turn(let turn): .object(["kind": .text("turn"), "turn": .number(turn)])
    case .effect(let effect, let turn):
      .object(["kind": .text("effect"), "effect": .number(effect), "turn": .number(turn)])
    case .subscription(let serial):
      .object(["kind": .text("subscription"), "subscription": .number(serial)])
    }
  }
}

extension JournalEffectEvent {
  fileprivate var json: JournalValue {
    .object([
      "step": .text(step.name), "effect": .number(effect), "turn": .number(turn), "label": .text(label),
      "id": .text(id), "queue": .text(queue), "part": .text(part), "reason": .text(step.reason),
    ])
  }

  /// The label, the id or the number of the effect.
  var name: String { label ?? id ?? "#\(effect)" }
}

extension JournalEffectEvent.Step {
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

extension JournalEvent {
  var json: JournalValue {
    .joined(.object(["number": .number(number), "time": .time(time), "store": .text(store)]), effect.json)
  }
}

extension JournalTask {
  var json: JournalValue {
    .object([
      "key": .text(key), "store": .text(store), "kind": .text(kind.name), "version": .number(kind.version),
      "request": request, "asked": .number(asked), "time": .time(time), "status": .text(status.rawValue),
      "attempts": .number(attempts), "ended": .number(ended),
    ])
  }
}

extension JournalFinding {
  var json: JournalValue {
    .object(["severity": .text(severity.rawValue), "text": .text(text), "turn": .number(turn)])
  }
}

extension JournalGap {
  var json: JournalValue {
    .object(["after": .number(after), "until": .number(until), "reason": .text(reason)])
  }
}

extension ExchangeSummary {
  var json: JournalValue {
    .object([
      "turns": .number(turns), "events": .number(events), "snapshots": .number(snapshots),
      "tasks": .number(tasks), "gaps": .number(gaps), "last": .number(last),
    ])
  }
}
