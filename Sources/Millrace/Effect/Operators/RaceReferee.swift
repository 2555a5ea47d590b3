public import Synchronization

/// The flaw in the contestants of an ``Effect/race(_:in:id:label:)-([Effect<Message>],_,_,_)``.
@frozen
public struct EffectRaceFlaw: Error, Hashable, CustomStringConvertible {
  @_alwaysEmitIntoClient
  init() {}

  /// A sentence that says what happened and what to do.
  @_alwaysEmitIntoClient
  public var description: String {
    "A race was given an effect that cancels, reports or belongs to a part. It was left out, because contestants run "
      + "outside of the store's home and only a turn cancels and reports. Give a race work and messages only. Let a "
      + "contestant send a message and cancel in the update that handles it, or merge the rest with the race."
  }
}

/// The decision about who has won a race.
@usableFromInline
final class RaceReferee: Sendable {
  /// The number of the winner, from 1; 0 while there is none.
  @usableFromInline let winner = Atomic(0)
  /// For each contestant, a signal that another has won.
  @usableFromInline let signals: [AsyncStream<Never>]
  @usableFromInline let senders: [AsyncStream<Never>.Continuation]

  @_alwaysEmitIntoClient
  init(count: Int) {
    let pairs = (0..<count).map { _ in AsyncStream<Never>.makeStream() }
    signals = pairs.map(\.stream)
    senders = pairs.map(\.continuation)
  }

  /// Makes a contestant the winner, unless another one is; returns true if it is.
  @_alwaysEmitIntoClient
  func claim(_ contestant: Int) -> Bool {
    let (isFirst, known) = winner.compareExchange(
      expected: 0, desired: contestant, ordering: .sequentiallyConsistent)
    if isFirst {
      for (index, sender) in senders.enumerated() where index + 1 != contestant { sender.finish() }
    }
    return isFirst || known == contestant
  }
}
