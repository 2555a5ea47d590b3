import Millrace

/// A driver that starts no work: its results are in the record.
final class ReplayDriver: Driver {
  private struct Work: Hashable {
    let store: String
    let serial: UInt64
  }

  /// The work that fails in the turn being replayed, with its error as text.
  private let failures = Locked<[Work: String]>([:])

  func start(
    _ job: DriverJob, _ operation: @escaping @Sendable @isolated(any) () async -> Void
  ) -> DriverHandle {
    DriverHandle {}
  }

  func begin(_ job: DriverJob, _ operation: () -> DriverHandle) -> DriverHandle {
    DriverHandle {}
  }

  /// Returns nil, or throws the recorded error.
  ///
  /// The messages made from an answer are in the record.
  func perform<Answer>(_ job: DriverJob, _ operation: () throws -> Answer?) throws -> Answer? {
    let work = Work(store: job.owner, serial: job.serial)
    if let failure = failures.withLock({ $0[work] }) { throw ReplayedError(description: failure) }
    return nil
  }

  /// Sets the work of a store that fails from now on.
  func expectFailures(_ failed: [(serial: UInt64, error: String)], of store: String) {
    failures.withLock { failures in
      failures = [:]
      for (serial, error) in failed { failures[Work(store: store, serial: serial)] = error }
    }
  }
}

/// An error recorded as text only.
struct ReplayedError: Error, CustomStringConvertible {
  let description: String
}
