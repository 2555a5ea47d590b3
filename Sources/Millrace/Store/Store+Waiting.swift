extension Store {
  /// The messages that wait for their turns, in order.
  ///
  /// What other threads have posted is among them once the flow has looked, which it does before each turn.
  ///
  /// Cost: O(n) in the messages.
  public var waitingMessages: [Message] { lane.pointee.waitingMessages }

  /// Drops the messages that wait for their turns.
  ///
  /// Those that pass a lock, and those that a gate delays, stay.
  ///
  /// - Returns: What was dropped, in order. Cost: O(n) in what waits on the flow.
  @discardableResult
  public func dropWaitingMessages() -> [Message] {
    var dropped: [Message] = []
    while let entry = lane.pointee.dequeue() {
      dropped.append(entry.message)
      flow.forget(entry.cause.inheritance)
      if entry.cause.cause.canEnd && isWelcome(entry.cause.cause) { isDone(entry.cause.cause) }
    }
    flow.machine.drop(laneIndex)
    return dropped
  }
}
