/// Those who wait for an event that a handler publishes by hand, by the type of the event; the oldest first.
struct HandWaiters {
  private struct Waiter {
    /// Known from the beginning for a handler elsewhere, which may publish before it has returned.
    weak var ticket: Ticket?
    /// Keeps the ticket when no message and no work does.
    var kept: Ticket?
  }

  private var waiting: [ObjectIdentifier: [Waiter]] = [:]

  var isEmpty: Bool { waiting.isEmpty }

  /// Has somebody wait for an event, unless they do; `keeps` once nothing else holds the ticket.
  mutating func add(_ ticket: Ticket, for event: ObjectIdentifier, keeps: Bool) {
    if let place = waiting[event]?.firstIndex(where: { $0.ticket === ticket }) {
      if keeps { waiting[event]?[place].kept = ticket }
    } else if !ticket.isOver {
      waiting[event, default: []].append(Waiter(ticket: ticket, kept: keeps ? ticket : nil))
    }
  }

  /// Takes out the oldest who waits for an event.
  mutating func takeFirst(for event: ObjectIdentifier) -> Ticket? {
    sweep(event)
    guard let first = waiting[event]?.removeFirst().ticket else { return nil }
    sweep(event)
    return first
  }

  /// Forgets those who do not wait for an event any more.
  mutating func sweep(_ event: ObjectIdentifier) {
    waiting[event]?.removeAll { $0.ticket?.isOver != false }
    if waiting[event]?.isEmpty == true { waiting[event] = nil }
  }
}

/// The name of the queue in which events wait for the middleware of a number; nobody else's queue has it.
struct EventWait: Hashable {
  let place: Int
}

/// A recorder, which records only as long as somebody holds it.
struct WeakRecorder {
  weak var recorder: EventRecorder?
}
