// The runtime asks a task's executor to wait, if the executor says that it can. The protocol for that is not
// public in this compiler's library, and is looked for nowhere else: there a sleeping task is seen when it
// comes back.
#if os(Linux) && compiler(>=6.3) && compiler(<6.4)
@_spi(ExperimentalScheduling) import _Concurrency

/// Sleep on a real clock, as by `Task.sleep`, is seen in the step that begins it.
extension ExplorerRuntime: SchedulingExecutor {
  func enqueue<C: Clock>(
    _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
  ) {
    noteSleep(UnownedJob(job), "\(C.self)")
  }

  func enqueue<C: Clock>(
    _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
  ) {
    noteSleep(UnownedJob(job), "\(C.self)")
  }

  /// True: the executor is asked to wait, and so sees sleep.
  ///
  /// The runtime calls it when it is made, so that this file is linked from a static library, too.
  @inline(never)
  static func seesSleep() -> Bool { true }

  private func noteSleep(_ job: UnownedJob, _ clock: String) {
    noteForeign("sleeps on the `\(clock)`, as by `Task.sleep`", by: taskNumber(of: job))
    // It wakes at once: the run ends with the finding, and the task with the run.
    if isHere { enqueue(job, isHome: false) }
  }
}
#else
extension ExplorerRuntime {
  /// False: sleep is seen when the task comes back.
  static func seesSleep() -> Bool { false }
}
#endif
