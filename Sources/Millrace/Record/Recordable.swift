/// A state as a tool sees it that keeps what happens to it and has it happen again: a journal, a replay.
///
/// A store makes one of itself, and so does each dialect of what it keeps its state in: it says which part of a
/// turn's message is to be kept, what that does to a state, and how both are written down.
///
/// ```swift
/// let recordable = notes.recordable(state: RecordSchema("notes"), messages: RecordSchema("note"))
/// ```
///
/// It is used at the flow's home, and holds what it was made of.
public struct Recordable<State: Sendable, Message: Sendable> {
  /// The name by which it is found again: the store's.
  public let name: String
  /// The flow on which its turns are taken.
  public let flow: Flow
  /// How its states are written down.
  public let states: RecordSchema<State>
  /// How its messages are written down.
  public let messages: RecordSchema<Message>
  /// What is to be kept of the message of one of its turns; nil when the turn has changed no state.
  public let kept: (any Sendable) -> Message?
  /// A copy of the state.
  public let state: () -> State
  /// Puts another state in its place, outside of any turn; observers are told.
  public let replace: (State) -> Void
  /// What a message does to a state; what it asks for beyond that is not done.
  public let change: (inout State, Message) -> Void

  /// A description of how to record something.
  ///
  /// - Parameters:
  ///   - name: The name of the store whose turns are recorded.
  ///   - flow: The flow on which its turns are taken.
  ///   - states: How states are written down.
  ///   - messages: How messages are written down.
  ///   - kept: What is to be kept of a turn's message; asked when the turn is over.
  ///   - state: Copies the state.
  ///   - replace: Puts another state in its place, and tells the observers.
  ///   - change: What a message does to a state.
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
  /// The store as a journal sees it.
  ///
  /// - Parameters:
  ///   - state: How states are written down.
  ///   - messages: How messages are written down.
  public func recordable(
    state: RecordSchema<State>, messages: RecordSchema<Message>
  ) -> Recordable<State, Message> {
    Recordable(
      name: storeName, flow: flow, states: state, messages: messages,
      kept: { $0 as? Message },
      state: { self.withState { copy $0 } },
      replace: { self.replace($0) },
      change: { [update] in _ = update(&$0, $1) })
  }
}

extension Store {
  /// Puts another state in the place of this one, and tells the observers, as if a turn had made it.
  ///
  /// It is no turn: it has no number, and no tap is told. What observers send takes its turns before this returns.
  /// It is a programmer's error to call it inside of a turn.
  public func replace(_ state: State, isolation: isolated (any Actor)? = #isolation) {
    checkNotUpdating()
    flow.adopt(isolation)
    flow.machine.borrow()
    lane.pointee.state = state
    stateCell?.renew()
    watches.walk { watch in
      if watch.isActive { watch.look(statePointer) }
    }
    flow.giveBack()
  }
}

extension Store {
  /// Starts an effect that no turn has asked for; taps are told as of effects between turns.
  ///
  /// It counts as asked for by the last turn. To be called outside of any turn.
  package func begin(_ effect: Effect<Message>, isolation: isolated (any Actor)? = #isolation) {
    flow.adopt(isolation)
    _ = desk().perform(effect, turn: flow.sequence)
    if flow.isTapped { tellEffectEvents() }
    flow.takeWaitingTurns()
  }
}

extension Flow {
  /// Which flow this is, for what may outlive it and must not hold it.
  package var identity: ObjectIdentifier { ObjectIdentifier(gateway) }

  /// Has the next turn numbered after `last`, if that is not done yet: a history is continued.
  package func resume(after last: UInt64) {
    sequence = max(sequence, last)
  }

  /// Tells the error handler of what a tool has found.
  package func report(_ error: any Error, from tool: String) {
    report(.reported(store: tool, error: error))
  }
}
