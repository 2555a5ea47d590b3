extension Engine {
  /// Starts recording the events that reactions receive.
  public func record(isolation: isolated (any Actor)? = #isolation) -> EventRecorder {
    let recorder = EventRecorder()
    enter(isolation) { [weak recorder] core in
      if let recorder { core.add(recorder) }
    }
    return recorder
  }

  /// Replays the events of a history to all reactions, without middleware.
  ///
  /// Each event has a turn of its own. Nothing is executed, and callers that wait for a result get no answer.
  public func replay(_ history: EventHistory, isolation: isolated (any Actor)? = #isolation) {
    for event in history { send(.replay(event, to: nil), isolation) }
  }

  /// Replays the events of a history to one object, to rebuild its contents; others receive nothing.
  ///
  /// The object is one with reactions, or a store folded from events. Each event has a turn of its own.
  public func replay(
    _ history: EventHistory, to object: some AnyObject, isolation: isolated (any Actor)? = #isolation
  ) {
    let owner = ObjectIdentifier(object)
    for event in history { send(.replay(event, to: owner), isolation) }
  }
}
