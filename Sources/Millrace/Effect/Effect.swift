/// What an update asks for: work whose results come back as messages, described as a value.
///
/// Nothing runs when an effect is made. The store that gets it from its update starts it after the turn's
/// observers have been told, cancels it when it is told to or when the store ends, and drops whatever a
/// cancelled effect still has to say.
///
/// ```swift
/// return .run(in: .latest("search"), label: "search \(query)") { send in
///   await send(.found(try library.books(matching: query)))
/// } catch: { .failed("\($0)") }
/// ```
public struct Effect<Message: Sendable>: Sendable {
  @usableFromInline
  enum Kind: Sendable {
    /// Nothing to do.
    case none
    /// A message that waits behind those already waiting; no task, no allocation.
    case now(Message)
    /// Work for a driver.
    case work(Work<Message>)
    /// All the rest, in one reference so that the effect stays small.
    case plan(Plan<Message>)
  }

  @usableFromInline let kind: Kind

  @inlinable
  init(_ kind: Kind) {
    self.kind = kind
  }

  init(step: Plan<Message>.Step) {
    kind = .plan(Plan(step))
  }

  /// No effect.
  @inlinable public static var none: Effect { Effect(Kind.none) }

  /// A message now: it takes its turn behind those already waiting, without a task.
  @inlinable
  public static func send(_ message: Message) -> Effect { Effect(.now(message)) }

  /// Says that the update knows nothing of this message; the flow's error handler is told
  /// (``FlowError/unhandledMessage(store:message:)``).
  public static var unhandled: Effect { Effect(step: .unhandled) }

  /// Tells the flow's error handler of an error that the update has found
  /// (``FlowError/reported(store:error:)``).
  public static func report(_ error: any Error) -> Effect { Effect(step: .report(error)) }

  /// Runs `operation` as a task of its own; what it sends comes back as turns of the store.
  ///
  /// - Parameters:
  ///   - queue: The queue it stands in; without one it starts at once.
  ///   - id: A name to cancel it by.
  ///   - label: What it is called in tests, records and errors.
  ///   - operation: The work. It runs outside of the store's isolation. `send` returns after the turn; when
  ///     the effect has been cancelled, what it sends is dropped.
  ///   - recover: Makes a message of an error that `operation` throws; nil says the error needs none. Without
  ///     a `catch`, the flow's error handler is told (``FlowError/effectFailed(store:label:error:)``).
  ///     A `CancellationError` thrown after a cancellation is not an error; one that is thrown without is an error like
  ///     any other.
  @inlinable
  public static func run(
    in queue: EffectQueue? = nil,
    id: EffectID? = nil,
    label: EffectLabel? = nil,
    _ operation: @escaping @Sendable (_ send: Send<Message>) async throws -> Void,
    catch recover: (@Sendable (any Error) -> Message?)? = nil
  ) -> Effect {
    Effect(.work(Work(queue: queue, id: id, label: label, body: .task(operation), recover: recover)))
  }

  /// Begins work that is not a task: synchronous work, or an API that answers through callbacks.
  ///
  /// The effect ends when the continuation is told to finish or when the last reference to it has gone, so what
  /// `start` does not keep is over when it returns.
  ///
  /// ```swift
  /// return .callback(label: "locate") { continuation in
  ///   let request = locator.request { continuation.send(.located($0)) }
  ///   continuation.onCancel { request.stop() }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - queue: The queue it stands in; without one it starts at once.
  ///   - id: A name to cancel it by.
  ///   - label: What it is called in tests, records and errors.
  ///   - start: Called at the store's home after the turn's observers; effects of one turn begin in their order.
  ///     What it sends before it returns has its turn right after those that wait, without a hop.
  ///   - recover: Makes a message of an error that `start` throws or the work finishes with; as with
  ///     ``run(in:id:label:_:catch:)``.
  public static func callback(
    in queue: EffectQueue? = nil,
    id: EffectID? = nil,
    label: EffectLabel? = nil,
    _ start: @escaping @Sendable (_ continuation: EffectContinuation<Message>) throws -> Void,
    catch recover: (@Sendable (any Error) -> Message?)? = nil
  ) -> Effect {
    Effect(.work(Work(queue: queue, id: id, label: label, body: .callback(start), recover: recover)))
  }

  /// Sends one message for each element of an asynchronous sequence, until that ends.
  public static func stream<Elements: AsyncSequence & Sendable>(
    _ elements: Elements,
    in queue: EffectQueue? = nil,
    id: EffectID? = nil,
    label: EffectLabel? = nil,
    _ message: @escaping @Sendable (Elements.Element) -> Message,
    catch recover: (@Sendable (any Error) -> Message?)? = nil
  ) -> Effect where Elements.Element: Sendable {
    run(
      in: queue, id: id, label: label,
      { send in
        for try await element in elements { await send(message(element)) }
      }, catch: recover)
  }

  /// Many effects at the same time.
  public static func merge(_ effects: [Effect]) -> Effect {
    let effects = joined(effects) { if case .merge(let parts) = $0 { parts } else { nil } }
    return effects.count > 1 ? Effect(step: .merge(effects)) : effects.array.first ?? .none
  }

  /// Many effects at the same time.
  public static func merge(_ effects: Effect...) -> Effect { merge(effects) }

  /// One effect after another: each starts when everything the one before it started has ended, whether it
  /// finished, failed or was cancelled.
  public static func concatenate(_ effects: [Effect]) -> Effect {
    let effects = joined(effects) { if case .sequence(let parts) = $0 { parts } else { nil } }
    return effects.count > 1 ? Effect(step: .sequence(effects)) : effects.array.first ?? .none
  }

  /// The effects that ask for something, with those in their place that `parts` finds in one of the same kind:
  /// effects that were put together one by one are as flat as a list, and need no stack of their depth.
  private static func joined(
    _ effects: [Effect], parts: (Plan<Message>.Step) -> EffectList<Message>?
  ) -> EffectList<Message> {
    var list = EffectList<Message>([])
    var others: [Effect] = []
    for effect in effects where !effect.isNone {
      if case .plan(let plan) = effect.kind, let parts = parts(plan.step) {
        list = list.joined(with: EffectList(others)).joined(with: parts)
        others = []
      } else {
        others.append(effect)
      }
    }
    return list.joined(with: EffectList(others))
  }

  /// One effect after another: each starts when everything the one before it started has ended.
  public static func concatenate(_ effects: Effect...) -> Effect { concatenate(effects) }

  /// Cancels every effect of this store that carries `id`, running or waiting.
  public static func cancel(id: EffectID) -> Effect { Effect(step: .cancel(.id(id))) }

  /// Cancels every effect of this store whose id satisfies `predicate`; those without an id are not asked.
  ///
  /// O(effects in flight).
  public static func cancel(where predicate: @escaping @Sendable (EffectID) -> Bool) -> Effect {
    Effect(step: .cancel(.matching(predicate)))
  }

  /// Cancels every effect of this store, running or waiting, with or without an id.
  ///
  /// Steps of a ``concatenate(_:)-([Effect<Message>])`` that have not begun are forgotten. O(effects in flight).
  public static var cancelAll: Effect { Effect(step: .cancel(.all)) }

  /// Whether there is nothing to do.
  public var isNone: Bool {
    if case .none = kind { true } else { false }
  }
}

/// An effect that is neither nothing, nor a message now, nor work.
@usableFromInline
final class Plan<Message: Sendable>: Sendable {
  @usableFromInline
  enum Step: Sendable {
    case merge(EffectList<Message>)
    case sequence(EffectList<Message>)
    case cancel(Cancellation)
    /// An effect of a part of the state.
    case within(PartMembership, Effect<Message>)
    /// Ends what was begun for the part of this name.
    case leave(EffectID)
    case report(any Error)
    case unhandled
  }

  @usableFromInline
  enum Cancellation: Sendable {
    case id(EffectID)
    case matching(@Sendable (EffectID) -> Bool)
    /// Those of parts only.
    case inParts(@Sendable (EffectID) -> Bool)
    case all
  }

  @usableFromInline let step: Step

  init(_ step: Step) {
    self.step = step
  }
}

/// Work that a driver performs.
///
/// A class, because it is handed on often and changed never.
@usableFromInline
final class Work<Message: Sendable>: Sendable {
  @usableFromInline typealias Operation = @Sendable (Send<Message>) async throws -> Void

  @usableFromInline
  enum Body: Sendable {
    case task(Operation)
    case callback(@Sendable (EffectContinuation<Message>) throws -> Void)
  }

  @usableFromInline let queue: EffectQueue?
  @usableFromInline let id: EffectID?
  @usableFromInline let label: EffectLabel?
  @usableFromInline let body: Body
  @usableFromInline let recover: (@Sendable (any Error) -> Message?)?

  @inlinable
  init(
    queue: EffectQueue?, id: EffectID?, label: EffectLabel?, body: Body,
    recover: (@Sendable (any Error) -> Message?)?
  ) {
    self.queue = queue
    self.id = id
    self.label = label
    self.body = body
    self.recover = recover
  }

  @inlinable var isCallback: Bool {
    if case .callback = body { true } else { false }
  }

  /// The same work in another queue, under another id or label, or with another body.
  @usableFromInline
  func with(
    queue: EffectQueue?? = nil, id: EffectID?? = nil, label: EffectLabel?? = nil, body: Body? = nil,
    recover: (@Sendable (any Error) -> Message?)? = nil
  ) -> Work {
    Work(
      queue: queue ?? self.queue, id: id ?? self.id, label: label ?? self.label,
      body: body ?? self.body, recover: recover ?? self.recover)
  }
}
