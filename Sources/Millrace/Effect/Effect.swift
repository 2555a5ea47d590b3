/// The request of an update, described as a value: work whose results come back as messages.
///
/// Creating an effect runs nothing. The store receives the effect from its update and starts it after the
/// turn's observers were called. It cancels the effect on request or when the store ends, and drops all later
/// messages of a cancelled effect.
///
/// ```swift
/// return .run(in: .latest("search"), label: "search \(query)") { send in
///   await send(.found(try library.books(matching: query)))
/// } catch: { .failed("\($0)") }
/// ```
public struct Effect<Message: Sendable>: Sendable {
  @usableFromInline package let content: EffectContent<Message>

  @inlinable
  init(_ content: EffectContent<Message>) {
    self.content = content
  }

  /// An effect that does nothing.
  @inlinable public static var none: Effect { Effect(EffectContent.none) }

  /// Sends a message without a task; its turn comes after those of the messages that already wait.
  @inlinable
  public static func send(_ message: Message) -> Effect { Effect(.message(message)) }

  /// Reports that the update does not know this message; the flow's error handler receives
  /// ``FlowError/unhandledMessage(store:message:)``.
  public static var unhandled: Effect { Effect(.unhandled) }

  /// Reports an error that the update has found; the flow's error handler receives
  /// ``FlowError/reported(store:error:)``.
  public static func report(_ error: any Error) -> Effect { Effect(.report(error)) }

  /// Runs `operation` as a task of its own; the messages it sends become turns of the store.
  ///
  /// - Parameters:
  ///   - queue: The queue of the effect; without one it starts at once.
  ///   - id: A name by which the effect can be cancelled.
  ///   - label: The name of the effect in tests, records and errors.
  ///   - operation: The work. It runs outside the store's isolation. `send` returns after the turn; once the
  ///     effect has been cancelled, its messages are dropped.
  ///   - recover: A function that turns an error of `operation` into a message, or returns nil to ignore it.
  ///     Without a `catch`, the flow's error handler receives the error
  ///     (``FlowError/effectFailed(store:label:error:)``). A `CancellationError` thrown after a cancellation
  ///     is not an error; one that is thrown without a cancellation is.
  @inlinable
  public static func run(
    in queue: EffectQueue? = nil,
    id: EffectID? = nil,
    label: EffectLabel? = nil,
    _ operation: @escaping @Sendable (_ send: Send<Message>) async throws -> Void,
    catch recover: (@Sendable (any Error) -> Message?)? = nil
  ) -> Effect {
    Effect(.work(EffectWork(queue: queue, id: id, label: label, body: .task(operation), recover: recover)))
  }

  /// Begins work that is not a task: synchronous work, or an API that answers through callbacks.
  ///
  /// The effect ends when the continuation's `finish` is called or its last reference is released. If `start`
  /// does not keep the continuation, the effect ends when `start` returns.
  ///
  /// ```swift
  /// return .callback(label: "locate") { continuation in
  ///   let request = locator.request { continuation.send(.located($0)) }
  ///   continuation.onCancel { request.stop() }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - queue: The queue of the effect; without one it starts at once.
  ///   - id: A name by which the effect can be cancelled.
  ///   - label: The name of the effect in tests, records and errors.
  ///   - start: A function that begins the work. The store calls it at its home after the turn's observers;
  ///     effects of one turn begin in their order. A message sent before it returns gets its turn right after
  ///     those that wait, without a hop.
  ///   - recover: A function that turns an error into a message, whether `start` throws it or the work
  ///     finishes with it; as with ``run(in:id:label:_:catch:)``.
  public static func callback(
    in queue: EffectQueue? = nil,
    id: EffectID? = nil,
    label: EffectLabel? = nil,
    _ start: @escaping @Sendable (_ continuation: EffectContinuation<Message>) throws -> Void,
    catch recover: (@Sendable (any Error) -> Message?)? = nil
  ) -> Effect {
    Effect(.work(EffectWork(queue: queue, id: id, label: label, body: .callback(start), recover: recover)))
  }

  /// Sends one message for each element of an asynchronous sequence, until the sequence ends.
  @_alwaysEmitIntoClient
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

  /// Runs several effects at the same time.
  public static func merge(_ effects: [Effect]) -> Effect {
    let effects = joined(effects) { if case .merge(let parts) = $0 { parts } else { nil } }
    return effects.count > 1 ? Effect(.merge(effects)) : effects.array.first ?? .none
  }

  /// Runs several effects at the same time.
  public static func merge(_ effects: Effect...) -> Effect { merge(effects) }

  /// Runs effects one after another.
  ///
  /// Each starts when everything that the one before it started has ended, whether it finished, failed or was
  /// cancelled.
  public static func concatenate(_ effects: [Effect]) -> Effect {
    let effects = joined(effects) { if case .sequence(let parts) = $0 { parts } else { nil } }
    return effects.count > 1 ? Effect(.sequence(effects)) : effects.array.first ?? .none
  }

  /// Returns the effects that request something, with nested lists of the same kind replaced by their
  /// elements.
  ///
  /// `parts` finds the elements of such a list. Effects that were combined one by one are therefore as flat
  /// as a list, and need no stack of their depth.
  private static func joined(
    _ effects: [Effect], parts: (EffectContent<Message>) -> EffectList<Message>?
  ) -> EffectList<Message> {
    var list = EffectList<Message>([])
    var others: [Effect] = []
    for effect in effects where !effect.isNone {
      if let parts = parts(effect.content) {
        list = list.joined(with: EffectList(others)).joined(with: parts)
        others = []
      } else {
        others.append(effect)
      }
    }
    return list.joined(with: EffectList(others))
  }

  /// Runs effects one after another: each starts when everything that the one before it started has ended.
  public static func concatenate(_ effects: Effect...) -> Effect { concatenate(effects) }

  /// Cancels every effect of this store with the id `id` that was requested before.
  ///
  /// It reaches each place that holds a request: effects that run, wait in a queue, for a delay or for the
  /// next attempt, and steps of a ``concatenate(_:)-([Effect<Message>])`` that have not begun. Their messages
  /// that have not had their turns are dropped, whether they wait in line or a gate delays them. What comes
  /// after the cancellation in its own effect stays, so a sequence of a cancellation and new work restarts
  /// the work.
  ///
  /// O(steps that have not begun), apart from the effects that it ends.
  public static func cancel(id: EffectID) -> Effect { Effect(.cancel(.id(id))) }

  /// Cancels every effect of this store whose id satisfies `predicate`; effects without an id are not
  /// affected.
  ///
  /// It reaches what ``cancel(id:)`` reaches. `predicate` may be called more than once for an id. O(effects
  /// in flight and steps that have not begun).
  public static func cancel(where predicate: @escaping @Sendable (EffectID) -> Bool) -> Effect {
    Effect(.cancel(.matching(predicate)))
  }

  /// Cancels every effect of this store, running or waiting, with or without an id.
  ///
  /// Steps of a ``concatenate(_:)-([Effect<Message>])`` that have not begun are dropped. O(effects in
  /// flight).
  public static var cancelAll: Effect { Effect(.cancel(.all)) }

  /// True if there is nothing to do.
  public var isNone: Bool {
    if case .none = content { true } else { false }
  }
}
