import MillraceCore

/// A message that has not had its turn.
package struct PendingMessage {
  package let message: any Sendable
  package let cause: Cause
  /// The time that a gate still delays it; nil for one that waits in line.
  package let delay: Duration?
}

/// The functions by which a dialect shows the insides of its store to tools.
package final class StoreInsides<State> {
  /// Returns a `StoreFacts` of a state.
  package let facts: (State) -> Any
  /// Receives true when the first tap of the flow begins, and false when the last one has ended.
  let whenTapped: (Bool) -> Void
  /// Returns the state as people read it; nil if it is that which tools compare.
  let shownState: ((State) -> Any)?
  /// Returns a state without what a replica cannot share, such as the deadlines of a chart's delays.
  package var shareable: ((State) -> State)?
  /// Puts a kept state in the place of the present one, and begins what goes on in it; nil if that is
  /// nothing.
  package var restore: ((State) -> Void)?
  /// Returns all that the dialect keeps, for comparison; nil if it is the state that tools compare.
  let wholeState: ((State) -> Any)?
  /// The names of the stores whose turns its messages lead to.
  var fedStores: Set<String> = []
  /// A `Newness` of the store's messages; nil if all are new.
  var newness: AnyObject?

  init(
    facts: @escaping (State) -> Any, whenTapped: @escaping (Bool) -> Void, shownState: ((State) -> Any)?,
    wholeState: ((State) -> Any)?
  ) {
    self.facts = facts
    self.whenTapped = whenTapped
    self.shownState = shownState
    self.wholeState = wholeState
  }
}

/// A function that returns false for a message which is taken also while new ones are refused.
final class Newness<Message>: Sendable {
  let isNew: @Sendable (Message) -> Bool

  init(_ isNew: @escaping @Sendable (Message) -> Bool) { self.isNew = isNew }
}

/// The observers of one part of a store's state.
package struct ObserverGroup {
  /// The key path, `state`, or the type of the messages.
  package let part: String
  /// The way in which the part is observed, such as `value` or `messages`.
  package let kind: String
  package let count: Int
  /// The number of times that they were called since there were any.
  package let calls: Int
}

// What a tool reads of a store between turns, beyond what a record needs.
extension Store {
  /// The messages that wait in line, and those that gates delay, in order; O(n).
  package var pendingMessages: [PendingMessage] {
    var pending: [PendingMessage] = []
    lane.pointee.forEachWaiting { message, mark in
      pending.append(PendingMessage(message: message, cause: mark.source.cause, delay: nil))
    }
    let now = timer?.now ?? .zero
    for (time, entry) in delayed.waiting {
      pending.append(
        PendingMessage(message: entry.message, cause: entry.mark.source.cause, delay: max(.zero, time - now)))
    }
    return pending
  }

  /// The effect queues that are not empty; O(queues).
  package var openQueues: [EffectScheduler<EffectID, EffectID>.OpenQueue] {
    effects?.scheduler.openQueues ?? []
  }

  /// The time on the environment's clock from which the queues' times count.
  package var effectClock: Duration? { timer?.now }

  /// Sets the functions by which a dialect shows its insides to tools.
  package func show(
    whenTapped: @escaping (Bool) -> Void, state: ((State) -> Any)? = nil, whole: ((State) -> Any)? = nil,
    _ facts: @escaping (State) -> Any
  ) {
    insides = StoreInsides(facts: facts, whenTapped: whenTapped, shownState: state, wholeState: whole)
    if flow.isTapped { whenTapped(true) }
  }

  /// Sets a function that returns a state without what differs from place to place.
  package func showForSharing(_ shareable: @escaping (State) -> State) { insides?.shareable = shareable }

  /// Sets a function that puts a kept state in the place of the present one, and begins what goes on in it.
  package func showForRestoring(_ restore: @escaping (State) -> Void) { insides?.restore = restore }

  /// Replaces the state by one that was kept: what goes on in it begins, such as the delays of a chart.
  package func restore(_ state: State) {
    if let restore = insides?.restore { restore(state) } else { replace(state, isolation: nil) }
  }

  /// Takes from the state what differs from place to place, before a replica shares it.
  package func becomeShareable() {
    if let shareable = insides?.shareable { replace(shareable(withState { copy $0 }), isolation: nil) }
  }

  /// Names a store whose turns this store's messages lead to, so that both refuse new messages together.
  package func feeds(_ store: String) { insides?.fedStores.insert(store) }

  /// Sets a function that returns false for a message which is taken also while new ones are refused, such as
  /// a report.
  package func tellNew(_ isNew: @escaping @Sendable (Message) -> Bool) { insides?.newness = Newness(isNew) }

  func tapsChanged() { insides?.whenTapped(flow.isTapped) }

  /// The observers of the state and of messages, in no order; O(n).
  package var observerGroups: [ObserverGroup] {
    var groups: [ObserverGroup] = []
    func add(_ part: String, _ kind: String, _ audience: Audience) {
      if audience.count == 0 { return }
      groups.append(ObserverGroup(part: part, kind: kind, count: audience.count, calls: audience.calls))
    }
    for (key, cell) in cells {
      if let cell = cell as? any PartCell { add("\(key.path)", "\(key.kind)", cell.audience) }
    }
    if let stateCell { add("state", "turn", stateCell.observers.audience) }
    if let messageObservers {
      add("\(Message.self)", "messages", messageObservers.ofAll.audience)
      for (type, registry) in messageObservers.byType {
        // Sound: the key was made of a type, whose reference it is.
        add("\(unsafeBitCast(type, to: Any.Type.self))", "messages", registry.audience)
      }
    }
    return groups
  }

  /// The names of the gates before this store, in their order.
  package var gateNames: [String] {
    flow.gates.filter { !$0.life.isOver && ($0.lane ?? laneIndex) == laneIndex }.map(\.name)
  }
}
