extension Feedback {
  /// Creates a feedback that sends the elements of a sequence made of each input.
  public init<Outputs: AsyncSequence & SendableMetatype>(
    produce: @escaping @Sendable (_ input: Input) -> Outputs, strategy: FlattenStrategy = .latest
  ) where Outputs.Element == Output, Outputs.AsyncIterator: SendableMetatype {
    self.init(
      produce: { input, send in for try await output in produce(input) { await send(output) } },
      strategy: strategy)
  }

  /// Creates a feedback that sends the elements of a sequence made of the value that `tryGet` finds in an
  /// input.
  ///
  /// With the strategy `latest`, any other input cancels the running work; otherwise it has no effect.
  public init<Value: Sendable, Outputs: AsyncSequence & SendableMetatype>(
    tryGet: @escaping @Sendable (Input) -> Value?,
    produce: @escaping @Sendable (_ value: Value) -> Outputs, strategy: FlattenStrategy = .latest
  ) where Outputs.Element == Output, Outputs.AsyncIterator: SendableMetatype {
    self.init(
      tryGet: tryGet,
      produce: { value, send in for try await output in produce(value) { await send(output) } },
      strategy: strategy)
  }

  /// Creates a feedback that sends the elements of a sequence made of each input that satisfies a
  /// predicate; other inputs have no effect.
  public init<Outputs: AsyncSequence & SendableMetatype>(
    filter: @escaping @Sendable (Input) -> Bool,
    produce: @escaping @Sendable (_ input: Input) -> Outputs, strategy: FlattenStrategy = .latest
  ) where Outputs.Element == Output, Outputs.AsyncIterator: SendableMetatype {
    self.init(
      filter: filter,
      produce: { input, send in for try await output in produce(input) { await send(output) } },
      strategy: strategy)
  }
}
