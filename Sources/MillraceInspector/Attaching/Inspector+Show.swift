public import Millrace

extension Inspector {
  /// Shows a store exactly, by its schemas: the tool computes its past states, goes back in it and, if the
  /// application allows it, sends messages to it.
  ///
  /// Other stores are reflected: their states are seen as they are sampled, at most twice a second and
  /// shortened, and messages as texts. The store is not retained. The state at this moment is kept as its first
  /// one, so show a store before its first turn.
  ///
  /// - Parameters:
  ///   - store: A store of the inspector's flow.
  ///   - state: The schema of its states.
  ///   - messages: The schema of its messages.
  /// - Returns: The inspector.
  @discardableResult
  public func show<State: Sendable, Message>(
    _ store: Store<State, Message>, state: RecordSchema<State>, messages: RecordSchema<Message>
  ) -> Inspector {
    let sender = store.sender()
    return add(store.recordable(state: state, messages: messages)) { recordable in
      TypedShownStore(
        recordable, state: { [weak store] in store?.withState { copy $0 } },
        replace: { [weak store] in store?.replace($0) }, send: { sender.send($0) })
    }
  }

  /// Shows what a dialect records, exactly; see ``show(_:state:messages:)``.
  ///
  /// The inspector retains what the recordable does, the store or the dialect's object, until ``detach()``.
  ///
  /// - Parameters:
  ///   - recordable: The recordable of a dialect, such as `harvester.recordable(state:inputs:)`.
  ///   - send: A closure that sends a message at home, as the application would; without it the tool cannot
  ///     send messages to this store.
  /// - Returns: The inspector.
  @discardableResult
  public func show<State, Message>(
    _ recordable: Recordable<State, Message>, send: ((Message) -> Void)? = nil
  ) -> Inspector {
    add(recordable) {
      TypedShownStore($0, state: recordable.state, replace: recordable.replace, send: send)
    }
  }

  private func add<State, Message>(
    _ recordable: Recordable<State, Message>,
    _ make: (Recordable<State, Message>) -> TypedShownStore<State, Message>
  ) -> Inspector {
    let flaws = recordable.states.flaws + recordable.messages.flaws
    if recordable.flow !== flow {
      report(.otherFlow(store: recordable.name, flow: recordable.flow.name))
    } else if !flaws.isEmpty {
      report(.schema(store: recordable.name, flaws: flaws))
    } else if shown[recordable.name] != nil {
      report(.nameTaken(store: recordable.name))
    } else {
      let store = make(recordable)
      shown[recordable.name] = store
      link.tell { $0.shown.append(store.codec) }
    }
    return self
  }
}
