import Millrace

/// What the turns of one step have led to.
struct StepNews {
  var turns: [TurnRecord] = []
  var events: [EffectEvent] = []
  var errors: [FlowError] = []
  /// What was to be cancelled, were it there.
  var cancellations: [(store: String, id: EffectID?)] = []

  mutating func take(_ record: TurnRecord) {
    turns.append(record)
    events += record.effects
  }

  mutating func take(_ event: EffectEvent) {
    events.append(event)
  }

  var isEmpty: Bool { turns.isEmpty && events.isEmpty && errors.isEmpty }

  /// Whether this effect's work was noted to be over, and no turn was taken.
  func isEnd(of effect: EffectName) -> Bool {
    turns.isEmpty
      && events.contains { event in
        switch event.kind {
        case .finished, .failed: event.serial == effect.serial && event.store == effect.store
        default: false
        }
      }
  }

  /// Whether nothing has happened but that this effect is over.
  func isNothingButEnd(of effect: EffectName) -> Bool {
    isEnd(of: effect) && errors.isEmpty && events.count == 1 && events[0].kind == .finished
  }
}
