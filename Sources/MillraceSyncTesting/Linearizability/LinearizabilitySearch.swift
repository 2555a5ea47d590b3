import MillraceCore

/// The search for an order of one key's operations that the model allows and that agrees with time: the
/// algorithm of Wing and Gong (Testing and Verifying Concurrent Objects, 1993) with the memory of Lowe
/// (Testing for Linearizability, 2017): a set of operations that has led to a state before is not tried
/// again.
///
/// Two things keep it short. An operation with an answer that changes nothing is taken as soon as it can be,
/// since no other order gains by its coming later. Operations without an answer come after those with one,
/// few in a row at first, and more only when that leads nowhere.
struct LinearizabilitySearch<
  Key: Hashable & Sendable, State: Hashable & Sendable, Operation: Sendable, Answer: Sendable
> {
  typealias Recorded = RecordedOperation<Key, Operation, Answer>

  /// The end of a search.
  enum Outcome {
    case order([Int])
    /// The longest order that was found, and the operations that could not follow it.
    case none(longest: [Int], next: [Int])
    case undecided
  }

  private struct Visited: Hashable {
    let done: OperationSet.Key
    let state: WholeKey<State>
  }

  /// An event in a list from which operations are taken out and put back.
  private struct Event {
    let operation: Int
    let isCall: Bool
    var previous: Int
    var next: Int
  }

  /// The next operation to try.
  private enum Cursor {
    /// One with an answer.
    case event(Int)
    /// One without, of those that were called before an event.
    case pending(Int, before: Int)
  }

  private struct Taken {
    let operation: Int
    let before: State
    /// The number of operations without an answer in a row before this one.
    let row: Int
    /// True if nothing is gained by another one in its place.
    let isForced: Bool
    let resume: Cursor
  }

  private let model: SequentialModel<State, Operation, Answer>
  private let operations: [Recorded]
  /// The calls and answers of operations that have one; 0 is the head of the list, the last one its end.
  private var events: [Event] = []
  private var calls: [Int]
  private var returns: [Int]
  /// The operations without an answer, each with the number of events before its call.
  private var pending: [(operation: Int, events: Int)] = []

  private var done: OperationSet
  private var taken: [Taken] = []
  private var visited: [Visited: Int] = [:]
  private var open = 0

  init(_ model: SequentialModel<State, Operation, Answer>, _ operations: [Recorded]) {
    self.model = model
    self.operations = operations
    done = OperationSet(count: operations.count)
    calls = Array(repeating: 0, count: operations.count)
    returns = calls
    var order: [(time: UInt64, isCall: Bool, operation: Int)] = []
    for (number, operation) in operations.enumerated() {
      order.append((operation.called, true, number))
      if let returned = operation.returned { order.append((returned, false, number)) }
    }
    // At the same time, calls come first: the operations overlap, which allows more orders.
    order.sort { ($0.time, $0.isCall ? 0 : 1, $0.operation) < ($1.time, $1.isCall ? 0 : 1, $1.operation) }
    events.append(Event(operation: -1, isCall: false, previous: -1, next: 1))
    for event in order {
      if operations[event.operation].returned == nil {
        pending.append((event.operation, events.count - 1))
        continue
      }
      if event.isCall {
        calls[event.operation] = events.count
      } else {
        returns[event.operation] = events.count
      }
      events.append(
        Event(
          operation: event.operation, isCall: event.isCall, previous: events.count - 1, next: events.count + 1
        ))
    }
    events.append(Event(operation: -1, isCall: false, previous: events.count - 1, next: -1))
  }

  /// Searches until an order is found, there is none, or the number of steps is reached.
  mutating func run(stepLimit: Int) -> Outcome {
    var steps = 0
    var rowLimit = 1
    while true {
      let (outcome, isCut) = run(rowLimit: rowLimit, &steps, stepLimit)
      guard isCut, case .none = outcome else { return outcome }
      rowLimit += 1
    }
  }

  private mutating func run(
    rowLimit: Int, _ steps: inout Int, _ stepLimit: Int
  ) -> (outcome: Outcome, isCut: Bool) {
    visited = [:]
    open = operations.count - pending.count
    var (state, row, isCut) = (model.initial, 0, false)
    var (longest, next, longestOpen): ([Int], [Int], Int) = ([], [], .max)
    var cursor = Cursor.event(events[0].next)
    while open > 0 {
      steps += 1
      if steps > stepLimit { return (.undecided, false) }
      switch cursor {
      case .event(let event) where events[event].isCall:
        let number = events[event].operation
        cursor = .event(events[event].next)
        guard let after = take(number, state, row, 0, cursor) else { continue }
        (state, row, cursor) = (after, 0, .event(events[0].next))
        continue
      case .event(let event):
        // An answer whose operation is not in the order yet, or the end.
        cursor = .pending(0, before: event)
        continue
      case .pending(let place, let event):
        if place < pending.count, pending[place].events < event {
          cursor = .pending(place + 1, before: event)
          if row == rowLimit {
            isCut = isCut || !done.contains(pending[place].operation)
          } else if let after = take(pending[place].operation, state, row, row + 1, cursor) {
            (state, row, cursor) = (after, row + 1, .event(events[0].next))
          }
          continue
        }
      }
      // None can come next.
      if open < longestOpen { (longestOpen, longest, next) = (open, taken.map(\.operation), candidates()) }
      var last = giveUp()
      while last?.isForced == true { last = giveUp() }
      guard let last else { return (.none(longest: longest, next: next), isCut) }
      (state, row, cursor) = (last.before, last.row, last.resume)
    }
    return (.order(taken.map(\.operation)), isCut)
  }

  /// Takes an operation into the order, and returns the state behind it; nil if it cannot come next, need
  /// not, or has led to the same before.
  private mutating func take(
    _ number: Int, _ state: State, _ row: Int, _ newRow: Int, _ resume: Cursor
  ) -> State? {
    let operation = operations[number]
    let isPending = operation.returned == nil
    if isPending, done.contains(number) { return nil }
    guard let after = model.step(state, operation.operation, operation.answer) else { return nil }
    let isSame = isWhollyUnchanged(after, from: state)
    if isPending, isSame { return nil }
    done.insert(number)
    let key = Visited(done: done.key, state: WholeKey(after))
    if let known = visited[key], known <= newRow {
      done.remove(number)
      return nil
    }
    visited[key] = newRow
    taken.append(Taken(operation: number, before: state, row: row, isForced: isSame, resume: resume))
    if !isPending {
      open -= 1
      takeOut(calls[number])
      takeOut(returns[number])
    }
    return after
  }

  /// Takes the last operation out of the order, and returns it.
  private mutating func giveUp() -> Taken? {
    guard let last = taken.popLast() else { return nil }
    done.remove(last.operation)
    if operations[last.operation].returned != nil {
      open += 1
      putBack(returns[last.operation])
      putBack(calls[last.operation])
    }
    return last
  }

  private mutating func takeOut(_ event: Int) {
    events[events[event].previous].next = events[event].next
    events[events[event].next].previous = events[event].previous
  }

  private mutating func putBack(_ event: Int) {
    events[events[event].previous].next = event
    events[events[event].next].previous = event
  }

  /// The operations with an answer that time allows to come next.
  private func candidates() -> [Int] {
    var numbers: [Int] = []
    var event = events[0].next
    while events[event].isCall {
      numbers.append(events[event].operation)
      event = events[event].next
    }
    return numbers
  }
}
