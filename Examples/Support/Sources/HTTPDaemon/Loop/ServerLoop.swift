/// An actor on its own thread, which serves the network while it has no jobs.
///
/// All parts of a server live on it: the daemon and the handlers of requests. So a request is answered on the
/// thread that has read it, without a lock or a thread switch.
///
/// ```swift
/// let loop = try ServerLoop()
/// let port = try await loop.serve(at: address) { loop, request in .now(Response(text: "hello")) }
/// ```
public actor ServerLoop {
  nonisolated let executor: LoopExecutor

  /// The executor, which runs jobs on the loop's thread.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Creates a loop, whose thread waits for work.
  ///
  /// - Throws: ``DaemonError`` when the system has no descriptors left.
  public init() throws(DaemonError) {
    executor = try LoopExecutor()
  }

  deinit {
    executor.end()
  }

  /// Sets the source that the thread waits for while it has no jobs.
  func wait(for source: (any LoopSource)?) {
    executor.source = source
  }
}
