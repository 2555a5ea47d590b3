public import Millrace

extension StoreMutation {
  /// Returns the effect that asks for a change, for an update to return.
  ///
  /// It draws a key from the environment's identifiers, unless one is given, and sends
  /// ``MutationMessage/asked(_:key:)`` at once: the change is pending before the store's `send` returns.
  ///
  /// The `finish()` of that send waits for the change if it begins at once. It does not wait for one that has
  /// to wait in the queue, behind another or for the connection.
  public func callAsFunction(_ change: Change, key: String? = nil) -> Effect<Message> {
    let name = name
    return Effect<MutationMessage<Change, Answer>>.callback(label: "ask \(name)") { continuation in
      let key = key ?? continuation.environment.identifiers.next().description
      continuation.send(.asked(change, key: key))
    }
    .map(embed)
  }

  /// Takes a message of the mutation: changes the queue, and returns the work that follows.
  ///
  /// The update of the state calls it for every message that `embed` has wrapped.
  public func update(_ state: inout State, _ message: MutationMessage<Change, Answer>) -> Effect<Message> {
    switch message {
    case .asked(let change, let key):
      return effect(of: state[keyPath: path].ask(change, key: key, scope: scope))
    case .succeeded(let number, let answer):
      guard let (change, next) = state[keyPath: path].end(number, scope: scope) else { return .none }
      return .merge(confirmed(&state, change, answer), effect(of: next))
    case .failed(let number, let failure, isFinal: true):
      guard let (change, next) = state[keyPath: path].end(number, scope: scope) else { return .none }
      return .merge(refused(&state, change, failure), effect(of: next))
    case .failed(let number, let failure, isFinal: false):
      return effect(of: state[keyPath: path].retry(number, failure, scope: scope))
    }
  }

  /// Takes back a change that has not begun, such as one that waits for the connection.
  ///
  /// - Returns: False if it has begun or is not pending, so that nothing was changed.
  public func withdraw(_ number: UInt64, in state: inout State) -> Bool {
    state[keyPath: path].withdraw(number)
  }

  /// Takes the loss or the return of the connection.
  ///
  /// Without a connection, changes wait; when it returns they are carried out in their order.
  public func connected(_ isOnline: Bool, in state: inout State) -> Effect<Message> {
    effect(of: state[keyPath: path].setOnline(isOnline, scope: scope))
  }

  /// Begins again what another process had in flight, after this one has restored the state.
  ///
  /// A change may have been carried out already, so the server must recognise its key. What this process has
  /// in flight itself goes on, and is not begun again.
  public func restarted(in state: inout State) -> Effect<Message> {
    if resumesElsewhere { return .none }
    return effect(of: state[keyPath: path].restart(scope: scope))
  }

  /// Returns no subscriptions; a mutation has none.
  public func subscriptions(_ state: State) -> [StoreSubscription<Message>] { [] }

  /// Does nothing; a mutation has nothing to fetch.
  public func focused(in state: inout State) -> Effect<Message> { .none }

  /// Does nothing; a mutation has no tags.
  public func invalidate(_ invalid: [QueryTag], in state: inout State) -> Effect<Message> { .none }

  private func effect(of mutations: [PendingMutation<Change>]) -> Effect<Message> {
    mutations.isEmpty ? .none : .merge(mutations.map { held(begin($0), $0).map(embed) })
  }

  /// Returns the effect of a mutation, which belongs to the queue and not to the send that has asked for it:
  /// the changes behind it wait for its end.
  private func held(
    _ effect: Effect<MutationMessage<Change, Answer>>, _ mutation: PendingMutation<Change>
  ) -> Effect<MutationMessage<Change, Answer>> {
    let failure = QueryFailure(
      "The change was cancelled before its answer came; the server may have carried it out.",
      attempts: mutation.failedAttempts &+ 1)
    return effect.heldByState(
      cancelled: .failed(mutation.number, failure, isFinal: true), always: resumesElsewhere)
  }
}
