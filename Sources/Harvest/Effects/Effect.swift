public import Millrace

/// The work that a transition starts: its results are further inputs, in a queue, under an id.
///
/// Creating an effect runs nothing. A ``Harvester`` starts it after an input was accepted, never after a
/// rejected one, and passes it the `World`: all its dependencies.
///
/// ```swift
/// Effect(queue: .request, id: .login) { world in
///   await world.server.accepts(name) ? .loginOK : .loginFailed
/// }
/// ```
///
/// Effects are a monoid: ``empty`` does nothing, and `+` combines two. The left one begins first.
public struct Effect<World: Sendable, Input: Sendable, Queue: EffectQueueProtocol, ID: Hashable & Sendable>:
  Sendable
{
  @usableFromInline
  enum Kind: Sendable {
    /// An immediate input, behind those that wait.
    case next(Input)
    case task(EffectTask<World, Input, Queue, ID>)
    case cancel(ID)
    case cancelMatching(@Sendable (ID) -> Bool)
    /// The requests of a part: of a machine in another, or of a state of a chart.
    indirect case part(PartMembership, Effect)
    /// The end of a part's effects.
    case leave(EffectScope)
    /// An effect that is made when the world is available.
    case deferred(@Sendable (World) -> Effect)
  }

  @usableFromInline
  enum Storage: Sendable {
    case none
    case one(Kind)
    case many([Kind])
    /// More requests than ``Effect/limitOfMany``, in chunks that are never empty; see ``joinedChunks(_:_:)``.
    case long([[Kind]])
  }

  /// The number of requests up to which `+` copies them.
  private static var limitOfMany: Int { 32 }

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

  /// The requests, in order.
  var kinds: [Kind] {
    switch storage {
    case .none: []
    case .one(let kind): [kind]
    case .many(let kinds): kinds
    case .long(let chunks): Array(chunks.joined())
    }
  }

  private var chunks: [[Kind]] {
    if case .long(let chunks) = storage { chunks } else { isEmpty ? [] : [kinds] }
  }

  /// The number of requests.
  private var count: Int {
    switch storage {
    case .none: 0
    case .one: 1
    case .many(let kinds): kinds.count
    case .long(let chunks): chunks.reduce(0) { $0 + $1.count }
    }
  }

  // MARK: Monoid

  /// The effect that does nothing.
  @inlinable public static var empty: Effect { Effect(.none) }

  /// A Boolean value that indicates whether the effect does nothing.
  @inlinable public var isEmpty: Bool {
    if case .none = storage { true } else { false }
  }

  /// Combines two effects; the left one begins first.
  ///
  /// A loop that adds n effects, at the end or at the front, takes O(n log n).
  public static func + (left: Effect, right: Effect) -> Effect {
    switch (left.storage, right.storage) {
    case (_, .none): left
    case (.none, _): right
    case _ where left.count + right.count <= limitOfMany: Effect(.many(left.kinds + right.kinds))
    default: Effect(.long(joinedChunks(left.chunks, right.chunks)))
    }
  }

  /// Combines effects in order, like repeated `+`, in linear time.
  @usableFromInline
  static func joined(_ effects: [Effect]) -> Effect {
    effects.count == 1 ? effects[0] : Effect(kinds: effects.flatMap(\.kinds))
  }

  // MARK: Cancelling

  /// Creates an effect that cancels every effect with an id, running or waiting.
  public static func cancel(_ id: ID) -> Effect { Effect(.cancel(id)) }

  /// Creates an effect that cancels every effect whose id satisfies `predicate`, running or waiting.
  ///
  /// O(effects in flight).
  public static func cancel(_ predicate: @escaping @Sendable (ID) -> Bool) -> Effect {
    Effect(.cancelMatching(predicate))
  }
}

@usableFromInline
enum EffectOperation<
  World: Sendable, Input: Sendable, Queue: EffectQueueProtocol, ID: Hashable & Sendable
>: Sendable {
  @usableFromInline typealias Recovery = @Sendable (any Error) -> Input?

  /// An input that an operator sends later, or repeatedly.
  case send(Input)
  /// An input of a chart's delay that goes on: it is sent at a date, and at the latest after a time.
  case sendAt(Timestamp, latest: Duration, Input)
  /// Work that sends one input, or none; a case of its own, because it needs no `Send`.
  case one(@Sendable (World) async -> Input?)
  /// Work that sends any number of inputs. Its error becomes an input after the operators only.
  case many(@Sendable (World, Send<Input>) async throws -> Void, recover: Recovery?)
  /// Effects that compete.
  case race([Effect<World, Input, Queue, ID>], recover: Recovery?)
}

/// Work that a queue starts.
@usableFromInline
final class EffectTask<World: Sendable, Input: Sendable, Queue: EffectQueueProtocol, ID: Hashable & Sendable>:
  Sendable
{
  @usableFromInline let queue: Queue
  @usableFromInline let id: ID?
  @usableFromInline let label: EffectLabel?
  /// The inputs that may come from the work, as far as they are declared.
  @usableFromInline let answers: [Input]
  @usableFromInline let operation: EffectOperation<World, Input, Queue, ID>
  /// The operators of the work, the innermost first.
  @usableFromInline let operators: [EffectOperator]
  /// True for a delay of a chart's state, which only leaving the state ends.
  @usableFromInline let isOfState: Bool

  @inlinable
  init(
    queue: Queue, id: ID?, label: EffectLabel?, answers: [Input],
    operation: EffectOperation<World, Input, Queue, ID>, operators: [EffectOperator] = [],
    isOfState: Bool = false
  ) {
    self.queue = queue
    self.id = id
    self.label = label
    self.answers = answers
    self.operation = operation
    self.operators = operators
    self.isOfState = isOfState
  }
}
