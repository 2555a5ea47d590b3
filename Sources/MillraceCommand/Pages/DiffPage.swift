import Millrace
import MillraceJournal
import MillraceSupport

/// The page of `diff`: the first turn in which two journals differ.
struct DiffPage {
  let left: String
  let right: String
  let difference: JournalDifference?
  /// The last turn that was removed from one of them.
  var comparedAfter: UInt64 = 0

  func text(_ style: Style, _ times: TimeText) -> String {
    var sheet = FactPage(factWidth: 7)
    guard let difference else {
      let start =
        comparedAfter > 0
        ? " after turn \(Amounts.number(comparedAfter)), before which some were removed" : ""
      sheet.title("The journals have the same turns\(start).", .green)
      return sheet.text(style)
    }
    let number = Amounts.number(difference.sequence)
    sheet.title(headline(difference, number))
    sheet.line(legend("- left ", left, .red))
    sheet.line(legend("+ right", right, .green))
    if let one = difference.left, let other = difference.right {
      add(one, other, difference, to: &sheet, times)
    } else if let turn = difference.left ?? difference.right {
      sheet.heading("Turn \(number), \(difference.left == nil ? "only right" : "only left")")
      let ink = difference.left == nil ? TextEmphasis.green : .red
      sheet.fact("time", times.full(turn.time), ink)
      sheet.fact("store", turn.store, ink)
      sheet.fact("cause", LogLines.text(turn.cause), ink)
      sheet.fact("kind", turn.kind?.description ?? "none", ink)
      if let message = turn.message { sheet.fact("message", ShortText.of(message), ink) }
    }
    return sheet.text(style)
  }

  private func headline(_ difference: JournalDifference, _ number: String) -> String {
    switch (difference.left == nil, difference.right == nil, difference.isEnd) {
    case (true, _, true): "The left journal ends before turn \(number); the right one continues."
    case (_, true, true): "The right journal ends before turn \(number); the left one continues."
    case (true, _, false): "Turn \(number) is only in the right journal; the earlier ones are equal."
    case (_, true, false): "Turn \(number) is only in the left journal; the earlier ones are equal."
    default: "The journals differ from turn \(number) on; the earlier turns are equal."
    }
  }

  private func legend(_ sign: String, _ path: String, _ ink: TextEmphasis) -> Line {
    var line = Line("  ")
    line.add(sign, ink)
    line.add("  \(path)", .dim)
    return line
  }

  private func add(
    _ left: JournalTurn, _ right: JournalTurn, _ difference: JournalDifference, to sheet: inout FactPage,
    _ times: TimeText
  ) {
    func pair(_ title: String, _ left: String?, _ right: String?) {
      sheet.heading(title)
      if let left { sheet.block("- " + TextWidth.harmless(left), .red) }
      if let right { sheet.block("+ " + TextWidth.harmless(right), .green) }
    }
    let aspects = difference.aspects
    if aspects.contains(.time) { pair("Time", times.full(left.time), times.full(right.time)) }
    if aspects.contains(.store) { pair("Store", left.store, right.store) }
    if aspects.contains(.message) {
      if left.kind != right.kind {
        pair("Kind of the message", left.kind?.description ?? "none", right.kind?.description ?? "none")
      }
      for value in difference.values {
        pair(
          value.path.isEmpty ? "Message" : "Message at \(value.path)", value.left.map { $0.json() },
          value.right.map { $0.json() })
      }
    }
    if aspects.contains(.cause) { pair("Cause", LogLines.text(left.cause), LogLines.text(right.cause)) }
    if aspects.contains(.handling) {
      pair("Handled", left.isHandled ? "yes" : "no", right.isHandled ? "yes" : "no")
    }
    if aspects.contains(.effects) { pair("Effects", Self.text(left.effects), Self.text(right.effects)) }
  }

  private static func text(_ effects: [JournalEffectEvent]) -> String {
    if effects.isEmpty { return "none" }
    return effects.map { effect in
      let turn = Amounts.number(effect.turn)
      var text = "\(effect.step.name) \(effect.name) (effect \(effect.effect) of turn \(turn)"
      if let queue = effect.queue { text += ", queue \(queue)" }
      if let part = effect.part { text += ", part \(part)" }
      return text + ")" + (effect.step.reason.map { ": \($0)" } ?? "")
    }.joined(separator: ", ")
  }

  var json: JournalValue {
    let names: [(JournalAspects, String)] = [
      (.time, "time"), (.store, "store"), (.message, "message"), (.cause, "cause"), (.handling, "handling"),
      (.effects, "effects"),
    ]
    let end: String? = difference.flatMap { $0.isEnd ? ($0.left == nil ? "left" : "right") : nil }
    let aspects = difference?.aspects ?? []
    return .object([
      "equal": .bool(difference == nil), "turn": .number(difference?.sequence), "ends": .text(end),
      "aspects": .array(names.filter { aspects.contains($0.0) }.map { .text($0.1) }),
      "values": .array(
        (difference?.values ?? []).map {
          .members([("path", .text($0.path)), ("left", $0.left), ("right", $0.right)])
        }),
      "left": difference?.left?.json ?? .null, "right": difference?.right?.json ?? .null,
    ])
  }
}
