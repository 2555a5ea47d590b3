extension Store {
  /// Creates a store whose update belongs to the main actor, which is the store's home.
  ///
  /// The compiler chooses it for an update that is isolated to the main actor, as all functions are in a
  /// module with that default isolation. In a property's default value such a store has its home at once,
  /// where a store with another update has none until it is used.
  ///
  /// - Parameters:
  ///   - state: The state before the first turn.
  ///   - messages: The type of the messages, if the compiler cannot infer it from the update.
  ///   - name: The name of the store in records and errors; by default that of the state's type.
  ///   - flow: The flow to join; by default a new one with `environment`.
  ///   - environment: The environment of the store's own flow; ignored if a flow is given.
  ///   - subscriptions: A function that returns the subscriptions for a state; called after each turn, and
  ///     once now.
  ///   - parts: The parts of the state that end as a whole; see ``Part``.
  ///   - update: A function that changes the state in place and returns the requested effect.
  @MainActor
  @inlinable
  public convenience init(
    _ state: State,
    of messages: Message.Type = Message.self,
    name: String? = nil,
    flow: Flow? = nil,
    environment: StoreEnvironment? = nil,
    subscriptions: (@MainActor (State) -> [StoreSubscription<Message>])? = nil,
    parts: [any StatePart<State, Message>] = [],
    update: @escaping @MainActor (inout State, Message) -> Effect<Message>
  ) {
    let flow =
      if let flow { flow } else { Flow(name: name ?? "flow", environment: environment ?? StoreEnvironment()) }
    flow.adopt(MainActor.shared)
    // Functions of the main actor become functions without an isolation, which are not `Sendable` and stay
    // here.
    let wanted: ((State) -> [StoreSubscription<Message>])? = subscriptions
    let change: (inout State, Message) -> Effect<Message> = update
    self.init(
      state, of: messages, name: name, flow: flow, subscriptions: wanted, parts: parts, update: change)
  }
}
