import Foundation
import MillraceSync

/// The connection that listens, on a thread of its own, and the tasks that wait for entries.
///
/// A wait ends at a notification, when the connection comes back, and after a while in any case; its caller then
/// looks at the log. So a notification that is lost delays, and nothing is missed.
final class Listener: @unchecked Sendable {
  // Sound: everything that changes is touched under the lock only, but the connection, which is the thread's.
  static let channels: UInt64 = 8

  private let lock = NSLock()
  private var waiting: [String: [UInt64: Request<Void>]] = [:]
  private var next: UInt64 = 0
  private var isClosed = false
  private var hasThread = false
  private let server: String
  private let redact: Redaction
  private let timeout: Duration

  init(server: String, redact: Redaction, timeout: Duration) {
    self.server = server
    self.redact = redact
    self.timeout = timeout
  }

  static func key(of log: String) -> String { String(FNV.hash(Array(log.utf8)), radix: 16) }
  static func channel(of log: String) -> String { "millrace_\(FNV.hash(Array(log.utf8)) % channels)" }

  /// Registers a wait. The caller looks at the log after this, so that nothing falls in between.
  func register(_ key: String) -> (number: UInt64, request: Request<Void>) {
    let request = Request<Void>()
    let (number, starts) = lock.withLock {
      next += 1
      waiting[key, default: [:]][next] = request
      defer { hasThread = true }
      return (next, !hasThread && !isClosed)
    }
    if starts { Thread.detachNewThread { [weak self] in Self.listen(self) } }
    return (number, request)
  }

  func unregister(_ key: String, _ number: UInt64) {
    lock.withLock {
      waiting[key]?[number] = nil
      if waiting[key]?.isEmpty == true { waiting[key] = nil }
    }
  }

  /// Ends the waits for one log, or for all.
  func wake(_ key: String?) {
    let ready = lock.withLock { () -> [Request<Void>] in
      if let key { return Array((waiting.removeValue(forKey: key) ?? [:]).values) }
      defer { waiting = [:] }
      return waiting.values.flatMap(\.values)
    }
    for request in ready { request.answer(.success(())) }
  }

  func close() {
    lock.withLock { isClosed = true }
    wake(nil)
  }

  private static func listen(_ listener: Listener?) {
    var pause: Int32 = 100
    weak let weakly = listener
    while let here = weakly, !here.lock.withLock({ here.isClosed }) {
      do throws(PostgresFault) {
        let connection = try PostgresConnection(
          to: here.server, redact: here.redact, deadline: .now + here.timeout)
        for channel in 0..<channels { try connection.runText("LISTEN millrace_\(channel)", .now + here.timeout) }
        pause = 100
        here.wake(nil)
        while let here = weakly, !here.lock.withLock({ here.isClosed }) {
          for key in try connection.notifications() { here.wake(key) }
          var descriptor = pollfd(fd: connection.socket, events: Int16(POLLIN), revents: 0)
          // Half a second bounds how long a closed database keeps its connection.
          _ = poll(&descriptor, 1, 500)
        }
      } catch {
        here.wake(nil)
        _ = poll(nil, 0, pause)
        pause = min(pause * 2, 5_000)
      }
    }
  }
}
