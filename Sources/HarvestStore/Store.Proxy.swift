extension Store {
  /// A store, or a part of one, for reading, writing and sending, without its own state.
  @dynamicMemberLookup
  public struct Proxy {
    /// The state, which may be written; `$state` is its binding.
    @StoreBinding public private(set) var state: State
    /// Sends an input to the machine.
    public let send: (Input) -> Void

    /// Creates a proxy from a binding and a closure.
    public init(state: StoreBinding<State>, send: @escaping (Input) -> Void) {
      _state = state
      self.send = send
    }

    /// The proxy of a part of the state.
    public subscript<Part: Sendable>(
      dynamicMember path: WritableKeyPath<State, Part>
    ) -> Store<Input, Part>.Proxy {
      Store<Input, Part>.Proxy(state: $state[dynamicMember: path], send: send)
    }

    /// Returns the proxy for other inputs, which `transform` converts.
    public func contramapInput<NewInput: Sendable>(
      _ transform: @escaping (NewInput) -> Input
    ) -> Store<NewInput, State>.Proxy {
      Store<NewInput, State>.Proxy(state: $state) { [send] in send(transform($0)) }
    }

    /// Creates a binding to the state that sends an input, or nothing, when it is written, instead of
    /// changing the state.
    public func stateBinding(onChange: @escaping (State) -> Input?) -> StoreBinding<State> {
      stateBinding(get: { $0 }, onChange: onChange)
    }

    /// Creates a binding to a value of the state that sends an input, or nothing, when it is written, instead
    /// of changing the state.
    public func stateBinding<Part>(
      get: @escaping (State) -> Part, onChange: @escaping (Part) -> Input?
    ) -> StoreBinding<Part> {
      StoreBinding<Part>(
        get: { [$state] in get($state.wrappedValue) },
        set: { [send] in if let input = onChange($0) { send(input) } })
    }
  }
}
