import Millrace

/// A message with everything that it led to: the turns of the messages that followed from it, and the commands
/// that these turns requested.
struct DispatchTree {
  /// The turns that messages or commands of the tree may still refer to.
  private var turns: Set<UInt64> = []
  /// The commands of the tree that run or wait, by the turn that requested them.
  private var commands: [Work: UInt64] = [:]

  private struct Work: Hashable {
    let store: UInt64
    let serial: UInt64
  }

  /// True when the message has had its turn.
  private(set) var hasBegun = false

  /// True when no command of the tree runs or waits.
  var isQuiet: Bool { commands.isEmpty }

  /// The number of turns that are remembered.
  var turnCount: Int { turns.count }

  /// Takes a turn of the flow; the first one is that of the message.
  mutating func take(_ record: TurnRecord) {
    if !hasBegun || isPart(record.cause) { turns.insert(record.sequence) }
    hasBegun = true
    take(record.effects)
  }

  /// Takes events of the flow's effects.
  mutating func take(_ events: [EffectEvent]) {
    for event in events where turns.contains(event.turn) {
      let work = Work(store: event.storeNumber, serial: event.serial)
      switch event.kind {
      case .started, .waiting: commands[work] = event.turn
      case .finished, .failed, .cancelled, .dropped: commands[work] = nil
      }
    }
  }

  /// Forgets the turns without commands; to be called when no message waits.
  mutating func prune() {
    turns = Set(commands.values)
  }

  private func isPart(_ cause: Cause) -> Bool {
    switch cause {
    case .turn(let turn), .effect(_, let turn): turns.contains(turn)
    case .sent, .posted, .subscription: false
    }
  }
}
