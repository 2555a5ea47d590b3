import Synchronization

/// What a search holds as long as there is anything left of it, cancelled or not.
///
/// A side that has started searches is over when all tickets are gone: a cancelled task that still lingers
/// would otherwise be paid for by whoever is measured next.
final class Ticket: Sendable {
  private static let alive = Atomic(0)

  init() {
    Ticket.alive.add(1, ordering: .relaxed)
  }

  deinit {
    Ticket.alive.subtract(1, ordering: .relaxed)
  }

  /// Returns when no search is left.
  static func allGone() async {
    while alive.load(ordering: .relaxed) > 0 { await Task.yield() }
  }

  /// Searches for nothing, as work does that checks for its cancellation after it has waited.
  @concurrent
  func search() async -> BenchMessage? {
    await Task.yield()
    return Task.isCancelled ? nil : .increment
  }
}
