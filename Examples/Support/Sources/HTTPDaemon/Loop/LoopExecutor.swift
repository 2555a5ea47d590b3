import Foundation
import Synchronization

/// An executor that runs the jobs of a ``ServerLoop`` on one thread, which waits for the network in between.
///
/// The thread lives as long as the loop: an enqueued job retains the loop, so nothing is enqueued after its
/// end.
final class LoopExecutor: SerialExecutor, @unchecked Sendable {
  // Sound: `source` is used on the thread only, `waiting` under the lock; the rest is atomic, or never
  // changes.

  private struct Waiting {
    var jobs: [UnownedJob] = []
    /// True while the thread waits, or is about to, and has to be woken.
    var isAsleep = false
    var hasEnded = false
  }

  /// The source that the thread waits for, in addition to jobs.
  var source: (any LoopSource)?
  // Not a `Mutex`, which the thread sanitizer does not see on Linux.
  private let lock = NSLock()
  private var waiting = Waiting()
  private let pipe: WakePipe
  private let thread = Atomic<UInt>(0)

  init() throws(DaemonError) {
    pipe = try WakePipe()
    let thread = Thread { self.run() }
    thread.name = "server loop"
    thread.start()
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let mustWake = lock.withLock {
      waiting.jobs.append(job)
      defer { waiting.isAsleep = false }
      return waiting.isAsleep
    }
    if mustWake { pipe.wake() }
  }

  func isIsolatingCurrentContext() -> Bool? { isHere }

  func checkIsolated() {
    precondition(isHere, "This belongs to a server loop, and was called on another thread than the loop's.")
  }

  private var isHere: Bool { thread.load(ordering: .relaxed) == Self.currentThread }

  private static var currentThread: UInt {
    #if canImport(Darwin)
    UInt(bitPattern: pthread_self())
    #else
    UInt(pthread_self())
    #endif
  }

  /// Ends the thread when no jobs are left.
  func end() {
    lock.withLock { waiting.hasEnded = true }
    pipe.wake()
  }

  // MARK: On the thread

  private func run() {
    thread.store(Self.currentThread, ordering: .relaxed)
    while let jobs = next() {
      for job in jobs { job.runSynchronously(on: asUnownedSerialExecutor()) }
      source?.run()
      if mayWait() {
        if let source { source.wait(forReading: pipe.reading) } else { pipe.wait() }
        pipe.drain()
      }
    }
  }

  /// Returns the waiting jobs; nil at the end.
  private func next() -> [UnownedJob]? {
    lock.withLock {
      waiting.isAsleep = false
      if waiting.hasEnded && waiting.jobs.isEmpty { return nil }
      defer { waiting.jobs.removeAll(keepingCapacity: true) }
      return waiting.jobs
    }
  }

  private func mayWait() -> Bool {
    lock.withLock {
      waiting.isAsleep = waiting.jobs.isEmpty && !waiting.hasEnded
      return waiting.isAsleep
    }
  }
}

/// A source of events for the thread of a loop.
protocol LoopSource: AnyObject {
  /// Handles pending events without waiting.
  func run()
  /// Waits until there are events, or the descriptor is readable.
  func wait(forReading descriptor: Int32)
}
