import Millrace

/// The path of an event through its middleware to its waiters and listeners.
extension EngineCore {
  func deliver(_ event: any AnyEvent, _ execution: Execution?, from index: Int) {
    if events.links.isEmpty { return notify(event, execution) }
    do {
      try events.pass(event, execution, from: index)
    } catch {
      fail(event, error, execution)
    }
  }

  /// Notifies the listeners of an error of an event's middleware, past all middleware.
  func fail(_ event: any AnyEvent, _ error: any Error, _ execution: Execution?) {
    report(error)
    if error.isFrameworkError {
      execution?.fail(error)
    } else {
      notify(type(of: event).buildEvent(fromError: error), execution)
    }
  }

  /// Notifies waiters and listeners of an event.
  func notify(_ event: any AnyEvent, _ execution: Execution?) {
    takeEntries()
    let key = ObjectIdentifier(type(of: event))
    var isHeard = false
    if !recorders.isEmpty { record(event) }
    let someWait = !byHand.isEmpty
    if let execution = execution ?? (someWait && !event.inProgress ? byHand.takeFirst(for: key) : nil) {
      if execution.reaction == nil {
        isHeard = true
        execution.answer(with: event)
      } else if let list = reactions[ObjectIdentifier(execution)], list.notify(event, only: nil) {
        isHeard = true
      }
    }
    if someWait {
      byHand.sweep(key)
      judge()
    }
    if let listeners = listeners[key], listeners.notify(event, only: nil) { isHeard = true }
    if !isHeard { miss(event) }
  }

  /// Handles an event that reached no listener.
  @usableFromInline
  func miss(_ event: any AnyEvent) {
    if event.inProgress || store.flow.lastSequence <= lastQuietTurn { return }
    report(Warning.noEventListeners(event: event))
  }

  /// Adds a waiter for an event that a handler publishes by hand.
  func waitByHand(_ execution: Execution, _ event: ObjectIdentifier, keeps: Bool) {
    if execution.isBound { return }
    byHand.add(execution, for: event, keeps: keeps)
    judge()
  }

  /// Sends an error to the caller that waits longest for an event of a type, which was refused.
  func failByHand(_ event: ObjectIdentifier, _ error: any Error) {
    byHand.takeFirst(for: event)?.withdraw(error)
    judge()
  }

  func hold(_ event: any AnyEvent, _ execution: Execution?, _ index: Int) -> Effect<EngineMessage> {
    guard let body = events.waiting(at: index) else {
      return .send(.publish(event, ExecutionReference(execution), from: index))
    }
    return .run(in: .concat(EffectID(EventWait(place: index))), label: "AsyncEventMiddleware") {
      [environment] send in
      guard let event = try await body(event, environment) else { return }
      await send(.publish(event, ExecutionReference(execution), from: index + 1))
    } catch: { error in
      .failEvent(event, error, ExecutionReference(execution))
    }
  }
}
