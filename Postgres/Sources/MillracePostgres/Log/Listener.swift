import Foundation
import MillraceSync
import Synchronization

/// The connection that listens, on a thread of its own, and the tasks that wait for entries.
///
/// A wait ends at a notification, when the connection comes back, and after a while in any case; its caller
/// then looks at the log. So a notification that is lost delays, and nothing is missed.
final class Listener: Sendable {
  private struct Insides {
    var waiting: [UInt64: Waiting] = [:]
    var lastNumber: UInt64 = 0
    var isClosed = false
    var hasThread = false
  }

  /// The tasks that wait for one log; mostly it is one, which needs no memory for more.
  private struct Waiting {
    var first: (number: UInt64, request: Request<Void>)?
    var others: [UInt64: Request<Void>] = [:]

    var all: [Request<Void>] { (first.map { [$0.request] } ?? []) + others.values }
    var isEmpty: Bool { first == nil && others.isEmpty }

    mutating func add(_ number: UInt64, _ request: Request<Void>) {
      if first == nil { first = (number, request) } else { others[number] = request }
    }

    mutating func remove(_ number: UInt64) {
      if first?.number == number { first = nil } else { others[number] = nil }
    }
  }

  private let insides = Mutex(Insides())
  private let server: String
  private let redact: Redaction
  private let timeout: Duration
  private let pipe = WakingPipe()
  /// The origin of this database's notifications, which wakes its own tasks by itself.
  let origin = UInt64.random(in: 1 ... .max)

  init(server: String, redact: Redaction, timeout: Duration) {
    self.server = server
    self.redact = redact
    self.timeout = timeout
  }

  /// Registers a wait.
  ///
  /// The caller looks at the log after this, so that nothing falls in between.
  func register(_ key: UInt64) -> (number: UInt64, request: Request<Void>) {
    let request = Request<Void>()
    let (number, starts) = insides.withLock { insides in
      insides.lastNumber += 1
      insides.waiting[key, default: Waiting()].add(insides.lastNumber, request)
      let starts = !insides.hasThread && !insides.isClosed
      insides.hasThread = true
      return (insides.lastNumber, starts)
    }
    // The thread ends with `close`, and has this object until then.
    if starts { Thread.detachNewThread { self.listen() } }
    return (number, request)
  }

  func unregister(_ key: UInt64, _ number: UInt64) {
    insides.withLock { insides in
      insides.waiting[key]?.remove(number)
      if insides.waiting[key]?.isEmpty == true { insides.waiting[key] = nil }
    }
  }

  /// Ends the waits for some logs, or for all.
  func wake(_ keys: [UInt64]?) {
    let ready = insides.withLock { insides -> [Request<Void>] in
      if let keys { return keys.flatMap { insides.waiting.removeValue(forKey: $0)?.all ?? [] } }
      defer { insides.waiting = [:] }
      return insides.waiting.values.flatMap(\.all)
    }
    for request in ready { request.answer(.success(())) }
  }

  func close() {
    insides.withLock { $0.isClosed = true }
    wake(nil)
    pipe.wake()
  }

  private var isClosed: Bool { insides.withLock { $0.isClosed } }

  private func listen() {
    var pause: Int32 = 100
    while !isClosed {
      do throws(PostgresFault) {
        let connection = try PostgresConnection(to: server, redact: redact, deadline: .now + timeout)
        try connection.runText(Notification.listening, .now + timeout)
        pause = 100
        wake(nil)
        while !isClosed {
          let keys = try connection.notifications().flatMap { Notification.keys(in: $0, notFrom: origin) }
          if !keys.isEmpty { wake(keys) }
          pipe.wait(or: connection.socket)
        }
      } catch {
        wake(nil)
        _ = poll(nil, 0, pause)
        pause = min(pause * 2, 5_000)
      }
    }
  }
}
