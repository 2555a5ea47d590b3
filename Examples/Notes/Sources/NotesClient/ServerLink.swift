import MillraceSync
import Synchronization

/// A gate for requests to the server: open while the server is available.
///
/// The owner opens it when the server, with the library's data, is available, and closes it otherwise;
/// requests then wait.
final class ServerLink: Sendable {
  private struct State {
    /// The number of times that it was opened.
    var openings = 0
    var isOpen = false
    var waiting: [Int: CheckedContinuation<Int, any Error>] = [:]
    /// The requests that are running, to be cancelled when the link is closed.
    var running: [Int: @Sendable () -> Void] = [:]
    var tickets = 0
  }

  private let state = Mutex(State())
  private let whenLost: @Sendable (SharedLogError) -> Void

  /// Creates a closed link.
  ///
  /// - Parameter whenLost: A closure that is called when a request could not reach the server although the
  ///   link was open, with the reason; on any thread, after the link was closed.
  init(whenLost: @escaping @Sendable (SharedLogError) -> Void = { _ in }) {
    self.whenLost = whenLost
  }

  /// Opens the link, because the server is available.
  func open() {
    let (number, waiting) = state.withLock { state in
      state.openings += 1
      state.isOpen = true
      defer { state.waiting = [:] }
      return (state.openings, state.waiting.sorted { $0.key < $1.key })
    }
    for (_, waiter) in waiting { waiter.resume(returning: number) }
  }

  /// Closes the link, and cancels the requests that are running.
  func close() {
    let running = state.withLock { state in
      state.isOpen = false
      defer { state.running = [:] }
      return state.running.values.map(\.self)
    }
    for cancel in running { cancel() }
  }

  /// Runs a request, which is cancelled when the link is closed or the task is cancelled.
  ///
  /// - Parameters:
  ///   - opening: The result of ``waitUntilOpen()``.
  ///   - request: The request.
  /// - Returns: The result of the request; nil when the link was closed, or opened again since.
  func run<Value: Sendable>(
    _ opening: Int, _ request: @escaping @Sendable @concurrent () async -> Value
  ) async -> Value? {
    let task = Task(operation: request)
    let ticket: Int? = state.withLock { state in
      guard state.isOpen, state.openings == opening else { return nil }
      state.tickets += 1
      state.running[state.tickets] = { task.cancel() }
      return state.tickets
    }
    if ticket == nil { task.cancel() }
    let value = await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    guard let ticket else { return nil }
    return state.withLock { $0.running.removeValue(forKey: ticket) } == nil ? nil : value
  }

  /// Closes the link because the server could not be reached, unless it is closed or was opened again since.
  ///
  /// - Parameter opening: The result of ``waitUntilOpen()``.
  func lost(_ opening: Int, _ error: SharedLogError) {
    let isNews = state.withLock { state in
      guard state.isOpen, state.openings == opening else { return false }
      state.isOpen = false
      return true
    }
    if isNews { whenLost(error) }
  }

  /// Waits until the link is open.
  ///
  /// - Returns: The number of the opening, which distinguishes it from later ones.
  /// - Throws: `CancellationError` when the task is cancelled before.
  func waitUntilOpen() async throws -> Int {
    let ticket = state.withLock { state in
      state.tickets += 1
      return state.tickets
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let answer: Result<Int, any Error>? = state.withLock { state in
          // Read under the lock: an earlier cancellation is seen here, a later one finds the waiter.
          if Task.isCancelled { return .failure(CancellationError()) }
          if state.isOpen { return .success(state.openings) }
          state.waiting[ticket] = continuation
          return nil
        }
        if let answer { continuation.resume(with: answer) }
      }
    } onCancel: {
      let waiter = state.withLock { $0.waiting.removeValue(forKey: ticket) }
      waiter?.resume(throwing: CancellationError())
    }
  }
}
