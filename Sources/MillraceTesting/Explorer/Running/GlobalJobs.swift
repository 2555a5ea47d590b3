import Millrace
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// Jobs that the concurrency runtime is about to hand to the shared pool of threads.
///
/// A task begun with `Task { … }` inside of an effect does not take over the executor of that effect, and would go its own
/// way on other threads. So the explorer looks at what is enqueued from its own thread while a run lasts, and takes it
/// into the run; nothing else is touched.
///
/// The hook is one that the runtime offers for this purpose (`swift_task_enqueueGlobal_hook`, in
/// `swift/Runtime/Concurrency.h`). Where it cannot be found, such tasks are reported as uncontrolled.
enum GlobalJobs {
  private typealias Original = @convention(thin) (UnownedJob) -> Void
  private typealias Hook = @convention(thin) (UnownedJob, Original) -> Void

  private static let runs = Locked<[ThreadMark: ExplorerRuntime]>([:])
  /// How many runs there are, so that nobody else pays for a lock.
  private static let runCount = Atomic(0)

  // Sound: written once, before the hook that reads it is set.
  nonisolated(unsafe) private static var previous: Hook?

  private static let isInstalled: Bool = {
    guard let symbol = dlsym(dlopen(nil, RTLD_LAZY), "swift_task_enqueueGlobal_hook") else { return false }
    // Sound: the variable is a pointer to a function of this convention since Swift 5.5; a hook that is there is called.
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

  /// The run whose thread the caller is on.
  private static func run() -> ExplorerRuntime? {
    if runCount.load(ordering: .acquiring) == 0 { return nil }
    return runs.withLock { $0[.current] }
  }

  /// Has what is enqueued from the caller's thread go into a run.
  ///
  /// - Returns: The run for which that was so before.
  static func capture(for run: ExplorerRuntime) -> ExplorerRuntime? {
    guard isInstalled else { return nil }
    runCount.wrappingAdd(1, ordering: .acquiringAndReleasing)
    return runs.withLock { $0.updateValue(run, forKey: .current) }
  }

  /// Ends what ``capture(for:)`` has begun.
  static func release(to previous: ExplorerRuntime?) {
    guard isInstalled else { return }
    runs.withLock { $0[.current] = previous }
    runCount.wrappingSubtract(1, ordering: .acquiringAndReleasing)
  }
}
