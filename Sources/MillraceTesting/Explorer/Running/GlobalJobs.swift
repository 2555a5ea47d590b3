import Foundation
import Millrace
import Synchronization

/// The jobs that the concurrency runtime is about to enqueue on the shared thread pool.
///
/// A task begun with `Task { … }` inside of an effect does not inherit the effect's executor, and would run
/// on other threads. So while a run lasts, the explorer intercepts the jobs enqueued from its own thread and
/// adds them to the run. It touches no others.
///
/// The runtime offers the hook for this purpose (`swift_task_enqueueGlobal_hook`, in
/// `swift/Runtime/Concurrency.h`). Where it cannot be found, such tasks are reported as uncontrolled.
enum GlobalJobs {
  private typealias Original = @convention(thin) (UnownedJob) -> Void
  private typealias Hook = @convention(thin) (UnownedJob, Original) -> Void

  private static let runs = Locked<[ThreadMark: ExplorerRuntime]>([:])
  /// The number of active runs, so that other threads pay for no lock.
  private static let runCount = Atomic(0)

  // Sound: written once, before the hook that reads it is set.
  nonisolated(unsafe) private static var previous: Hook?

  private static let isInstalled: Bool = {
    AccessWatch.find { run() }
    guard let symbol = dlsym(dlopen(nil, RTLD_LAZY), "swift_task_enqueueGlobal_hook") else { return false }
    // Sound: since Swift 5.5 the variable is a pointer to a function of this convention; an existing hook is
    // called.
    let hook = symbol.assumingMemoryBound(to: Hook?.self)
    previous = hook.pointee
    hook.pointee = { job, original in
      if let run = GlobalJobs.run() {
        run.enqueue(job, isHome: false, isLoose: true)
      } else if let previous = GlobalJobs.previous {
        previous(job, original)
      } else {
        original(job)
      }
    }
    return true
  }()

  /// Returns the run of the calling thread.
  private static func run() -> ExplorerRuntime? {
    if runCount.load(ordering: .acquiring) == 0 { return nil }
    return runs.withLock { $0[.current] }
  }

  /// Adds jobs enqueued from the calling thread to a run; returns the run that captured them before.
  static func capture(for run: ExplorerRuntime) -> ExplorerRuntime? {
    guard isInstalled else { return nil }
    runCount.wrappingAdd(1, ordering: .acquiringAndReleasing)
    return runs.withLock { $0.updateValue(run, forKey: .current) }
  }

  /// Ends the capture that ``capture(for:)`` began.
  static func release(to previous: ExplorerRuntime?) {
    guard isInstalled else { return }
    runs.withLock { $0[.current] = previous }
    runCount.wrappingSubtract(1, ordering: .acquiringAndReleasing)
  }
}
