public import Millrace

/// Turn records as lines: a tap's view of the program.
public enum Trace {
  /// Taps a flow, and passes each turn and what happens between turns to a closure, as lines.
  @MainActor
  public static func follow(_ flow: Flow, _ write: @escaping (String) -> Void) -> ObservationToken {
    flow.tap(effect: { write(line($0)) }) { write(line($0)) }
  }

  private static func line(_ record: TurnRecord) -> String {
    let effects = record.effects.map { ", \(word($0.kind)) \($0.label?.description ?? "an effect")" }
    return "[turn \(record.sequence)] \(record.message), \(record.cause)\(effects.joined())"
  }

  private static func line(_ event: EffectEvent) -> String {
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
