#if os(macOS) || os(Linux)
import Dispatch
import Foundation
import Millrace

/// One run of the command, which ends by itself, by its time limit, or with the task that waits for it.
final class GraphvizRun: Sendable {
  private enum Ending {
    case none
    case timeLimit
    case cancellation
  }

  private let process: Process
  private let ending = Locked(Ending.none)

  init(_ process: Process) {
    self.process = process
  }

  /// Starts the command and waits for its end.
  func untilEnd(_ timeLimit: Duration) async throws {
    let limit = DispatchWorkItem { self.end(.timeLimit) }
    defer { limit.cancel() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
        process.terminationHandler = { _ in ended.resume() }
        do {
          try process.run()
        } catch {
          process.terminationHandler = nil
          ended.resume(throwing: error)
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + timeLimit / .seconds(1), execute: limit)
        // It may have been cancelled before the command had started.
        if Task.isCancelled { end(.cancellation) }
      }
    } onCancel: {
      end(.cancellation)
    }
    switch ending.withLock({ $0 }) {
    case .none: break
    case .timeLimit: throw DiagramError.tookTooLong(timeLimit)
    case .cancellation: throw DiagramError.cancelled
    }
  }

  private func end(_ reason: Ending) {
    guard process.isRunning else { return }
    ending.withLock { $0 = reason }
    // Killed and not only asked to end: a command that hangs need not react.
    kill(process.processIdentifier, SIGKILL)
  }
}
#endif
