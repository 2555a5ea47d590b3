import Millrace

/// What the turns of one step have led to.
struct StepNews {
  var turns: [TurnRecord] = []
  /// The numbers of the flows that took them.
  var flows: [Int] = []
  var events: [(effect: EffectName, event: EffectEvent)] = []
  var errors: [FlowError] = []
  /// What was to be cancelled, were it there.
  var cancellations: [(store: String, id: EffectID?)] = []

  /// Takes what a flow tells of a turn; `flow` tells flows apart.
  mutating func take(_ record: TurnRecord, of flow: Int) {
    turns.append(record)
    flows.append(flow)
    for event in record.effects { take(event, of: flow) }
  }

  mutating func take(_ event: EffectEvent, of flow: Int) {
    let store = StoreName(flow: flow, number: event.storeNumber)
    events.append((EffectName(store: store, serial: event.serial), event))
  }

  var isEmpty: Bool { turns.isEmpty && events.isEmpty && errors.isEmpty }

  /// Whether this effect's work was noted to be over, and no turn was taken.
  func isEnd(of effect: EffectName) -> Bool {
    turns.isEmpty
      && events.contains { name, event in
        switch event.kind {
        case .finished, .failed: name == effect
        default: false
        }
      }
  }

  /// Whether nothing has happened but that this effect is over.
  func isNothingButEnd(of effect: EffectName) -> Bool {
    isEnd(of: effect) && errors.isEmpty && events.count == 1 && events[0].event.kind == .finished
  }
}
