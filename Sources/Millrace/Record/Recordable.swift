/// A state as seen by a tool that records its history and replays it, such as a journal.
///
/// A store creates one of itself, and each dialect creates one of whatever holds its state. It says which
/// part of a turn's message is recorded, how that changes a state, and how both are archived.
///
/// ```swift
/// let recordable = notes.recordable(state: RecordSchema("notes"), messages: RecordSchema("note"))
/// ```
///
/// It is used at the flow's home, and retains the store or the object that it was created from.
public struct Recordable<State: Sendable, Message: Sendable> {
  /// The name by which a tool finds it again: the store's.
  public let name: String
  /// The flow that takes its turns.
  public let flow: Flow
  /// The schema of its states.
  public let states: RecordSchema<State>
  /// The schema of its messages.
  public let messages: RecordSchema<Message>
  /// A function that returns the part of a turn's message to record; nil if the turn has changed no state.
  public let kept: (any Sendable) -> Message?
  /// True if `kept` returns every message of this type as it is, so that it need not be called for one.
  package fileprivate(set) var keepsAll = false
  /// A function that returns a copy of the state.
  public let state: () -> State
  /// A function that replaces the state, outside any turn, and calls the observers.
  public let replace: (State) -> Void
  /// A function that applies a message to a state; the effects that it requests are dropped.
  public let change: (inout State, Message) -> Void

  /// Creates a description of what to record and how.
  ///
  /// - Parameters:
  ///   - name: The name of the store whose turns are recorded.
  ///   - flow: The flow that takes its turns.
  ///   - states: The schema of states.
  ///   - messages: The schema of messages.
  ///   - kept: A function that returns the part of a turn's message to record; called after the turn.
  ///   - state: A function that returns a copy of the state.
  ///   - replace: A function that replaces the state, and calls the observers.
  ///   - change: A function that applies a message to a state.
  public init(
    name: String, flow: Flow, states: RecordSchema<State>, messages: RecordSchema<Message>,
    kept: @escaping (any Sendable) -> Message?,
    state: @escaping () -> State,
    replace: @escaping (State) -> Void,
    change: @escaping (inout State, Message) -> Void
  ) {
    self.name = name
    self.flow = flow
    self.states = states
    self.messages = messages
    self.kept = kept
    self.state = state
    self.replace = replace
    self.change = change
  }
}

extension Store where State: Sendable {
  /// Returns the store as a journal sees it.
  ///
  /// - Parameters:
  ///   - state: The schema of states.
  ///   - messages: The schema of messages.
  public func recordable(
    state: RecordSchema<State>, messages: RecordSchema<Message>
  ) -> Recordable<State, Message> {
    var recordable = Recordable(
      name: storeName, flow: flow, states: state, messages: messages,
      kept: { $0 as? Message },
      state: { self.withState { copy $0 } },
      replace: { self.replace($0) },
      change: { [update] in _ = update(&$0, $1) })
    recordable.keepsAll = true
    return recordable
  }
}

extension Store {
  /// Replaces the state, and calls the observers, as if a turn had changed it.
  ///
  /// It is not a turn: it has no number, and taps do not see it. Messages that observers send have their
  /// turns before this returns. Calling it inside a turn is a programmer's error.
  public func replace(_ state: State, isolation: isolated (any Actor)? = #isolation) {
    checkNotUpdating()
    flow.adopt(isolation)
    flow.machine.borrow()
    lane.pointee.state = state
    sharing?.wasReplaced = true
    stateCell?.renew()
    if flow.replacements == nil {
      showReplaced()
    } else {
      flow.replacements?.append { [self] in
        flow.machine.borrow()
        showReplaced()
        flow.giveBack()
      }
    }
    flow.giveBack()
  }

  /// Calls the observers after the state was replaced.
  private func showReplaced() {
    // Under a lock that refuses messages, the state is only shown: subscriptions and parts are those of the
    // present, which comes back before the release.
    let isShown = flow.refusal != nil
    watches.walk { watch in
      if watch.isActive && !(isShown && watch.followsPresent) { watch.look(statePointer) }
    }
  }
}

extension Flow {
  /// Has stores replace their states together: their observers are called when all have their states.
  package func replaceTogether(_ body: () -> Void) {
    if replacements != nil { return body() }
    replacements = []
    body()
    let notifications = replacements.take() ?? []
    for notify in notifications { notify() }
  }
}

extension Store {
  /// Begins an effect that no turn has requested; taps receive its events as those of effects between turns.
  ///
  /// It counts as a request of the last turn. Call it outside any turn.
  package func begin(_ effect: Effect<Message>, isolation: isolated (any Actor)? = #isolation) {
    flow.adopt(isolation)
    _ = runner().perform(effect, turn: flow.sequence, origin: WorkOrigin(flow.numberOfSend()))
    if flow.isTapped { notifyEffectEvents() }
    flow.drain()
  }
}

extension Flow {
  /// The identity of the flow, for code that may outlive it and must not retain it.
  package var identity: ObjectIdentifier { ObjectIdentifier(gateway) }

  /// Continues a history: numbers the next turn after `last`, unless the numbers are past that already.
  package func resume(after last: UInt64) {
    sequence = max(sequence, last)
  }

  /// Reports an error that a tool has found to the error handler.
  package func report(_ error: any Error, from tool: String) {
    report(.reported(store: tool, error: error))
  }
}
