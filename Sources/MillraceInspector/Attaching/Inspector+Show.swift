public import Millrace

extension Inspector {
  /// Shows a store exactly, by its schemas: the tool computes its past states, goes back in it and, if the
  /// application allows it, sends messages to it.
  ///
  /// Other stores are reflected: their states are seen as they are sampled, at most twice a second and
  /// shortened, and messages as texts. The store is not retained. The state at this moment is kept as its
  /// first one, so show a store before its first turn.
  ///
  /// - Parameters:
  ///   - store: A store of the inspector's flow.
  ///   - state: The schema of its states.
  ///   - messages: The schema of its messages.
  ///   - tables: The tables of the state whose changed rows alone a sample copies and sends; a table that is
  ///     not named is copied and sent whole.
  /// - Returns: The inspector.
  @discardableResult
  public func show<State: Sendable, Message>(
    _ store: Store<State, Message>, state: RecordSchema<State>, messages: RecordSchema<Message>,
    tables: [ShownTable<State>] = []
  ) -> Inspector {
    let sender = store.sender()
    return add(store.recordable(state: state, messages: messages), tables) { recordable, tables, hidden in
      TypedShownStore(
        recordable, state: { [weak store] in store?.withState { copy $0 } },
        replace: { [weak store] in store?.restore($0) }, send: { sender.send($0) }, tables: tables,
        hiding: hidden)
    }
  }

  /// Shows what a dialect records, exactly; see ``show(_:state:messages:tables:)``.
  ///
  /// The inspector retains what the recordable does, the store or the dialect's object, until ``detach()``.
  ///
  /// - Parameters:
  ///   - recordable: The recordable of a dialect, such as `harvester.recordable(state:inputs:)`.
  ///   - tables: The tables of the state whose changed rows alone a sample copies and sends.
  ///   - send: A closure that sends a message at home, as the application would; without it the tool cannot
  ///     send messages to this store.
  /// - Returns: The inspector.
  @discardableResult
  public func show<State, Message>(
    _ recordable: Recordable<State, Message>, tables: [ShownTable<State>] = [],
    send: ((Message) -> Void)? = nil
  ) -> Inspector {
    add(recordable, tables) {
      TypedShownStore(
        $0, state: recordable.state, replace: recordable.replace, send: send, tables: $1, hiding: $2)
    }
  }

  private func add<State, Message>(
    _ recordable: Recordable<State, Message>, _ tables: [ShownTable<State>],
    _ make: (
      Recordable<State, Message>, _ tables: [any StateTable<State>], _ hidden: [[String]]
    ) -> TypedShownStore<State, Message>
  ) -> Inspector {
    let flaws = recordable.states.flaws + recordable.messages.flaws
    if recordable.flow !== flow {
      report(.otherFlow(store: recordable.name, flow: recordable.flow.name))
    } else if !flaws.isEmpty {
      report(.schema(store: recordable.name, flaws: flaws))
    } else if shown[recordable.name] != nil {
      report(.nameTaken(store: recordable.name))
    } else {
      for table in tables where table.table.isInObject {
        report(
          .table(store: recordable.name, reason: "\(table.table.name): the way to it leads through an object")
        )
      }
      let values = tables.map(\.table).filter { !$0.isInObject }
      let store = make(recordable, values, hidden.paths(of: recordable.name))
      shown[recordable.name] = store
      link.tell { $0.shown.append(store.codec) }
    }
    return self
  }
}
