/// The channel by which an effect sends messages to its store.
///
/// ```swift
/// .run { send in
///   for await line in lines { await send(.read(line)) }
/// }
/// ```
///
/// Calling it hops to the store's home, takes the turn, and returns after the turn, so a slow store holds
/// back a fast producer. For a store that has no home and is pumped by hand it returns once the message
/// waits. If the effect has been cancelled or the store has ended, the message is dropped.
public struct Send<Message: Sendable>: Sendable {
  @usableFromInline
  enum Storage: Sendable {
    case mailbox(Mailbox<Message>, MessageSource)
    case closure(StoreEnvironment, ObjectIdentifier?, WorkEnd?, @Sendable (Message) async -> Void)
  }

  @usableFromInline let storage: Storage
  /// The environment that takes the place of the store's: an override, or that of an effect's beginning in a
  /// test.
  @usableFromInline let ownEnvironment: StoreEnvironment?

  @inlinable
  init(_ mailbox: Mailbox<Message>, _ source: MessageSource, _ environment: StoreEnvironment? = nil) {
    self.init(.mailbox(mailbox, source), environment)
  }

  @inlinable
  init(_ storage: Storage, _ environment: StoreEnvironment?) {
    self.storage = storage
    ownEnvironment = environment
  }

  /// Creates a channel from a closure, to run an effect's body in a test.
  public init(environment: StoreEnvironment, _ deliver: @escaping @Sendable (Message) async -> Void) {
    self.init(.closure(environment, nil, nil, deliver), nil)
  }

  @usableFromInline
  init(
    _ environment: StoreEnvironment, _ flow: ObjectIdentifier?, ending: WorkEnd? = nil,
    _ deliver: @escaping @Sendable (Message) async -> Void
  ) {
    self.init(.closure(environment, flow, ending, deliver), nil)
  }

  /// The store's environment: its clock, random numbers, identifiers, dates, and the application's own
  /// values.
  public var environment: StoreEnvironment {
    if let ownEnvironment { return ownEnvironment }
    return switch storage {
    case .mailbox(let mailbox, _): mailbox.environment
    case .closure(let environment, _, _, _): environment
    }
  }

  /// The identity of the store's flow, as in ``Flow/identity``; nil for a channel made from a closure.
  @usableFromInline
  package var flowIdentity: ObjectIdentifier? {
    switch storage {
    case .mailbox(let mailbox, _): ObjectIdentifier(mailbox.gateway)
    case .closure(_, let flow, _, _): flow
    }
  }

  /// The operator that learns of the end of the work at once; nil for none.
  @usableFromInline
  var ending: WorkEnd? {
    switch storage {
    case .mailbox: nil
    case .closure(_, _, let ending, _): ending
    }
  }

  /// Sends one message; messages of one effect arrive in the order of these calls.
  @inlinable
  public func callAsFunction(_ message: Message) async {
    switch storage {
    case .mailbox(let mailbox, let source): await mailbox.deliver(message, from: source)
    case .closure(_, _, _, let deliver): await deliver(message)
    }
  }

  /// Returns the same channel with another environment.
  @_alwaysEmitIntoClient
  func with(_ environment: StoreEnvironment) -> Send { Send(storage, environment) }

  /// Returns a channel for a part whose messages `transform` wraps.
  public func map<Part: Sendable>(_ transform: @escaping @Sendable (Part) -> Message) -> Send<Part> {
    Send<Part>(environment, flowIdentity, ending: ending) { await self(transform($0)) }
  }
}
