#if canImport(Combine)
public import Combine
public import Millrace
public import MillraceCore

// Sound: a publisher is only read by the one task that iterates this sequence.
/// The values of a Combine publisher, as the inputs of a machine or of an effect.
///
/// ```swift
/// let harvester = Harvester(state: .off, inputs: PublishedInputs(button), mapping: mapping, world: world)
/// ```
public struct PublishedInputs<Source: Publisher>: AsyncSequence, @unchecked Sendable
where Source.Failure == Never {
  private let source: Source

  /// Creates a sequence of a publisher's values.
  public init(_ source: Source) {
    self.source = source
  }

  /// Subscribes to the publisher.
  public func makeAsyncIterator() -> AsyncPublisher<Source>.Iterator { source.values.makeAsyncIterator() }
}

extension Effect {
  /// Creates an effect that sends each value of a publisher as an input, until it completes or the effect is
  /// cancelled.
  public init<Source: Publisher>(
    _ publisher: Source, queue: Queue = .defaultEffectQueue, id: ID? = nil, label: EffectLabel? = nil,
    answers: [Input] = []
  ) where Source.Output == Input, Source.Failure == Never {
    self.init(sequence: PublishedInputs(publisher), queue: queue, id: id, label: label, answers: answers)
  }
}

extension Publisher where Failure == Never {
  /// Returns an effect that sends each value of the publisher as an input.
  public func toEffect<World, Queue, ID>(
    queue: Queue = .defaultEffectQueue, id: ID? = nil
  ) -> Effect<World, Output, Queue, ID> where Output: Sendable {
    Effect(self, queue: queue, id: id)
  }
}

extension Publisher {
  /// Returns an effect that sends each value of the publisher as a success, and its error as a failure.
  ///
  /// The error is a value of the effect, whose own `retry` does not see it: write
  /// `publisher.retry(3).toResultEffect()`.
  public func toResultEffect<World, Queue, ID>(
    queue: Queue = .defaultEffectQueue, id: ID? = nil
  ) -> Effect<World, Result<Output, Failure>, Queue, ID> where Output: Sendable {
    map(Result.success).catch { Just(.failure($0)) }.toEffect(queue: queue, id: id)
  }
}

extension FlattenStrategy {
  /// At most as many effects run at a time as the demand allows.
  @available(*, deprecated, message: "Write `.concurrent(max: 3)`, or `.merge` for an unlimited demand.")
  public static func concurrent(maxPublishers: Subscribers.Demand) -> FlattenStrategy {
    maxPublishers.max.map { .concurrent(max: $0) } ?? .merge
  }
}

/// Returns the mapping with the values of a publisher as inputs after each input that it accepts.
public func | <Input, State, World, Queue, EffectID, Source: Publisher>(
  mapping: Harvester<Input, State>.Mapping, publisher: Source
) -> Harvester<Input, State>.EffectMapping<World, Queue, EffectID>
where Source.Output == Input, Source.Failure == Never {
  mapping | Effect(publisher)
}
#endif
