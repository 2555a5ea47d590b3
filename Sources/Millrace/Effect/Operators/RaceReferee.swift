import Synchronization

/// The flaw in the contestants of an ``Effect/race(_:in:id:label:)-([Effect<Message>],_,_,_)``.
@frozen
public struct EffectRaceFlaw: Error, Hashable, CustomStringConvertible {
  /// The reason for which an effect cannot compete.
  @usableFromInline
  @frozen
  enum Reason: Hashable, Sendable {
    /// Only a turn does what it asks for.
    case turn
    /// A journal permits its beginning, by the event of its own effect.
    case durable
  }

  @usableFromInline let reason: Reason

  @_alwaysEmitIntoClient
  init(_ reason: Reason) {
    self.reason = reason
  }

  /// A sentence that says what happened and what to do.
  @_alwaysEmitIntoClient
  public var description: String {
    switch reason {
    case .turn:
      "A race was given an effect that cancels, reports or belongs to a part. It was left out, because contestants run "
        + "outside of the store's home and only a turn cancels and reports. Give a race work and messages only. Let a "
        + "contestant send a message and cancel in the update that handles it, or merge the rest with the race."
    case .durable:
      "A race was given a durable effect. It was left out and does not run, because a journal records the effects of a "
        + "turn, and a race is one effect. Merge the durable effect with the race, so that it runs beside it, or limit "
        + "its time with `timeout(_:)`."
    }
  }
}

/// The number of a race's winner.
private final class WinnerBox: Sendable {
  let number = Atomic(0)
}

/// The decision about who has won a race.
@usableFromInline
final class RaceReferee: Sendable {
  private let winner: WinnerBox
  /// The tasks of the contestants that have begun and not ended.
  private let tasks: Locked<[Contestant?]>
  /// Tells a tool that orders the contestants of each look at the winner; nil where none does.
  private let note: (@Sendable (_ writes: Bool) -> Void)?

  /// The task of a contestant.
  private struct Contestant: @unchecked Sendable {
    // Sound: of the task only `cancel()` is called, which `Task` has as well, and only while its function
    // runs: it is entered by this function and removed before it returns, under the lock that protects the
    // call.
    let task: UnsafeCurrentTask
  }

  @usableFromInline
  init(count: Int) {
    tasks = Locked(Array(repeating: nil, count: count))
    let box = WinnerBox()
    winner = box
    note = AccessWatch.current?.watch("race") { box.number.load(ordering: .sequentiallyConsistent) }
  }

  /// The number of the winner, from 1; 0 while there is none.
  @usableFromInline var number: Int { winner.number.load(ordering: .sequentiallyConsistent) }

  /// Makes a contestant the winner, unless another one is; returns true if it is.
  ///
  /// The tasks of the others are cancelled by then.
  @usableFromInline
  func claim(_ contestant: Int) -> Bool {
    note?(number == 0)
    let (isFirst, known) = winner.number.compareExchange(
      expected: 0, desired: contestant, ordering: .sequentiallyConsistent)
    if isFirst {
      tasks.withLock { tasks in
        for (index, other) in tasks.enumerated() where index + 1 != contestant { other?.task.cancel() }
      }
    }
    return isFirst || known == contestant
  }

  /// Records the calling task as that of a contestant, and cancels it if another one has won.
  @usableFromInline
  func enter(_ contestant: Int) {
    withUnsafeCurrentTask { task in
      guard let task else { return }
      note?(false)
      tasks.withLock { $0[contestant - 1] = Contestant(task: task) }
      let known = number
      if known != 0 && known != contestant { task.cancel() }
    }
  }

  /// Forgets the task of a contestant, which is about to end.
  @usableFromInline
  func leave(_ contestant: Int) {
    tasks.withLock { $0[contestant - 1] = nil }
  }
}
