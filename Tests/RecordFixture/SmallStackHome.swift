import Dispatch
import Foundation

/// An isolation whose work runs on threads with a stack of 512 kB, as threads have it that are not the main
/// one on some systems.
public actor SmallStackHome {
  private let executor = SmallStackExecutor()

  /// An isolation of its own.
  public init() {}

  /// The executor that runs its work.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Runs `body` inside of the isolation.
  public func run<Result: Sendable>(
    _ body: @Sendable (isolated SmallStackHome) async throws -> Result
  ) async rethrows -> Result {
    try await body(self)
  }
}

private final class SmallStackExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "SmallStackExecutor")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { [self] in
      let done = DispatchSemaphore(value: 0)
      let thread = Thread { [self] in
        job.runSynchronously(on: asUnownedSerialExecutor())
        done.signal()
      }
      thread.stackSize = 512 << 10
      thread.start()
      done.wait()
    }
  }
}
