extension Store {
  /// The messages that wait for their turns, in order.
  package var waitingMessages: [Message] { lane.pointee.waitingMessages }

  /// Drops the messages that wait for their turns, except those that pass a lock and those that a gate
  /// delays.
  @discardableResult
  package func dropWaitingMessages() -> [Message] {
    var dropped: [Message] = []
    while let entry = lane.pointee.dequeue() {
      dropped.append(entry.message)
      flow.forget(entry.cause.inheritance)
      if entry.cause.source.canEnd && isWelcome(entry.cause.source) { isDone(entry.cause.source) }
    }
    flow.machine.drop(laneIndex)
    return dropped
  }
}
