import BenchSupport
import Synchronization

/// Runs `body` on `count` threads of the system, none of them from a pool, and returns when all have run it.
public func runThreads(_ count: Int, _ body: @escaping @Sendable () -> Void) async {
  await withCheckedContinuation { continuation in
    startThreads(count, body) { continuation.resume() }
  }
}

/// Starts `count` threads of the system that run `body`; the last one to have run it calls `done`.
public func startThreads(
  _ count: Int, _ body: @escaping @Sendable () -> Void, done: @escaping @Sendable () -> Void = {}
) {
  let crowd = Crowd(count: count, body: body, done: done)
  for _ in 0..<count {
    let error = bench_thread_start(
      // Sound: the thread takes over the reference that is retained here, exactly once.
      { Unmanaged<Crowd>.fromOpaque($0!).takeRetainedValue().work() },
      Unmanaged.passRetained(crowd).toOpaque())
    if error != 0 {
      Terminal.fail("The system refused to start a thread (error \(error)); free some and run again.")
    }
  }
}

private final class Crowd: Sendable {
  private let body: @Sendable () -> Void
  private let done: @Sendable () -> Void
  private let working: Atomic<Int>

  init(count: Int, body: @escaping @Sendable () -> Void, done: @escaping @Sendable () -> Void) {
    self.body = body
    self.done = done
    working = Atomic(count)
  }

  func work() {
    body()
    if working.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { done() }
  }
}
