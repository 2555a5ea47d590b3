public import Millrace

/// What a transition asks for: work whose results are further inputs, in a queue, under an id.
///
/// Nothing runs when an effect is made. A ``Harvester`` starts it after an input was accepted, never for one that
/// was rejected, and gives it the `World`: everything that it needs from outside.
///
/// ```swift
/// Effect(queue: .request, id: .login) { world in
///   await world.server.accepts(name) ? .loginOK : .loginFailed
/// }
/// ```
///
/// Effects are a monoid: ``empty`` asks for nothing, and `+` asks for both. The left one begins first.
public struct Effect<World: Sendable, Input: Sendable, Queue: EffectQueueProtocol, ID: Hashable & Sendable>:
  Sendable
{
  @usableFromInline
  enum Kind: Sendable {
    /// An input now, behind those that wait.
    case next(Input)
    case task(EffectTask<World, Input, Queue, ID>)
    case cancel(ID)
    case cancelMatching(@Sendable (ID) -> Bool)
    /// The requests of a part: of a machine in another, or of a state of a chart.
    indirect case part(EffectMembership, Effect)
    /// Ends what was begun for a part.
    case leave(EffectScope)
    /// An effect that is made when the world is there.
    case deferred(@Sendable (World) -> Effect)
  }

  @usableFromInline
  enum Storage: Sendable {
    case none
    case one(Kind)
    case many([Kind])
  }

  @usableFromInline let storage: Storage

  @inlinable
  init(_ storage: Storage) {
    self.storage = storage
  }

  @inlinable
  init(_ kind: Kind) {
    storage = .one(kind)
  }

  init(kinds: [Kind]) {
    storage = kinds.count > 1 ? .many(kinds) : kinds.first.map { .one($0) } ?? .none
  }

  /// What it asks for, in order.
  var kinds: [Kind] {
    switch storage {
    case .none: []
    case .one(let kind): [kind]
    case .many(let kinds): kinds
    }
  }

  // MARK: Monoid

  /// Asks for nothing.
  @inlinable public static var empty: Effect { Effect(.none) }

  /// Whether it asks for nothing.
  @inlinable public var isEmpty: Bool {
    if case .none = storage { true } else { false }
  }

  /// Asks for both, the left one first.
  public static func + (left: Effect, right: Effect) -> Effect {
    switch (left.storage, right.storage) {
    case (_, .none): left
    case (.none, _): right
    default: Effect(.many(left.kinds + right.kinds))
    }
  }

  /// Asks for all of them, in order: what `+` of each with the next asks for, in linear time.
  @usableFromInline
  static func joined(_ effects: [Effect]) -> Effect {
    effects.count == 1 ? effects[0] : Effect(kinds: effects.flatMap(\.kinds))
  }

  // MARK: Cancelling

  /// Cancels every effect that carries `id`, running or waiting.
  public static func cancel(_ id: ID) -> Effect { Effect(.cancel(id)) }

  /// Cancels every effect whose id satisfies `predicate`, running or waiting.
  ///
  /// O(effects in flight).
  public static func cancel(_ predicate: @escaping @Sendable (ID) -> Bool) -> Effect {
    Effect(.cancelMatching(predicate))
  }
}

/// What is done when an effect is started.
@usableFromInline
enum EffectOperation<World: Sendable, Input: Sendable>: Sendable {
  /// Gives one input, or none; told apart because its answer needs no way back of its own.
  case one(@Sendable (World) async -> Input?)
  /// Gives as many as it likes.
  case many(@Sendable (World, Send<Input>) async throws -> Void)
}

/// Work that a queue starts.
@usableFromInline
final class EffectTask<World: Sendable, Input: Sendable, Queue: EffectQueueProtocol, ID: Hashable & Sendable>:
  Sendable
{
  @usableFromInline let queue: Queue
  @usableFromInline let id: ID?
  @usableFromInline let label: EffectLabel?
  /// The inputs that may come of it, as far as somebody has said so.
  @usableFromInline let answers: [Input]
  @usableFromInline let operation: EffectOperation<World, Input>

  @inlinable
  init(
    queue: Queue, id: ID?, label: EffectLabel?, answers: [Input],
    operation: EffectOperation<World, Input>
  ) {
    self.queue = queue
    self.id = id
    self.label = label
    self.answers = answers
    self.operation = operation
  }
}
