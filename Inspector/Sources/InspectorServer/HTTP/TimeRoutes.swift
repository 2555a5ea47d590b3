import InspectorCore
import Millrace

extension Route {
  /// The time line.
  static let timeRoutes: [Route] = [
    Route("GET", "time") { view, query, _ throws(InspectorProblem) in
      let from = try query.number("from", in: Int64.min...Int64.max) ?? view.index.turns.first?.at ?? 0
      let until = try query.number("until", in: Int64.min...Int64.max) ?? view.index.turns.last?.at ?? from
      let width = try query.number("width", in: 1...10_000) ?? 800
      guard from <= until else { throw .malformed("`from` is after `until`; exchange them.") }
      let line = TimeLine(view.index, from: from, until: until, width: width)
      var effects: [JSONOutput] = []
      for bar in line.effects { effects.append(try view.effect(bar)) }
      return .json(.joined([line.output, ["effects": .array(effects)]]))
    }
  ]
}

extension HistoryView {
  fileprivate func effect(_ bar: TimeLine.Bar) throws(InspectorProblem) -> JSONOutput {
    let effect = index.stores[bar.store].effects[bar.place]
    // An event that was not kept leaves a bar without a name.
    let begin = try? source.events(at: effect.place).first { $0.effect == effect.effect }
    let end =
      effect.step == .failed || effect.step == .dropped
      ? try? source.events(at: effect.endPlace).last { $0.effect == effect.effect } : nil
    let led = index.place(of: effect.turn).map { place in
      index.led(by: place, limit: 100) { $0.cause == .effect(effect.effect, turn: effect.turn) }
    }
    return [
      "store": .text(index.stores[bar.store].name), "effect": .unsigned(effect.effect),
      "turn": .unsigned(effect.turn), "label": begin?.label.map { .text($0) },
      "id": begin?.id.map { .text($0) }, "queue": begin?.queue.map { .text($0) },
      "waited": effect.waited.map { .integer($0) } ?? .null,
      "began": effect.began.map { .integer($0) } ?? .null,
      "ended": effect.ended.map { .integer($0) } ?? .null,
      "end": effect.ended == nil ? .null : .text(effect.step.word), "reason": end?.reason.map { .text($0) },
      "led": .array((led ?? []).map { .unsigned(index.turns[$0].number) }),
    ]
  }
}
