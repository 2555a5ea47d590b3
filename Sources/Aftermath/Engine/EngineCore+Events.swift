import Millrace

/// The path of an event through its middleware to its waiters and listeners.
extension EngineCore {
  func deliver(_ event: any AnyEvent, _ ticket: Ticket?, from index: Int) {
    if events.links.isEmpty { return tell(event, ticket) }
    do {
      try events.pass(event, ticket, from: index)
    } catch {
      fail(event, error, ticket)
    }
  }

  /// Notifies the listeners of an error of an event's middleware, past all middleware.
  func fail(_ event: any AnyEvent, _ error: any Error, _ ticket: Ticket?) {
    report(error)
    if error.isFrameworkError {
      ticket?.fail(error)
    } else {
      tell(type(of: event).buildEvent(fromError: error), ticket)
    }
  }

  /// Notifies waiters and listeners of an event.
  func tell(_ event: any AnyEvent, _ ticket: Ticket?) {
    takeEntries()
    let key = ObjectIdentifier(type(of: event))
    var isHeard = false
    if !recorders.isEmpty { record(event) }
    let someWait = !byHand.isEmpty
    if let ticket = ticket ?? (someWait && !event.inProgress ? byHand.takeFirst(for: key) : nil) {
      isHeard = true
      ticket.answer(with: event)
    }
    if someWait {
      byHand.sweep(key)
      judge()
    }
    if let listeners = listeners[key], listeners.tell(event, only: nil) { isHeard = true }
    if !isHeard { miss(event) }
  }

  /// Handles an event that reached no listener.
  @usableFromInline
  func miss(_ event: any AnyEvent) {
    if event.inProgress || store.flow.lastSequence <= lastQuietTurn { return }
    report(Warning.noEventListeners(event: event))
  }

  /// Adds a waiter for an event that a handler publishes by hand.
  func waitByHand(_ ticket: Ticket, _ event: ObjectIdentifier, keeps: Bool) {
    byHand.add(ticket, for: event, keeps: keeps)
    judge()
  }

  func hold(_ event: any AnyEvent, _ ticket: Ticket?, _ index: Int) -> Effect<EngineMessage> {
    guard let body = events.waiting(at: index) else {
      return .send(.publish(event, TicketPass(ticket), from: index))
    }
    return .run(in: .concat(EffectID(EventWait(place: index))), label: "AsyncEventMiddleware") {
      [environment] send in
      guard let event = try await body(event, environment) else { return }
      await send(.publish(event, TicketPass(ticket), from: index + 1))
    } catch: { error in
      .failEvent(event, error, TicketPass(ticket))
    }
  }
}
