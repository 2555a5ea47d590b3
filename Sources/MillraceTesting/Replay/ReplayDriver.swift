import Millrace

/// A driver that begins nothing: what came of the work is in the record.
final class ReplayDriver: Driver {
  private struct Work: Hashable {
    let store: String
    let serial: UInt64
  }

  /// Work of the turn that is being replayed which has failed, with the error as text.
  private let failures = Locked<[Work: String]>([:])

  func start(
    _ job: DriverJob, _ operation: @escaping @Sendable @isolated(any) () async -> Void
  ) -> DriverHandle {
    DriverHandle {}
  }

  func begin(_ job: DriverJob, _ operation: () -> DriverHandle) -> DriverHandle {
    DriverHandle {}
  }

  /// Answers with nothing, or with the error that was recorded.
  ///
  /// What was made of an answer is in the record, as messages.
  func perform<Answer>(_ job: DriverJob, _ operation: () throws -> Answer?) throws -> Answer? {
    let work = Work(store: job.owner, serial: job.serial)
    if let failure = failures.withLock({ $0[work] }) { throw ReplayedError(description: failure) }
    return nil
  }

  /// Which work of a store fails from now on.
  func expectFailures(_ failed: [(serial: UInt64, error: String)], of store: String) {
    failures.withLock { failures in
      failures = [:]
      for (serial, error) in failed { failures[Work(store: store, serial: serial)] = error }
    }
  }
}

/// An error of which only the text was recorded.
struct ReplayedError: Error, CustomStringConvertible {
  let description: String
}
