/// The way back: what an effect calls to turn a result into a message.
///
/// ```swift
/// .run { send in
///   for await line in lines { await send(.read(line)) }
/// }
/// ```
///
/// Calling it hops to the store's home, takes the turn, and returns when that is over, so a fast producer is
/// held back by a slow store. For a store that has no home and is pumped by hand it returns once the message
/// waits. When the effect has been cancelled or the store has ended, the message is dropped.
public struct Send<Message: Sendable>: Sendable {
  @usableFromInline
  enum Storage: Sendable {
    case inlet(Inlet<Message>, Origin)
    case closure(StoreEnvironment, ObjectIdentifier?, @Sendable (Message) async -> Void)
  }

  @usableFromInline let storage: Storage

  @inlinable
  init(_ inlet: Inlet<Message>, _ origin: Origin) {
    storage = .inlet(inlet, origin)
  }

  /// A way back that is a closure, to run an effect's body in a test.
  public init(environment: StoreEnvironment, _ deliver: @escaping @Sendable (Message) async -> Void) {
    storage = .closure(environment, nil, deliver)
  }

  private init(
    _ environment: StoreEnvironment, _ flow: ObjectIdentifier?,
    _ deliver: @escaping @Sendable (Message) async -> Void
  ) {
    storage = .closure(environment, flow, deliver)
  }

  /// The store's environment: its clock, random numbers, identifiers, dates, and what the application added.
  public var environment: StoreEnvironment {
    switch storage {
    case .inlet(let inlet, _): inlet.environment
    case .closure(let environment, _, _): environment
    }
  }

  /// Which flow the store is on, as ``Flow/identity`` has it; nil for a way back that was made by hand.
  package var flowIdentity: ObjectIdentifier? {
    switch storage {
    case .inlet(let inlet, _): ObjectIdentifier(inlet.gateway)
    case .closure(_, let flow, _): flow
    }
  }

  /// Sends one message; messages of one effect arrive in the order of these calls.
  @inlinable
  public func callAsFunction(_ message: Message) async {
    switch storage {
    case .inlet(let inlet, let origin): await inlet.deliver(message, from: origin)
    case .closure(_, _, let deliver): await deliver(message)
    }
  }

  /// The way back for a part whose messages `transform` wraps.
  public func map<Part: Sendable>(_ transform: @escaping @Sendable (Part) -> Message) -> Send<Part> {
    Send<Part>(environment, flowIdentity) { await self(transform($0)) }
  }
}
