extension Effect {
  /// Returns the effect that begins after a time on the environment's clock.
  ///
  /// Work waits before its body runs, in its place in its queue and under its id, by which it can be
  /// cancelled meanwhile. A message that is sent at once becomes work that sends it later. Of a sequence the
  /// first step waits. Cancellations and reports are not delayed. Id, label, queue and `catch` stay; callback
  /// work is begun outside of the store's home.
  ///
  /// To wait only until no newer request comes, use a queue with `debounce`.
  @_alwaysEmitIntoClient
  public func delay(_ time: Duration) -> Effect {
    switch content {
    case .sequence(let effects):
      let effects = effects.array
      return .concatenate(effects.prefix(1).map { $0.delay(time) } + effects.dropFirst())
    case .merge(let effects): return .merge(effects.array.map { $0.delay(time) })
    case .within(let membership, let effect): return effect.delay(time).within(membership)
    case .none, .message, .work, .cancel, .leave, .report, .unhandled:
      return asWork.changingOperations(limits: { .delaying($0, by: time) }) { operation in
        { send in
          try await send.environment.clock.sleep(for: time.bounded)
          try await operation(send)
        }
      }
    }
  }

  /// Returns the effect whose work runs a number of times, with a pause on the environment's clock in
  /// between.
  ///
  /// An error ends the repetition and goes to the `catch` of the work, and so does a cancellation, without an
  /// error. All runs are one effect: id, label, queue and `catch` stay, and its place in its queue is free
  /// after the last. Work of every part of the effect is repeated for itself; a message that is sent at once
  /// is repeated as well. Callback work is begun outside of the store's home.
  ///
  /// - Parameters:
  ///   - count: The number of runs; with less than 1 the effect does nothing.
  ///   - pause: The time between the end of a run and the next.
  @_alwaysEmitIntoClient
  public func repeating(_ count: Int, pause: Duration = .zero) -> Effect {
    if count < 1 { return .none }
    return asWork.changingOperations(limits: { .repeating($0) }) { operation in
      { send in
        var left = count
        while true {
          try await operation(left == 1 ? send : send.goingOn)
          left -= 1
          if left == 0 { return }
          try await send.environment.clock.sleep(for: pause.bounded)
          try Task.checkCancellation()
        }
      }
    }
  }

  /// Returns the effect whose work runs again and again, with a pause in between, until it is cancelled or
  /// throws.
  ///
  /// See ``repeating(_:pause:)``. For something that goes on while the state says so, use a
  /// ``StoreSubscription``.
  @_alwaysEmitIntoClient
  public func repeating(pause: Duration) -> Effect { repeating(.max, pause: pause) }

  /// Returns the effect whose tasks have a priority, in place of the sender's.
  ///
  /// It is a request to the driver, which ``LiveDriver`` passes on to its tasks. Callback work has no task.
  @_alwaysEmitIntoClient
  public func priority(_ priority: TaskPriority) -> Effect { rewriting { $0.with(priority: priority) } }
}
