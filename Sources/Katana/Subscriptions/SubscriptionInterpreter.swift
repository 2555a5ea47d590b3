/// Listens for the subscriptions of one type; a ``SubscriptionInterpreter`` or an
/// ``AsyncSubscriptionInterpreter``.
public protocol AnySubscriptionInterpreter {
  /// The type of the subscriptions.
  static var subscriptionType: any Subscription.Type { get }
  /// What a store calls.
  static var interpretation: SubscriptionInterpretation { get }
}

/// Listens for one subscription: made and started when it comes, stopped when it leaves.
///
/// All of this happens at the store's home. Only when the store ends may `stop` be called elsewhere: where the
/// last reference to the store went away, which is when nobody is at its home any more.
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
  /// The subscriptions that it listens for.
  associatedtype Sub: Subscription

  /// Prepares to listen; messages go to `dispatch`, from any thread.
  init(subscription: Sub, dispatch: Dispatcher)

  /// Begins to listen.
  ///
  /// An error that it throws goes to the flow's error handler (`FlowError.effectFailed`), and ``stop()`` is
  /// called at once. It is tried again when the subscription has left and come back.
  func start() throws

  /// Ends listening.
  ///
  /// What is dispatched after it is dropped. Called once.
  func stop()
}

/// Listens for the subscriptions of one type, each as a task of its own, which is cancelled to stop it.
public protocol AsyncSubscriptionInterpreter<Sub>: AnySubscriptionInterpreter, SendableMetatype {
  /// The subscriptions that it listens for.
  associatedtype Sub: Subscription

  /// Listens until its task is cancelled, or until there is nothing more to hear.
  ///
  /// An error that it throws goes to the flow's error handler (`FlowError.effectFailed`).
  static func listen(to subscription: Sub, dispatch: AsyncDispatch) async throws
}

/// A subscription interpreter without its type.
public struct SubscriptionInterpretation {
  enum Kind {
    /// Begins, and gives the means to stop; both at home.
    case callback((any Subscription, Dispatcher) throws -> () -> Void)
    case task(@Sendable (any Subscription, AsyncDispatch) async throws -> Void)
  }

  let kind: Kind
}

extension SubscriptionInterpreter {
  /// `Sub`.
  public static var subscriptionType: any Subscription.Type { Sub.self }

  /// An interpreter that is made, started and stopped.
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

  /// A call of ``listen(to:dispatch:)``.
  public static var interpretation: SubscriptionInterpretation {
    SubscriptionInterpretation(
      kind: .task { subscription, dispatch in
        guard let subscription = subscription as? Sub else { return }
        try await listen(to: subscription, dispatch: dispatch)
      })
  }
}
