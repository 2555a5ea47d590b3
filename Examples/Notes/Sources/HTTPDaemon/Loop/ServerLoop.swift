/// An actor on a thread of its own, which serves the network while nothing else is to be done.
///
/// Everything that belongs to a server lives on it: the daemon, and whatever decides about requests. So a request is
/// answered on the thread that has read it, without a lock and without a hop to another.
///
/// ```swift
/// let loop = try ServerLoop()
/// let port = try await loop.serve(at: address) { loop, request in .now(Response(text: "hello")) }
/// ```
public actor ServerLoop {
  nonisolated let executor: LoopExecutor

  /// Where the actor's work is done: on the loop's thread.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// A loop, whose thread waits for work.
  ///
  /// - Throws: ``DaemonError`` when the system has no descriptors left.
  public init() throws(DaemonError) {
    executor = try LoopExecutor()
  }

  deinit {
    executor.end()
  }

  /// What the thread waits for while nothing else is to be done.
  func wait(for source: (any LoopSource)?) {
    executor.source = source
  }
}
