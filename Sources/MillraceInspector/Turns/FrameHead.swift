import Millrace
import MillraceCoding
import MillraceInspectorWire

extension Frame {
  /// Creates a frame whose head has these members, those without a value left out.
  init(_ members: [(String, JournalValue?)], body: [UInt8] = []) {
    let head = JournalValue.object(
      members.compactMap { member in member.1.map { JournalValue.Member(key: member.0, value: $0) } })
    self.init(head: head.json(), body: body)
  }
}

extension JournalValue {
  /// Creates an integer.
  init(number: UInt64) {
    self = Int64(exactly: number).map { .integer($0) } ?? .unsigned(number)
  }

  /// The integer, if this is one from 0 on.
  var number: UInt64? {
    switch self {
    case .integer(let value): UInt64(exactly: value)
    case .unsigned(let value): value
    default: nil
    }
  }

  var text: String? { if case .text(let text) = self { text } else { nil } }

  var array: [JournalValue]? { if case .array(let items) = self { items } else { nil } }

  static func texts(_ texts: [String]) -> JournalValue { .array(texts.map { .text($0) }) }
}

extension EffectEvent {
  /// The event in the form of an export.
  var value: JournalValue {
    let (name, reason): (String, String?) =
      switch kind {
      case .started: ("started", nil)
      case .waiting: ("waiting", nil)
      case .finished: ("finished", nil)
      case .failed(let reason): ("failed", reason)
      case .cancelled: ("cancelled", nil)
      case .dropped(let reason): ("dropped", "\(reason)")
      }
    let members: [(String, JournalValue?)] = [
      ("kind", .text(name)), ("effect", .init(number: serial)), ("turn", .init(number: turn)),
      ("label", (label?.description).map { .text($0) }), ("id", (id?.description).map { .text($0) }),
      ("queue", (queue?.name.description).map { .text($0) }), ("reason", reason.map { .text($0) }),
      ("part", (part?.description).map { .text($0) }),
    ]
    return .object(members.compactMap { member in member.1.map { .init(key: member.0, value: $0) } })
  }
}
