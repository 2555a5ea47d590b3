public import Synchronization

/// Reports that the work of an effect has taken longer than its ``Effect/timeout(_:)``.
@frozen
public struct EffectTimedOut: Error, Hashable, CustomStringConvertible {
  /// The longest time that the work may take.
  public let limit: Duration

  @_alwaysEmitIntoClient
  init(limit: Duration) {
    self.limit = limit
  }

  package init(after limit: Duration) {
    self.limit = limit
  }

  /// A sentence that says what happened and what to do.
  @_alwaysEmitIntoClient
  public var description: String {
    "The work of an effect was cancelled because it took longer than \(limit); handle this in its `catch`, or allow "
      + "more time with `timeout(_:)`."
  }
}

/// The outcome of work that has a limit of time.
@usableFromInline
final class TimeLimit: Sendable {
  /// 1 once the time is over; 2 in addition once a message was dropped because of it.
  @usableFromInline let bits = Atomic<UInt8>(0)

  @_alwaysEmitIntoClient
  init() {}

  /// Returns true if a message is still in time.
  @_alwaysEmitIntoClient
  func accepts() -> Bool {
    if bits.load(ordering: .acquiring) == 0 { return true }
    bits.bitwiseOr(2, ordering: .acquiringAndReleasing)
    return false
  }

  @_alwaysEmitIntoClient
  func expire() { bits.bitwiseOr(1, ordering: .acquiringAndReleasing) }

  /// True if a message was dropped because it was late.
  @_alwaysEmitIntoClient
  var hasDropped: Bool { bits.load(ordering: .acquiring) & 2 != 0 }
}

extension Effect {
  /// Returns the effect whose work is cancelled, and fails with ``EffectTimedOut``, when it takes longer than
  /// a time on the environment's clock.
  ///
  /// The time counts from the start of the work: waiting in a queue is not counted. There is one outcome:
  /// when the time is over, messages that the work still sends are dropped, and the error goes to its
  /// `catch`; work that has returned by then, or does so without a further message, has not failed. Messages
  /// that were sent in time have had their turns.
  ///
  /// Cancellation is cooperative: work that ignores it delays the error until it returns. Id, label, queue
  /// and `catch` stay. Before ``retry(_:backoff:if:)`` the time is that of each attempt, behind it that of
  /// all together. Callback work is begun outside of the store's home.
  @_alwaysEmitIntoClient
  public func timeout(_ limit: Duration) -> Effect {
    changingOperations(limits: { .adding(limit, to: $0) }) { operation in
      { send in
        let time = TimeLimit()
        let timed = send.dropping { time.accepts() }
        try await withThrowingTaskGroup(of: Bool.self) { group in
          group.addTask {
            try await operation(timed)
            return true
          }
          group.addTask {
            try await send.environment.clock.sleep(for: limit.bounded)
            return false
          }
          defer { group.cancelAll() }
          if try await group.next() != false { return }
          time.expire()
          group.cancelAll()
          do {
            _ = try await group.next()
          } catch {
            throw EffectTimedOut(limit: limit)
          }
          if time.hasDropped { throw EffectTimedOut(limit: limit) }
        }
      }
    }
  }
}
