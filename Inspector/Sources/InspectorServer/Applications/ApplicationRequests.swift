import Foundation
import InspectorCore
import MillraceInspectorWire

/// The requests to an application that wait for their answers, and the bytes that wait to be sent: a pure
/// value.
struct RequestTable<Waiter> {
  /// The maximum number of requests that wait at once.
  static var limit: Int { 256 }
  /// The maximum number of bytes that wait to be sent; above it, no further request is taken.
  static var byteLimit: Int { 300 << 20 }

  private var waiting: [UInt64: Waiter] = [:]
  private var made: UInt64 = 0
  private var output: [UInt8] = []
  private var sent = 0
  private var isClosed = false

  /// The bytes that wait to be sent.
  var pending: ArraySlice<UInt8> { output[sent...] }
  var hasOutput: Bool { sent < output.count }

  /// Adds a request; its frame is in the output then.
  mutating func add(_ request: ApplicationRequest, flow: UInt64, _ waiter: Waiter) throws(InspectorProblem) {
    guard !isClosed else { throw Self.gone }
    guard waiting.count < Self.limit, output.count - sent < Self.byteLimit else {
      throw InspectorProblem(
        503,
        "The application has not answered \(waiting.count) requests; see whether it stands still, and try again."
      )
    }
    made += 1
    let frame = Frame(
      head: #"{"request":\#(made),"do":"\#(request.deed.rawValue)","flow":\#(flow)}"#, body: request.body)
    do { try frame.write(to: &output) } catch {
      throw InspectorProblem(413, "The request to the application is too large. \(error)")
    }
    waiting[made] = waiter
  }

  /// Adds bytes that wait for no answer.
  mutating func add(_ bytes: [UInt8]) { output += bytes }

  /// Notes that bytes were sent.
  mutating func sent(_ count: Int) {
    sent += count
    if sent == output.count {
      output = []
      sent = 0
    }
  }

  /// Takes the request that an answer is for; nil when nothing waits for it.
  mutating func take(_ request: UInt64) -> Waiter? { waiting.removeValue(forKey: request) }

  /// Ends the table; returns those who wait.
  mutating func close() -> [Waiter] {
    isClosed = true
    output = []
    sent = 0
    defer { waiting = [:] }
    return Array(waiting.values)
  }

  static var gone: InspectorProblem {
    .impossible("The application has ended, or its connection was cut; start it again to ask it.")
  }
}

/// The way to ask an application, from any thread.
final class ApplicationRequests: @unchecked Sendable {
  // Sound: the table is used under the lock only; the rest never changes.
  typealias Waiter = CheckedContinuation<Result<[UInt8], InspectorProblem>, Never>

  private let lock = NSLock()
  private var table = RequestTable<Waiter>()
  private let wake: @Sendable () -> Void

  /// - Parameter wake: A closure that has the connection's thread send what waits.
  init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

  /// Sends a request and waits for its answer.
  func ask(_ request: ApplicationRequest, flow: UInt64) async throws(InspectorProblem) -> [UInt8] {
    let result: Result<[UInt8], InspectorProblem> = await withCheckedContinuation { continuation in
      let problem: InspectorProblem? = lock.withLock {
        do throws(InspectorProblem) {
          try table.add(request, flow: flow, continuation)
          return nil
        } catch {
          return error
        }
      }
      if let problem { continuation.resume(returning: .failure(problem)) } else { wake() }
    }
    return try result.get()
  }

  func answer(_ request: UInt64, _ result: Result<[UInt8], InspectorProblem>) {
    lock.withLock { table.take(request) }?.resume(returning: result)
  }

  func close() {
    for waiter in lock.withLock({ table.close() }) {
      waiter.resume(returning: .failure(RequestTable<Waiter>.gone))
    }
  }

  // MARK: The connection's thread

  var hasOutput: Bool { lock.withLock { table.hasOutput } }

  func add(_ frame: Frame) {
    var bytes: [UInt8] = []
    guard (try? frame.write(to: &bytes)) != nil else { return }
    lock.withLock { table.add(bytes) }
  }

  /// Passes what waits to a closure, which returns the number of the bytes that were sent.
  func send(_ body: (UnsafeRawBufferPointer) -> Int) {
    let pending = lock.withLock { table.pending }
    let count = pending.withUnsafeBytes(body)
    lock.withLock { table.sent(max(0, count)) }
  }
}
