import Aftermath
import Foundation
import MillraceDependencies
import MillraceHTTP
import Synchronization

extension HTTPClient {
  /// A client that answers every request in the same way.
  static func answering(_ status: Int, _ body: String = "") -> HTTPClient {
    HTTPClient { _ in HTTPResponse(status, body) }
  }
}

extension StoreEnvironment {
  init(_ client: HTTPClient, clock: any Clock<Duration> = ContinuousClock()) {
    self.init(clock: clock)
    self[HTTPClient.self] = client
  }
}

extension RecordedCalls<HTTPRequest> {
  /// The requests, one line each.
  var lines: [String] { all.map(\.line) }
}

/// A transport that holds each request until the test answers it, or it is cancelled.
final class HeldTransport: HTTPTransport {
  private struct State {
    var lines: [String] = []
    var held: [Int: CheckedContinuation<HTTPResponse, any Error>] = [:]
    var cancelled: Set<Int> = []
    /// The number of requests that were ready to be answered.
    var ready = 0
    var waiters: [(isOver: (Int, Int) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []

    /// Removes and returns the waiters whose condition is met.
    mutating func woken() -> [CheckedContinuation<Void, Never>] {
      let (ready, cancelled) = (ready, cancelled.count)
      let woken = waiters.filter { $0.isOver(ready, cancelled) }
      waiters.removeAll { $0.isOver(ready, cancelled) }
      return woken.map(\.continuation)
    }
  }

  private let state = Mutex(State())

  /// The requests, in order.
  var lines: [String] { state.withLock { $0.lines } }

  /// Waits until this many requests have arrived.
  func waitForRequests(_ count: Int) async { await wait { ready, _ in ready >= count } }

  /// Waits until this many requests have been cancelled.
  func waitForCancellations(_ count: Int) async { await wait { _, cancelled in cancelled >= count } }

  /// Answers the request of a number, the first being 0; returns false when it is not waiting.
  @discardableResult
  func answer(_ number: Int, _ response: HTTPResponse) -> Bool {
    let held = state.withLock { $0.held.removeValue(forKey: number) }
    held?.resume(returning: response)
    return held != nil
  }

  func response(
    to request: HTTPRequest, progress: (@Sendable (HTTPProgress) -> Void)?
  ) async throws -> HTTPResponse {
    let number = state.withLock { state in
      state.lines.append(request.line)
      return state.lines.count - 1
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let (isCancelled, woken) = state.withLock { state in
          let isCancelled = state.cancelled.contains(number)
          if !isCancelled { state.held[number] = continuation }
          state.ready += 1
          return (isCancelled, state.woken())
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
        for waiter in woken { waiter.resume() }
      }
    } onCancel: {
      let (held, woken) = state.withLock { state in
        state.cancelled.insert(number)
        return (state.held.removeValue(forKey: number), state.woken())
      }
      held?.resume(throwing: CancellationError())
      for waiter in woken { waiter.resume() }
    }
  }

  private func wait(until isOver: @escaping @Sendable (Int, Int) -> Bool) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if isOver(state.ready, state.cancelled.count) { return true }
        state.waiters.append((isOver, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }
}
