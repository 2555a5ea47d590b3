import Millrace

/// Plays logic without running anything: finds the possible choices in a situation, and their results.
struct ModelMachine<State, Message: Sendable> {
  /// A turn, or a change of the effects alone, as a path shows it.
  struct Turn {
    let cause: ModelCause<Message>
    let isHandled: Bool
    var events: [EffectsInFlight.Event]
    /// The situation after it.
    var situation: ModelSituation<State>
  }

  /// Records made during a choice.
  struct Notes {
    /// The turns, in order.
    var turns: [Turn] = []
    var usedRows: Set<Int> = []
    var errors: [String] = []
    var isEndless = false
    var undeclared: [ModelEffect] = []
    /// The number of possibilities of each decision about an effect that may send messages at once.
    var possibilities: [Int32] = []

    mutating func note(error: String) {
      if !errors.contains(error) { errors.append(error) }
    }
  }

  /// The maximum number of turns that one message may cause by messages sent at once.
  static var turnLimit: Int { 10_000 }

  let logic: Logic<State, Message>
  let messages: (State) -> [Message]
  let catalog: EffectCatalog<Message>

  /// Returns the possible choices in a fixed order: messages, then effects, then queues.
  func choices(in situation: ModelSituation<State>) -> [ModelChoice] {
    var choices = messages(situation.state).indices.map { ModelChoice.message(Int32($0)) }
    if situation.effects.isEmpty { return choices }
    for entry in situation.effects.entries {
      switch entry.phase {
      case .waiting: break
      case .stopping: choices.append(.end(effect: entry.serial))
      case .running:
        if situation.effects.hasSaidAll(entry, catalog) {
          choices.append(.end(effect: entry.serial))
          continue
        }
        let kind = catalog.kinds[Int(entry.kind)]
        for (alternative, answer) in (kind.answers ?? []).enumerated() {
          let isLimit = alternative >= kind.firstLimit
          let alternative = Int32(alternative)
          if entry.alternative >= 0, entry.alternative == alternative || !isLimit {
            guard entry.alternative == alternative, entry.sent < answer.messages.count else { continue }
          } else if entry.alternative >= kind.firstLimit {
            continue
          } else if answer.delay != nil {
            let owner = DeadlineZone.Owner.answer(effect: entry.serial, alternative: alternative)
            guard situation.effects.clock.canBeNext(owner) else { continue }
          }
          choices.append(.answer(effect: entry.serial, alternative: alternative))
        }
      }
    }
    for busy in situation.effects.busyQueues where situation.effects.clock.canBeNext(.queue(busy.queue)) {
      choices.append(.queue(busy.queue))
    }
    return choices
  }

  /// Returns a situation in which the model begins.
  func beginning(_ decisions: [Int32]) -> (situation: ModelSituation<State>, notes: Notes) {
    var run = Run(
      machine: self, situation: ModelSituation(state: logic.initial, effects: EffectsInFlight()),
      decisions: decisions)
    run.hand(logic.beginning)
    run.sendAtOnce()
    run.takeTurns()
    return run.finished()
  }

  /// Returns the situation after a move; nil when the message was rejected and nothing else happened.
  func perform(
    _ move: ModelMove, in situation: ModelSituation<State>
  ) -> (situation: ModelSituation<State>, notes: Notes)? {
    var run = Run(machine: self, situation: situation, decisions: move.decisions)
    guard run.begin(move.choice) else { return nil }
    run.takeTurns()
    run.end(move.choice)
    return run.finished()
  }
}
