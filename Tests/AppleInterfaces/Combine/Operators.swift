// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

extension Publishers {
  public struct Map<Upstream: Publisher, Output>: Publisher {
    public typealias Failure = Upstream.Failure

    public func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input {
      absent()
    }
  }

  public struct Catch<Upstream: Publisher, NewPublisher: Publisher>: Publisher
  where Upstream.Output == NewPublisher.Output {
    public typealias Output = Upstream.Output
    public typealias Failure = NewPublisher.Failure

    public func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input {
      absent()
    }
  }
}

extension Publisher {
  public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.Map<Self, T> { absent() }

  public func `catch`<P: Publisher>(
    _ handler: @escaping (Failure) -> P
  ) -> Publishers.Catch<Self, P> where Output == P.Output { absent() }
}
