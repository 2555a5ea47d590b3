// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// Publishers, and names that an application may use without a prefix.

public struct AnyPublisher<Output, Failure: Error>: Publisher {
  public func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input { absent() }
}

public struct Just<Output>: Publisher {
  public typealias Failure = Never

  public init(_ output: Output) { absent() }
  public func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input { absent() }
}

public struct Empty<Output, Failure: Error>: Publisher {
  public init(completeImmediately: Bool = true) { absent() }
  public func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input { absent() }
}

public struct Fail<Output, Failure: Error>: Publisher {
  public init(error: Failure) { absent() }
  public func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input { absent() }
}

public struct Record<Output, Failure: Error>: Publisher {
  public func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input { absent() }
}

public struct Deferred<DeferredPublisher: Publisher>: Publisher {
  public typealias Output = DeferredPublisher.Output
  public typealias Failure = DeferredPublisher.Failure

  public init(createPublisher: @escaping () -> DeferredPublisher) { absent() }
  public func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input { absent() }
}

public final class Future<Output, Failure: Error>: Publisher {
  public typealias Promise = (Result<Output, Failure>) -> Void

  public init(_ attemptToFulfill: @escaping (@escaping Promise) -> Void) { absent() }
  public func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input { absent() }
}

public protocol Subject<Output, Failure>: AnyObject, Publisher {
  func send(_ value: Output)
  func send(completion: Subscribers.Completion<Failure>)
  func send(subscription: any Subscription)
}

public final class PassthroughSubject<Output, Failure: Error>: Subject {
  public init() { absent() }
  public func send(_ value: Output) { absent() }
  public func send(completion: Subscribers.Completion<Failure>) { absent() }
  public func send(subscription: any Subscription) { absent() }
  public func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input { absent() }
}

public final class CurrentValueSubject<Output, Failure: Error>: Subject {
  public var value: Output {
    get { absent() }
    set { absent() }
  }

  public init(_ value: Output) { absent() }
  public func send(_ value: Output) { absent() }
  public func send(completion: Subscribers.Completion<Failure>) { absent() }
  public func send(subscription: any Subscription) { absent() }
  public func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input { absent() }
}

public protocol ObservableObject: AnyObject {
  associatedtype ObjectWillChangePublisher: Publisher = ObservableObjectPublisher
  where ObjectWillChangePublisher.Failure == Never

  var objectWillChange: ObjectWillChangePublisher { get }
}

public final class ObservableObjectPublisher: Publisher {
  public typealias Output = Void
  public typealias Failure = Never

  public init() { absent() }
  public func send() { absent() }
  public func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input { absent() }
}

extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
  public var objectWillChange: ObservableObjectPublisher { absent() }
}

@propertyWrapper
public struct Published<Value> {
  public var wrappedValue: Value {
    get { absent() }
    set { absent() }
  }
  public var projectedValue: AnyPublisher<Value, Never> { absent() }

  public init(wrappedValue: Value) { absent() }
}

public protocol ConnectablePublisher<Output, Failure>: Publisher {
  func connect() -> any Cancellable
}

public protocol Scheduler {}
public protocol TopLevelEncoder {}
public protocol TopLevelDecoder {}
public struct ImmediateScheduler: Scheduler {}
public struct AnySubscriber<Input, Failure: Error> {}
