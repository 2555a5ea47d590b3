import Millrace

/// An entry as a line of text.
enum TextLine {
  static func of(_ entry: TurnLog.Entry) -> String {
    let level = entry.level.rawValue
    var words = [LogTime.text(entry.time), level + String(repeating: " ", count: 7 - level.count)]
    words.append(entry.store.map { "\(entry.flow)/\($0)" } ?? entry.flow)
    var parts: [String] = []
    switch entry.event {
    case .turn, .unhandled:
      words.append(entry.turn.map { "\($0)" } ?? "")
      words.append(entry.message ?? "")
      if entry.event == .unhandled { parts.append("not handled") }
      if let cause = CauseText.of(entry) { parts.append("from \(cause)") }
    case .lost: words.append("\(entry.lostCount) \(entry.text ?? "")")
    case .broken: words.append("the history breaks at \(entry.turn ?? 0): \(entry.text ?? "")")
    case .error: words.append(entry.text ?? "")
    case .started, .waiting, .finished, .failed, .cancelled, .dropped: break
    }
    parts += entry.effects.map { EffectText.of($0) }
    parts += entry.changes.map { $0.hasPrefix("  ") ? String($0.dropFirst(2)) : $0 }
    let head = words.filter { !$0.isEmpty }.joined(separator: " ")
    if entry.message == nil, entry.text == nil { return head + " " + parts.joined(separator: "; ") }
    return ([head] + parts).joined(separator: "; ")
  }
}

/// The origin of a message, as people read it.
enum CauseText {
  /// Returns the origin of a turn's message; nil for one that was sent from outside, as most are.
  static func of(_ entry: TurnLog.Entry) -> String? {
    switch entry.cause {
    case nil, .sent: nil
    case .effect(_, let turn): entry.causeName.map { "\($0), turn \(turn)" } ?? entry.cause.map { "\($0)" }
    case .posted, .turn, .subscription: entry.cause.map { "\($0)" }
    }
  }
}

/// An event of an effect, as people read it.
enum EffectText {
  static func of(_ effect: TurnLog.Effect) -> String {
    "\(effect.event.rawValue) \(effect.name)" + (effect.text.map { ": \($0)" } ?? "")
  }
}
