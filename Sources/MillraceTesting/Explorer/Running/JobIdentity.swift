import Foundation

/// Returns the number of a job's task; 0 for a job without a task, such as an actor's turn.
///
/// The function belongs to the concurrency runtime, where `ExecutorJob` uses it to describe itself. Without
/// it the executor could not find the task of a job.
// Sound: the symbol is part of the concurrency runtime since Swift 5.9, with this signature.
@_silgen_name("swift_task_getJobTaskId")
func taskNumber(of job: UnownedJob) -> UInt64

/// Returns the number of the running task; 0 outside of any task.
func numberOfCurrentTask() -> UInt64 {
  withUnsafeCurrentTask { task in
    guard let task else { return 0 }
    // Sound: a task is a job, and both are a reference to it; the job is not run, only its number is read.
    return taskNumber(of: unsafeBitCast(task, to: UnownedJob.self))
  }
}

/// The identity of a thread.
struct ThreadMark: Hashable, Sendable {
  private let number: UInt

  /// The calling thread.
  static var current: ThreadMark {
    // A number with glibc, an address with other libraries.
    #if canImport(Glibc) && !canImport(Darwin)
    ThreadMark(number: UInt(pthread_self()))
    #else
    ThreadMark(number: UInt(bitPattern: pthread_self()))
    #endif
  }
}
