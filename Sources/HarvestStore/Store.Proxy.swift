extension Store {
  /// A store, or a part of one, for those who read, write and send: without a state of its own.
  @dynamicMemberLookup
  public struct Proxy {
    /// The state, which may be written; `$state` is the binding to it.
    @StoreBinding public private(set) var state: State
    /// Sends an input to the machine.
    public let send: (Input) -> Void

    /// A proxy made of a binding and a closure.
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

    /// The same proxy for other inputs, of which `transform` makes this one's.
    public func contramapInput<NewInput: Sendable>(
      _ transform: @escaping (NewInput) -> Input
    ) -> Store<NewInput, State>.Proxy {
      Store<NewInput, State>.Proxy(state: $state) { [send] in send(transform($0)) }
    }

    /// A binding to the state whose writing sends an input, or nothing, instead of changing it.
    public func stateBinding(onChange: @escaping (State) -> Input?) -> StoreBinding<State> {
      stateBinding(get: { $0 }, onChange: onChange)
    }

    /// A binding to something of the state whose writing sends an input, or nothing, instead of changing it.
    public func stateBinding<Part>(
      get: @escaping (State) -> Part, onChange: @escaping (Part) -> Input?
    ) -> StoreBinding<Part> {
      StoreBinding<Part>(
        get: { [$state] in get($state.wrappedValue) },
        set: { [send] in if let input = onChange($0) { send(input) } })
    }
  }
}
