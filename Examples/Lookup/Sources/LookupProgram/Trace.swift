import Millrace

/// Turn records as lines: a tap's view of the program.
enum Trace {
  static func line(_ record: TurnRecord) -> String {
    let effects = record.effects.map { ", \(word($0.kind)) \($0.label?.description ?? "an effect")" }
    return "[turn \(record.sequence)] \(record.message), \(record.cause)\(effects.joined())"
  }

  static func line(_ event: EffectEvent) -> String {
    "[between turns] \(word(event.kind)) \(event.label?.description ?? "an effect")"
  }

  private static func word(_ kind: EffectEvent.Kind) -> String {
    switch kind {
    case .started: "started"
    case .waiting: "holds back"
    case .finished: "finished"
    case .failed: "failed"
    case .cancelled: "cancelled"
    case .dropped: "dropped"
    }
  }
}
