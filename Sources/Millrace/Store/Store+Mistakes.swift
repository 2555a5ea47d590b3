// Common mistakes that do not compile, declared here for the sake of the compiler's message.
extension Store {
  /// Explains, at compile time, that an update has a result.
  @available(
    *, unavailable,
    message: "An update must return an Effect: end it with 'return .none'."
  )
  public convenience init(
    _ state: State,
    of messages: Message.Type = Message.self,
    name: String? = nil,
    flow: Flow? = nil,
    environment: StoreEnvironment? = nil,
    subscriptions: ((State) -> [StoreSubscription<Message>])? = nil,
    parts: [any StatePart<State, Message>] = [],
    isolation: isolated (any Actor)? = #isolation,
    update: @escaping (inout State, Message) -> Void
  ) {
    self.init(
      state, of: messages, name: name, flow: flow, environment: environment, subscriptions: subscriptions,
      parts: parts, isolation: isolation
    ) { state, message in
      update(&state, message)
      return .none
    }
  }

  /// Explains, at compile time, that an observed part must be comparable.
  @available(
    *, unavailable,
    message: "The store compares the observed part: make its type Equatable, or observe a smaller part."
  )
  public func observe<Value>(
    _ path: KeyPath<State, Value>, initial: Bool = false,
    isolation: isolated (any Actor)? = #isolation, _ body: @escaping (Value) -> Void
  ) -> ObservationToken {
    observe(initial: initial, isolation: isolation) { body($0[keyPath: path]) }
  }

  /// Explains, at compile time, that an observed part must be comparable.
  @available(
    *, unavailable,
    message: "The store compares the observed part: make its type Equatable, or observe a smaller part."
  )
  public func observe<Value, Owner: AnyObject>(
    _ path: KeyPath<State, Value>, owner: Owner, initial: Bool = false,
    isolation: isolated (any Actor)? = #isolation, _ body: @escaping (Owner, Value) -> Void
  ) {
    observeState(owner: owner, initial: initial, isolation: isolation) { body($0, $1[keyPath: path]) }
  }
}
