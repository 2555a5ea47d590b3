import Synchronization

/// Whether the server can be asked, for whoever has something to ask it: a door that one waits at.
///
/// Whoever finds out that the server is there, and that it is the one whose data the library has, opens it;
/// whoever finds out that it is not any more closes it, and from then on requests wait.
public final class ServerLink: Sendable {
  private struct State {
    /// How often it was opened.
    var openings = 0
    var isOpen = false
    var waiting: [Int: CheckedContinuation<Int, any Error>] = [:]
    var tickets = 0
  }

  private let state = Mutex(State())
  private let whenLost: @Sendable (any Error) -> Void

  /// A link that is closed.
  ///
  /// - Parameter whenLost: Called when somebody could not reach the server although the link was open, with
  ///   the reason; on
  ///   whatever thread that happens, when the link is closed already.
  public init(whenLost: @escaping @Sendable (any Error) -> Void = { _ in }) {
    self.whenLost = whenLost
  }

  /// The server is there.
  public func open() {
    let (number, waiting) = state.withLock { state in
      state.openings += 1
      state.isOpen = true
      defer { state.waiting = [:] }
      return (state.openings, state.waiting.sorted { $0.key < $1.key })
    }
    for (_, waiter) in waiting { waiter.resume(returning: number) }
  }

  /// The server is not to be asked any more.
  public func close() { state.withLock { $0.isOpen = false } }

  /// Closes the link because the server could not be reached, unless that is known already, or it was opened
  /// again since.
  ///
  /// - Parameter opening: What ``waitUntilOpen()`` gave.
  func lost(_ opening: Int, _ error: any Error) {
    let isNews = state.withLock { state in
      guard state.isOpen, state.openings == opening else { return false }
      state.isOpen = false
      return true
    }
    if isNews { whenLost(error) }
  }

  /// Waits until the server is there; returns at once when it is.
  ///
  /// - Returns: How often the link was opened until then, which tells this opening from later ones.
  /// - Throws: `CancellationError` when the task is cancelled before.
  @discardableResult
  public func waitUntilOpen() async throws -> Int {
    let ticket = state.withLock { state in
      state.tickets += 1
      return state.tickets
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let answer: Result<Int, any Error>? = state.withLock { state in
          // Read under the lock: a cancellation that came before is seen, one that comes later finds the
          // waiter.
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
