#if canImport(Combine)
public import Combine
public import Millrace

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

/// Returns the mapping with the values of a publisher as inputs after each input that it accepts.
public func | <Input, State, World, Queue, EffectID, Source: Publisher>(
  mapping: Harvester<Input, State>.Mapping, publisher: Source
) -> Harvester<Input, State>.EffectMapping<World, Queue, EffectID>
where Source.Output == Input, Source.Failure == Never {
  mapping | Effect(publisher)
}
#endif
