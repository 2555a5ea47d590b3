import Millrace

/// The results of the turns of one step.
struct StepResults {
  var turns: [TurnRecord] = []
  /// The numbers of the flows that took them.
  var flows: [Int] = []
  var events: [(effect: EffectName, event: EffectEvent)] = []
  var errors: [FlowError] = []
  /// The failures of the environment, such as a read of a key without a test value.
  var issues: [String] = []
  /// The cancellations, including those that met no effect.
  var cancellations: [(store: String, id: EffectID?)] = []

  /// Adds the record of a turn; `flow` is the number of its flow.
  mutating func take(_ record: TurnRecord, of flow: Int) {
    turns.append(record)
    flows.append(flow)
    for event in record.effects { take(event, of: flow) }
  }

  mutating func take(_ event: EffectEvent, of flow: Int) {
    let store = StoreName(flow: flow, number: event.storeNumber)
    events.append((EffectName(store: store, serial: event.serial), event))
  }

  var isEmpty: Bool { turns.isEmpty && events.isEmpty && errors.isEmpty && issues.isEmpty }

  /// Returns true when this effect's work was recorded as over, and no turn was taken.
  func isEnd(of effect: EffectName) -> Bool {
    turns.isEmpty
      && events.contains { name, event in
        switch event.kind {
        case .finished, .failed: name == effect
        default: false
        }
      }
  }

  /// Returns true when the end of this effect is the only event.
  func isNothingButEnd(of effect: EffectName) -> Bool {
    isEnd(of: effect) && errors.isEmpty && issues.isEmpty && events.count == 1
      && events[0].event.kind == .finished
  }
}
