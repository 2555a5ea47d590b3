import Synchronization

/// A value that a search holds as long as there is anything left of it, cancelled or not.
///
/// A side that has started searches is over when all tickets are gone: a cancelled task that still lingers
/// would otherwise be paid for by the next measurement.
final class Ticket: Sendable {
  private static let alive = Atomic(0)
  private static let waiters = Mutex<[CheckedContinuation<Void, Never>]>([])

  init() {
    Ticket.alive.add(1, ordering: .sequentiallyConsistent)
  }

  deinit {
    let (_, left) = Ticket.alive.subtract(1, ordering: .sequentiallyConsistent)
    if left == 0 { Ticket.resumeWaiters() }
  }

  private static func resumeWaiters() {
    let waiting = waiters.withLock { waiters in
      defer { waiters = [] }
      return waiters
    }
    for waiter in waiting { waiter.resume() }
  }

  /// Returns when no search is left.
  static func allGone() async {
    await withCheckedContinuation { waiter in
      // The last ticket looks for waiters after it has gone, so that none is left between.
      let isOver = waiters.withLock { waiters in
        let isOver = alive.load(ordering: .sequentiallyConsistent) == 0
        if !isOver { waiters.append(waiter) }
        return isOver
      }
      if isOver { waiter.resume() }
    }
  }

  /// Searches for nothing, as work does that checks for its cancellation after it has waited.
  @concurrent
  func search() async -> BenchMessage? {
    await Task.yield()
    return Task.isCancelled ? nil : .increment
  }
}
