/// An interpreter of the subscriptions of one type: a ``SubscriptionInterpreter`` or an
/// ``AsyncSubscriptionInterpreter``.
public protocol AnySubscriptionInterpreter {
  /// The type of the subscriptions.
  static var subscriptionType: any Subscription.Type { get }
  /// The closure that a store calls.
  static var interpretation: SubscriptionInterpretation { get }
}

/// An interpreter that listens for one subscription: created and started when the subscription comes, stopped
/// when it leaves.
///
/// All calls are made at the store's home. Only at the store's end may `stop` be called on another thread:
/// the one that released the last reference to the store, when no code runs at its home any more.
///
/// ```swift
/// final class PositionInterpreter: SubscriptionInterpreter {
///   private let request: LocationRequest
///   init(subscription: Position, dispatch: Dispatcher) {
///     request = LocationRequest(accuracy: subscription.accuracy) { dispatch(MapMessage.moved($0)) }
///   }
///   func start() throws { try request.begin() }
///   func stop() { request.end() }
/// }
/// ```
public protocol SubscriptionInterpreter<Sub>: AnyObject, AnySubscriptionInterpreter {
  /// The type of the subscriptions.
  associatedtype Sub: Subscription

  /// Creates an interpreter that is not listening yet; messages go to `dispatch`, from any thread.
  init(subscription: Sub, dispatch: Dispatcher)

  /// Starts listening.
  ///
  /// A thrown error goes to the flow's error handler (`FlowError.subscriptionFailed`), and ``stop()`` is
  /// called at once. The next attempt is made when the subscription has left and come back.
  func start() throws

  /// Stops listening.
  ///
  /// Messages that are dispatched later are dropped. It is called once.
  func stop()
}

/// An interpreter that listens for the subscriptions of one type, each in its own task, which is cancelled to
/// stop it.
public protocol AsyncSubscriptionInterpreter<Sub>: AnySubscriptionInterpreter, SendableMetatype {
  /// The type of the subscriptions.
  associatedtype Sub: Subscription

  /// Listens until its task is cancelled or the source ends.
  ///
  /// A thrown error goes to the flow's error handler (`FlowError.subscriptionFailed`).
  static func listen(to subscription: Sub, dispatch: AsyncDispatch) async throws
}

/// A subscription interpreter without its type.
public struct SubscriptionInterpretation {
  enum Kind {
    /// A closure that starts listening and returns a closure that stops it; both are called at the store's
    /// home.
    case callback((any Subscription, Dispatcher) throws -> () -> Void)
    case task(@Sendable (any Subscription, AsyncDispatch) async throws -> Void)
  }

  let kind: Kind
}

extension SubscriptionInterpreter {
  /// `Sub`.
  public static var subscriptionType: any Subscription.Type { Sub.self }

  /// A closure that creates and starts an interpreter, and returns one that stops it.
  public static var interpretation: SubscriptionInterpretation {
    SubscriptionInterpretation(
      kind: .callback { subscription, dispatch in
        guard let subscription = subscription as? Sub else { return {} }
        let interpreter = Self(subscription: subscription, dispatch: dispatch)
        do {
          try interpreter.start()
        } catch {
          interpreter.stop()
          throw error
        }
        return { interpreter.stop() }
      })
  }
}

extension AsyncSubscriptionInterpreter {
  /// `Sub`.
  public static var subscriptionType: any Subscription.Type { Sub.self }

  /// A closure that calls ``listen(to:dispatch:)``.
  public static var interpretation: SubscriptionInterpretation {
    SubscriptionInterpretation(
      kind: .task { subscription, dispatch in
        guard let subscription = subscription as? Sub else { return }
        try await listen(to: subscription, dispatch: dispatch)
      })
  }
}
