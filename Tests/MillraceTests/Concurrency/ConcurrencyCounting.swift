import Synchronization

/// A number that several threads read and write.
final class ConcurrencyCount: Sendable {
  private let atomic = Atomic(0)

  var value: Int {
    get { atomic.load(ordering: .acquiring) }
    set { atomic.store(newValue, ordering: .releasing) }
  }

  /// Counts one more, or `number` more, and returns the count.
  @discardableResult
  func add(_ number: Int = 1) -> Int {
    atomic.add(number, ordering: .acquiringAndReleasing).newValue
  }
}

/// A flag that one thread raises and others see.
final class ConcurrencyFlag: Sendable {
  private let atomic = Atomic(false)

  var isUp: Bool { atomic.load(ordering: .acquiring) }

  func raise() { atomic.store(true, ordering: .releasing) }

  func lower() { atomic.store(false, ordering: .releasing) }
}

/// The number of values of a kind that are alive.
final class ConcurrencyCensus: Sendable {
  private let alive = ConcurrencyCount()

  /// A member that is counted.
  final class Citizen: Sendable {
    private let census: ConcurrencyCensus

    init(_ census: ConcurrencyCensus) {
      self.census = census
      census.alive.add(1)
    }

    deinit { census.alive.add(-1) }
  }

  var count: Int { alive.value }
}
