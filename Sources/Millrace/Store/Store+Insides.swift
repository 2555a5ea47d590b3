import MillraceCore

/// A message that has not had its turn.
package struct PendingMessage {
  package let message: any Sendable
  package let cause: Cause
  /// The time that a gate still delays it; nil for one that waits in line.
  package let delay: Duration?
}

// What a tool reads of a store between turns, beyond what a record needs.
extension Store {
  /// The messages that wait in line, and those that gates delay, in order; O(n).
  package var pendingMessages: [PendingMessage] {
    var pending: [PendingMessage] = []
    lane.pointee.forEachWaiting { message, mark in
      pending.append(PendingMessage(message: message, cause: mark.source.cause, delay: nil))
    }
    let now = timer?.now ?? .zero
    for (time, entry) in delayed.waiting {
      pending.append(
        PendingMessage(message: entry.message, cause: entry.mark.source.cause, delay: max(.zero, time - now)))
    }
    return pending
  }

  /// The effect queues that are not empty; O(queues).
  package var openQueues: [EffectScheduler<EffectID, EffectID>.OpenQueue] {
    effects?.scheduler.openQueues ?? []
  }

  /// The time on the environment's clock from which the queues' times count.
  package var effectClock: Duration? { timer?.now }

  /// The names of the gates before this store, in their order.
  package var gateNames: [String] {
    flow.gates.filter { !$0.life.isOver && ($0.lane ?? laneIndex) == laneIndex }.map(\.name)
  }
}
