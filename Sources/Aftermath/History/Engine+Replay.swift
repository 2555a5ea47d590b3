extension Engine {
  /// Records the events that those who react are told of, from now on.
  public func record(isolation: isolated (any Actor)? = #isolation) -> EventRecorder {
    let recorder = EventRecorder()
    enter(isolation) { [weak recorder] core in
      if let recorder { core.add(recorder) }
    }
    return recorder
  }

  /// Tells all who react once more of a history's events, past all middleware.
  ///
  /// Each event has a turn of its own. Nothing is executed, and who waits for a result is not answered.
  public func replay(_ history: EventHistory, isolation: isolated (any Actor)? = #isolation) {
    for event in history { send(.replay(event, to: nil), isolation) }
  }

  /// Tells one object once more of a history's events, to rebuild what it shows; others are not disturbed.
  ///
  /// The object is one that reacts, or a store that is folded from events. Each event has a turn of its own.
  public func replay(
    _ history: EventHistory, to object: some AnyObject, isolation: isolated (any Actor)? = #isolation
  ) {
    let owner = ObjectIdentifier(object)
    for event in history { send(.replay(event, to: owner), isolation) }
  }
}
