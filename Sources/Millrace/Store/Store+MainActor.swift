extension Store {
  /// A store whose update belongs to the main actor, which is the store's home.
  ///
  /// It is chosen by itself for an update that is isolated to the main actor, as all functions are in a module with that
  /// default isolation. So it needs no word in a property's default value either, where a store of another update has
  /// no home until it is used.
  ///
  /// - Parameters:
  ///   - state: The state before the first turn.
  ///   - messages: The type of the messages, where the compiler cannot see it in the update.
  ///   - name: What the store is called in records and errors; by default the name of the state's type.
  ///   - flow: The flow to take part in; by default one of its own, with `environment`.
  ///   - environment: The environment of the store's own flow; not used when a flow is given.
  ///   - subscriptions: What to listen to while the state is as given; asked after each turn, and once now.
  ///   - parts: The parts of the state that end as a whole; see ``Part``.
  ///   - update: Changes the state in place and says what is to be done.
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
    // Functions of the main actor become functions of nowhere, which are not `Sendable` and stay here.
    let wanted: ((State) -> [StoreSubscription<Message>])? = subscriptions
    let change: (inout State, Message) -> Effect<Message> = update
    self.init(
      state, of: messages, name: name, flow: flow, subscriptions: wanted, parts: parts, update: change)
  }
}
