public import Millrace

/// The callback of a command or a subscription: an interpreter calls it with each message.
///
/// ```swift
/// dispatch(AccountMessage.loaded(user))
/// ```
///
/// It can be stored and called from any thread, any number of times. A command ends when the last copy is
/// released.
public struct Dispatcher: Sendable {
  private let continuation: EffectContinuation<any Message>

  /// Creates a dispatcher that sends to a continuation.
  public init(_ continuation: EffectContinuation<any Message>) {
    self.continuation = continuation
  }

  /// Creates a dispatcher that calls a closure with each message, such as for a test of an interpreter.
  ///
  /// - Parameters:
  ///   - environment: The environment that the interpreter finds.
  ///   - send: A closure that receives the messages, on the threads on which they are dispatched.
  public init(
    environment: StoreEnvironment = StoreEnvironment(), _ send: @escaping @Sendable (any Message) -> Void
  ) {
    self.init(
      EffectContinuation(environment: environment) { message in
        send(message)
        return true
      })
  }

  /// The store's environment: clock, random numbers, identifiers, dates, and the application's own values.
  public var environment: StoreEnvironment { continuation.environment }

  /// Dispatches one message; messages of one thread arrive in the order of the calls.
  ///
  /// - Returns: False when the message is dropped because the command was cancelled, the subscription
  ///   stopped, or the store ended.
  @discardableResult
  public func callAsFunction(_ message: any Message) -> Bool { continuation.send(message) }

  /// Calls `body` once when the command is cancelled or its store ends, on the thread where that happens.
  ///
  /// A later call replaces an earlier one. For a subscription, its interpreter's
  /// ``SubscriptionInterpreter/stop()`` is called instead.
  public func onCancel(_ body: @escaping @Sendable () -> Void) { continuation.onCancel(body) }
}

/// The callback of an interpreter that runs as a task.
///
/// A call returns after the message's turn, so a slow store holds back a fast producer.
public typealias AsyncDispatch = Send<any Message>
