public import Millrace

/// The way back of a command or a subscription: what an interpreter calls with each message.
///
/// ```swift
/// dispatch(AccountMessage.loaded(user))
/// ```
///
/// It may be kept, and called from any thread, as often as there is something to say. A command is over when
/// the last copy has been let go.
public struct Dispatcher: Sendable {
  private let continuation: EffectContinuation<any Message>

  /// A way back to whoever made the continuation.
  public init(_ continuation: EffectContinuation<any Message>) {
    self.continuation = continuation
  }

  /// The store's environment: its clock, random numbers, identifiers, dates, and what the application added.
  public var environment: StoreEnvironment { continuation.environment }

  /// Dispatches one message; those of one thread arrive in the order of these calls.
  ///
  /// - Returns: False when the message goes nowhere, because the command has been cancelled, the subscription
  ///   stopped, or the store ended.
  @discardableResult
  public func callAsFunction(_ message: any Message) -> Bool { continuation.send(message) }

  /// Calls `body` once when a command is cancelled or its store ends, on the thread where that happens.
  ///
  /// A later call replaces an earlier one. A subscription is told by its interpreter's
  /// ``SubscriptionInterpreter/stop()`` instead.
  public func onCancel(_ body: @escaping @Sendable () -> Void) { continuation.onCancel(body) }
}

/// The way back of what is interpreted as a task.
///
/// Calling it returns after the message's turn, so that a slow store holds back a fast producer.
public typealias AsyncDispatch = Send<any Message>
