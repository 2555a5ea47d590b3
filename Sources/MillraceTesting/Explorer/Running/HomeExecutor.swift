/// The executor of a scenario's home; its jobs wait with all others until they are chosen.
final class HomeExecutor: SerialExecutor {
  private unowned let runtime: ExplorerRuntime

  init(_ runtime: ExplorerRuntime) {
    self.runtime = runtime
  }

  func enqueue(_ job: consuming ExecutorJob) {
    runtime.enqueue(UnownedJob(job), isHome: true)
  }

  /// The explorer is at home whenever it is not in a step.
  func checkIsolated() {
    precondition(runtime.isHere, "The home of a scenario was entered from outside of the explorer.")
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: self)
  }
}
