#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// The number of the task that a job belongs to; 0 for a job that is no task's, such as the turns of an actor.
///
/// The function is the runtime's own, by which `ExecutorJob` describes itself. Without it the executor could not tell
/// whose job it is given.
// Sound: the symbol is part of the concurrency runtime since Swift 5.9, with this signature.
@_silgen_name("swift_task_getJobTaskId")
func taskNumber(of job: UnownedJob) -> UInt64

/// The number of the task that is running; 0 outside of any.
func numberOfCurrentTask() -> UInt64 {
  withUnsafeCurrentTask { task in
    guard let task else { return 0 }
    // Sound: a task is a job, and both are a reference to it; the job is not run but asked for its number.
    return taskNumber(of: unsafeBitCast(task, to: UnownedJob.self))
  }
}

/// Tells threads apart.
struct ThreadMark: Hashable, Sendable {
  private let number: UInt

  /// The thread that asks.
  static var current: ThreadMark {
    // A number with glibc, an address elsewhere.
    #if canImport(Glibc) && !canImport(Darwin)
    ThreadMark(number: UInt(pthread_self()))
    #else
    ThreadMark(number: UInt(bitPattern: pthread_self()))
    #endif
  }
}
