/// The callers and reactions that wait for an event which a handler publishes by hand, by the type of the
/// event; the oldest first.
struct HandWaiters {
  private struct Waiter {
    /// Known from the beginning for a handler in another isolation, which may publish before it has returned.
    weak var execution: Execution?
    /// Retains the execution when no message and no work does.
    var kept: Execution?
  }

  private var waiting: [ObjectIdentifier: [Waiter]] = [:]

  var isEmpty: Bool { waiting.isEmpty }

  /// Adds a waiter for an event, unless it waits already; `keeps` retains the execution once nothing else does.
  mutating func add(_ execution: Execution, for event: ObjectIdentifier, keeps: Bool) {
    if let place = waiting[event]?.firstIndex(where: { $0.execution === execution }) {
      if keeps { waiting[event]?[place].kept = execution }
    } else if !execution.isOver {
      waiting[event, default: []].append(Waiter(execution: execution, kept: keeps ? execution : nil))
    }
  }

  /// Returns the oldest waiter for an event, and removes it.
  ///
  /// A reaction that is the last one stays, because its command may have several answers.
  mutating func takeFirst(for event: ObjectIdentifier) -> Execution? {
    sweep(event)
    guard let first = waiting[event]?.first?.execution else { return nil }
    if first.reaction == nil || waiting[event]?.count != 1 { waiting[event]?.removeFirst() }
    sweep(event)
    return first
  }

  /// Removes the executions that no longer wait for an event.
  mutating func sweep(_ event: ObjectIdentifier) {
    waiting[event]?.removeAll { $0.execution?.isOver != false }
    if waiting[event]?.isEmpty == true { waiting[event] = nil }
  }
}

/// The name of the queue in which events wait for the middleware of a number; no other queue has it.
struct EventWait: Hashable {
  let place: Int
}

/// A weak reference to a recorder, which records only while other code retains it.
struct WeakRecorder {
  weak var recorder: EventRecorder?
}
