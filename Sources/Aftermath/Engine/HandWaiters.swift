/// The callers and reactions that wait for an event which a handler publishes by hand, by the type of the
/// event; the oldest first.
struct HandWaiters {
  private var queues: [ObjectIdentifier: HandWaiterQueue] = [:]

  var isEmpty: Bool { queues.isEmpty }

  /// Adds a waiter for an event, unless it waits already; `keeps` retains the execution once nothing else
  /// does.
  mutating func add(_ execution: Execution, for event: ObjectIdentifier, keeps: Bool) {
    queues[event, default: HandWaiterQueue()].add(execution, keeps: keeps)
    sweep(event)
  }

  /// Returns the oldest waiter for an event, and removes it.
  ///
  /// A reaction that is the last one stays, because its command may have several answers.
  mutating func takeFirst(for event: ObjectIdentifier) -> Execution? {
    defer { sweep(event) }
    return queues[event]?.takeFirst()
  }

  /// Removes the oldest executions that no longer wait for an event.
  mutating func sweep(_ event: ObjectIdentifier) {
    queues[event]?.sweep()
    if queues[event]?.isEmpty == true { queues[event] = nil }
  }
}

/// The executions that wait for one type of event; each operation costs O(1) on average.
private struct HandWaiterQueue {
  private struct Waiter {
    let id: ObjectIdentifier
    /// Known from the beginning for a handler in another isolation, which may publish before it has returned.
    weak var execution: Execution?
    /// Retains the execution when no message and no work does.
    var kept: Execution?

    var isOver: Bool { execution?.isOver != false }
  }

  /// The oldest first; those before `first` have been removed.
  private var waiters: [Waiter] = []
  private var first = 0
  /// The indices of the waiters; an execution that has ended may have left its own.
  private var places: [ObjectIdentifier: Int] = [:]
  private var limit = SweepLimit()

  var isEmpty: Bool { first == waiters.count }

  mutating func add(_ execution: Execution, keeps: Bool) {
    let id = ObjectIdentifier(execution)
    if let place = places[id], waiters[place].execution === execution {
      if keeps { waiters[place].kept = execution }
      return
    }
    if execution.isOver { return }
    if limit.isReached(by: waiters.count) { sweepAll() }
    append(Waiter(id: id, execution: execution, kept: keeps ? execution : nil))
  }

  mutating func takeFirst() -> Execution? {
    sweep()
    guard !isEmpty, let execution = waiters[first].execution else { return nil }
    let taken = removeFirst()
    sweep()
    if isEmpty && execution.reaction != nil { append(taken) }
    return execution
  }

  /// Removes the executions at the front that no longer wait.
  mutating func sweep() {
    while !isEmpty && waiters[first].isOver { removeFirst() }
  }

  private mutating func append(_ waiter: Waiter) {
    places[waiter.id] = waiters.count
    waiters.append(waiter)
  }

  @discardableResult
  private mutating func removeFirst() -> Waiter {
    let waiter = waiters[first]
    waiters[first].kept = nil
    if places[waiter.id] == first { places[waiter.id] = nil }
    first += 1
    return waiter
  }

  private mutating func sweepAll() {
    let waiting = waiters[first...].filter { !$0.isOver }
    waiters = []
    first = 0
    places = [:]
    for waiter in waiting { append(waiter) }
    limit.keep(waiters.count)
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
