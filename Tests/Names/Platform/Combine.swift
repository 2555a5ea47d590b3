// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// Names of Combine with as much of their shape as the check of names uses. There is no behaviour here.

public protocol Cancellable { func cancel() }
public protocol Subscription: Cancellable { func request(_ demand: Int) }
public protocol Publisher<Output, Failure> {
  associatedtype Output
  associatedtype Failure: Error
}
public protocol Subscriber<Input, Failure> {
  associatedtype Input
  associatedtype Failure: Error
}
public protocol Subject: Publisher {}
public protocol Scheduler {}
public final class AnyCancellable: Cancellable {
  public init() {}
  public func cancel() {}
}
public struct Just<Output>: Publisher {
  public typealias Failure = Never
  public init(_ output: Output) {}
}
public struct Record<Output, Failure: Error> {}
public final class Future<Output, Failure: Error> {}
public protocol ObservableObject: AnyObject {}
@propertyWrapper
public struct Published<Value> {
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  public var wrappedValue: Value
}
