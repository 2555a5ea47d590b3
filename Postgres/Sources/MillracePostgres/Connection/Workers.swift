import Foundation
import MillraceSync

/// Threads with a connection each, which take jobs from one queue.
final class Workers: @unchecked Sendable {
  // Sound: `jobs` and `isClosed` are touched under the condition only; the rest never changes.
  typealias Job = @Sendable (_ connect: () throws(PostgresFault) -> PostgresConnection) -> Void

  let server: String
  let redact: Redaction
  let timeout: Duration
  private let condition = NSCondition()
  private var jobs: [Job] = []
  private var isClosed = false

  init(server: String, redact: Redaction, timeout: Duration, count: Int) {
    self.server = server
    self.redact = redact
    self.timeout = timeout
    for _ in 0..<max(count, 1) { Thread.detachNewThread { self.work() } }
  }

  /// Adds a job; false if the workers have ended.
  func add(_ job: @escaping Job) -> Bool {
    condition.withLock {
      if isClosed { return false }
      jobs.append(job)
      condition.signal()
      return true
    }
  }

  func close() {
    condition.withLock {
      isClosed = true
      condition.broadcast()
    }
  }

  private func next() -> Job? {
    condition.withLock {
      while jobs.isEmpty {
        if isClosed { return nil }
        condition.wait()
      }
      return jobs.removeFirst()
    }
  }

  private func work() {
    var connection: PostgresConnection?
    while let job = next() {
      job { () throws(PostgresFault) in
        if let connection, !connection.hasEnded() { return connection }
        connection = nil
        let new = try PostgresConnection(to: server, redact: redact, deadline: .now + timeout)
        connection = new
        return new
      }
    }
  }
}
