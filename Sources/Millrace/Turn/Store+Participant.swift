import MillraceCore

extension Store {
  /// Creates the store of a participant; MillraceToolkit makes this initialiser public.
  ///
  /// - Parameters:
  ///   - name: The name of the store in records and errors.
  ///   - flow: The flow to join.
  ///   - make: A function that returns the participant; it must neither read the state nor send.
  ///   - take: A function that takes a message in its turn and returns the requested effect.
  ///   - notify: A function that is called after that, before all observers of messages.
  ///   - show: A function that returns the state for tools.
  package convenience init(
    participant name: String, flow: Flow, make: (Store) -> State,
    take: @escaping (inout State, Message) -> Effect<Message>,
    notify: @escaping (State, Message) -> Void, show: @escaping (State) -> Any
  ) {
    self.init(
      name: name, flow: flow,
      make: { store in
        // There is no state yet: nothing may read it, and no turn may begin.
        store.isUpdating = true
        store.hasState = false
        flow.machine.borrow()
        return make(store)
      }, update: take)
    isUpdating = false
    hasState = true
    showState = show
    let state = statePointer
    openMessageObservers().participant = { message in
      // Sound: the store, which owns the lane, calls this and is retained meanwhile.
      notify(state.assumingMemoryBound(to: State.self).pointee, message)
    }
    flow.giveBack()
  }
}

/// The state of a store as taps, the explorer and other tools read it.
extension Store {
  /// The state, or the form in which a participant shows it.
  @usableFromInline var toolState: Any {
    if let showState { showState(lane.pointee.state) } else { lane.pointee.state }
  }

  /// The state as people read it: as the dialect shows it, or else as tools compare it.
  package var shownState: Any { insides?.shownState?(lane.pointee.state) ?? toolState }

  /// All that a dialect keeps in the store's place, or else the state as tools compare it.
  var wholeState: Any { insides?.wholeState?(lane.pointee.state) ?? toolState }

  /// Returns true if the state differs from an earlier one; nil if it cannot be compared.
  @usableFromInline
  func isDifferent(from before: Any) -> Bool? {
    (before as? any Equatable).map { $0.differs(from: toolState) }
  }
}

extension Equatable {
  /// Returns true if another value is a change of this one, or of another type.
  fileprivate func differs(from other: Any) -> Bool {
    guard let other = other as? Self else { return true }
    return !isUnchanged(other, from: self)
  }
}
