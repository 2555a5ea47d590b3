extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// Returns an effect that sends each element of the sequence as an input.
  ///
  /// An error of the sequence goes to the flow's error handler; ``toResultEffect(queue:id:label:)`` makes an
  /// input of it.
  ///
  /// - Parameters:
  ///   - queue: The queue of the effect.
  ///   - id: The id by which the effect is cancelled.
  ///   - label: The name in diagrams, tests, records and errors.
  public func toEffect<World, Queue, ID>(
    queue: Queue = .defaultEffectQueue, id: ID? = nil, label: EffectLabel? = nil
  ) -> Effect<World, Element, Queue, ID> {
    Effect(sequence: self, queue: queue, id: id, label: label)
  }

  /// Returns an effect that sends each element of the sequence as a success, and its error as a failure.
  ///
  /// The parameters are those of ``toEffect(queue:id:label:)``.
  public func toResultEffect<World, Queue, ID>(
    queue: Queue = .defaultEffectQueue, id: ID? = nil, label: EffectLabel? = nil
  ) -> Effect<World, Result<Element, any Error>, Queue, ID> {
    Effect(sending: queue, id: id, label: label) { _, send in
      for try await element in self { await send(.success(element)) }
    } catch: {
      .failure($0)
    }
  }
}
