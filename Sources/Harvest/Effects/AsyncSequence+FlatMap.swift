import Millrace
public import MillraceCore

extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// Returns the elements of the sequences that are made of this one's elements, which a strategy flattens.
  ///
  /// With `latest` a new element ends the sequence of the one before, with `concat` it waits for its end,
  /// with `exhaust` it is left out while another one runs. The first error ends everything. Reading begins at
  /// once; elements that are not read yet are kept, so use it where the reader is as fast as the sequences.
  ///
  /// ```swift
  /// for try await page in queries.flatMap(.latest, transform: { query in server.pages(of: query) }) {
  ///   show(page)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - strategy: The rule for several sequences; an invalid one ends the result with a ``FlattenError``.
  ///   - clock: The clock of `debounce` and `throttle`.
  ///   - transform: A closure that makes a sequence of an element.
  public func flatMap<Inner: AsyncSequence & Sendable>(
    _ strategy: FlattenStrategy, clock: any Clock<Duration> = ContinuousClock(),
    transform: @escaping @Sendable (Element) -> Inner
  ) -> AsyncThrowingStream<Inner.Element, any Error> where Inner.Element: Sendable {
    AsyncThrowingStream { continuation in
      if let problem = strategy.problem {
        return continuation.finish(throwing: FlattenError(problem: problem))
      }
      Task { await Flattening.run(self, strategy, clock, transform, continuation) }
    }
  }
}

/// The error of a flattened sequence whose strategy is invalid.
public struct FlattenError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The flaw, and how to fix it.
  public let problem: String

  /// A sentence that says what happened, why, and what to do.
  public var description: String { "The sequence was not flattened: \(problem)" }
}

/// A store of the task that runs it, whose effects are the outer sequence and the inner ones.
private enum Flattening<Outer: AsyncSequence & Sendable, Inner: AsyncSequence & Sendable>
where Outer.Element: Sendable, Inner.Element: Sendable {
  private enum Event: Sendable {
    case begin
    case element(Outer.Element)
    case value(Inner.Element)
    case failed(any Error)
    case ended
  }

  static func run(
    _ outer: Outer, _ strategy: FlattenStrategy, _ clock: any Clock<Duration>,
    _ transform: @escaping @Sendable (Outer.Element) -> Inner,
    _ continuation: AsyncThrowingStream<Inner.Element, any Error>.Continuation
  ) async {
    let queue = EffectQueue("flatMap", strategy)
    let store = Millrace.Store((), of: Event.self, environment: StoreEnvironment(clock: clock)) { _, event in
      switch event {
      case .begin:
        return .run(label: "flatMap") { send in await Self.send(outer, send) { .element($0) } }
      case .element(let element):
        return .run(in: queue, label: "flatMap") { send in
          await Self.send(transform(element), send) { .value($0) }
        }
      case .value(let value): continuation.yield(value)
      case .failed(let error):
        continuation.finish(throwing: error)
        return .cancelAll
      case .ended: return .cancelAll
      }
      return .none
    }
    let sender = store.sender()
    continuation.onTermination = { _ in _ = sender.send(.ended) }
    store.send(.begin)
    await store.run()
    continuation.finish()
  }

  private static func send<Elements: AsyncSequence>(
    _ elements: Elements, _ send: Send<Event>, as event: (Elements.Element) -> Event
  ) async {
    do {
      for try await element in elements { await send(event(element)) }
    } catch {
      await send(.failed(error))
    }
  }
}
