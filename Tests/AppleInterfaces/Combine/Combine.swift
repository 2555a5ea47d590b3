// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

func absent() -> Never { while true {} }

public protocol Publisher<Output, Failure> {
  associatedtype Output
  associatedtype Failure: Error

  func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input
}

public protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible {
  associatedtype Input
  associatedtype Failure: Error

  func receive(subscription: any Subscription)
  func receive(_ input: Input) -> Subscribers.Demand
  func receive(completion: Subscribers.Completion<Failure>)
}

public protocol Cancellable {
  func cancel()
}

public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {  // used as any Subscription
  func request(_ demand: Subscribers.Demand)
}

public protocol CustomCombineIdentifierConvertible {
  var combineIdentifier: CombineIdentifier { get }
}

public struct CombineIdentifier: Hashable, Sendable {
  public init() { absent() }
}

extension CustomCombineIdentifierConvertible where Self: AnyObject {
  public var combineIdentifier: CombineIdentifier { absent() }
}

public enum Subscribers {
  public struct Demand: Equatable, Hashable, Sendable {
    public static let unlimited = Demand()
    public static let none = Demand()
    public static func max(_ value: Int) -> Demand { absent() }
    public var max: Int? { absent() }
  }

  @frozen
  public enum Completion<Failure: Error> {
    case finished
    case failure(Failure)
  }
}

extension Subscribers.Completion: Sendable where Failure: Sendable {}

public enum Subscriptions {
  public static var empty: any Subscription { absent() }
}

public enum Publishers {}

public final class AnyCancellable: Cancellable, Hashable {
  public init(_ cancel: @escaping () -> Void) { absent() }
  public func cancel() { absent() }
  public func store(in set: inout Set<AnyCancellable>) { absent() }
  public static func == (left: AnyCancellable, right: AnyCancellable) -> Bool { absent() }
  public func hash(into hasher: inout Hasher) { absent() }
}

extension Publisher {
  public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { absent() }
}

extension Publisher where Failure == Never {
  public var values: AsyncPublisher<Self> { absent() }
  public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable { absent() }
}

extension Publisher {
  public var values: AsyncThrowingPublisher<Self> { absent() }
}

public struct AsyncPublisher<P: Publisher>: AsyncSequence where P.Failure == Never {
  public typealias Element = P.Output

  public struct Iterator: AsyncIteratorProtocol {
    public mutating func next() async -> P.Output? { absent() }
  }

  public init(_ publisher: P) { absent() }
  public func makeAsyncIterator() -> Iterator { absent() }
}

public struct AsyncThrowingPublisher<P: Publisher>: AsyncSequence {
  public typealias Element = P.Output

  public struct Iterator: AsyncIteratorProtocol {
    public mutating func next() async throws -> P.Output? { absent() }
  }

  public init(_ publisher: P) { absent() }
  public func makeAsyncIterator() -> Iterator { absent() }
}
