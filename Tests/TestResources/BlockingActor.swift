import Dispatch

/// The isolation of tests whose calls block: a thread of their own, so that those of the shared pool are free
/// for tests that wait for one another.
@globalActor
public actor BlockingActor {
  /// The only one.
  public static let shared = BlockingActor()
  private static let executor = BlockingExecutor()

  /// The queue whose thread it runs on.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { Self.executor.asUnownedSerialExecutor() }
}

private final class BlockingExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "tests that block")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
