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

extension Effect {
  /// Returns the effect whose work is cancelled, and fails with ``EffectTimedOut``, when it takes longer than
  /// a time on the environment's clock.
  ///
  /// The time counts from the start of the work: waiting in a queue is not counted. There is one outcome,
  /// decided by which comes first. Work that ends before the time is over keeps its own outcome. Otherwise it
  /// has failed, whatever it does after its cancellation: a stream that finishes, a body that returns and one
  /// that ignores the cancellation are too late as well. The messages that it still sends are dropped, and
  /// the error goes to its `catch`. Messages that were sent in time have their turns. Work that ends with a
  /// message is in time if it has sent the message in time, however long the store takes for the turn.
  ///
  /// Cancellation is cooperative: work that ignores it delays the error until it returns. Id, label, queue
  /// and `catch` stay. Before ``retry(_:backoff:if:)`` the time is that of each attempt, behind it that of
  /// all together. Callback work is begun outside of the store's home.
  @_alwaysEmitIntoClient
  public func timeout(_ limit: Duration) -> Effect {
    changingOperations(limits: { .adding(limit, to: $0) }) { operation in
      { send in try await Self.perform(operation, within: limit, send) }
    }
  }

  @_alwaysEmitIntoClient
  static func perform(
    _ operation: @escaping EffectWork<Message>.Operation, within limit: Duration, _ send: Send<Message>
  ) async throws {
    let time = TimeLimit()
    let timed = send.limited(by: time)
    try await withThrowingTaskGroup(of: TimedStep.self) { group in
      group.addTask {
        do {
          try await operation(timed)
        } catch {
          _ = time.end()
          throw error
        }
        timed.ending?.note()
        return .workHasEnded
      }
      group.addTask {
        do {
          try await send.environment.clock.sleep(for: limit.bounded)
          return .timeIsOver
        } catch {
          if Task.isCancelled { return .clockHasStopped }
          throw error
        }
      }
      defer { group.cancelAll() }
      while let step = try await group.next() {
        switch step {
        case .workHasEnded: return
        // The effect is cancelled, and ends as its work does.
        case .clockHasStopped: continue
        case .timeIsOver:
          guard await time.reach() else { continue }
          group.cancelAll()
          do { while try await group.next() != nil {} } catch {}
          throw EffectTimedOut(limit: limit)
        }
      }
    }
  }
}

/// The end of one of the two tasks of work with a limit of time.
@usableFromInline
@frozen
enum TimedStep: Sendable {
  case workHasEnded
  case timeIsOver
  /// The sleep was cancelled with the effect.
  case clockHasStopped
}
