import Millrace

/// The tasks behind the fibers: their ends, what they wait for, and their cancellations.
///
/// All of it is known only where ``TaskInspection`` works, and outside of the turns of the application's
/// actors.
extension ExplorerRuntime {
  /// A task whose job is about to run.
  struct WatchedTask {
    let job: UnownedJob
    let fiber: Int
    let isRetained: Bool
  }

  /// Prepares to look at a job's task after the job has run; nil if it has no task that can be looked at.
  func watch(_ job: UnownedJob) -> WatchedTask? {
    guard let inspection = TaskInspection.shared else { return nil }
    let number = taskNumber(of: job)
    guard number != 0, let fiber = ordinals[number] else { return nil }
    let isRetained = !TaskInspection.isInParent(job)
    if isRetained { TaskInspection.retain(job) }
    if fibers[fiber].isStructured { fibers[fiber].noticed |= inspection.isCancelled(job) ? 1 : 2 }
    return WatchedTask(job: job, fiber: fiber, isRetained: isRetained)
  }

  /// Records the state of a task whose job has run.
  func look(at task: WatchedTask) {
    defer { if task.isRetained { TaskInspection.release(task.job) } }
    guard let inspection = TaskInspection.shared else { return }
    let fiber = task.fiber
    switch inspection.fate(of: task.job) {
    case .over:
      fibers[fiber].wait = .over
      if fibers[fiber].kind == .child { ended.append(fiber) }
    case .waitsForTask:
      if ready.contains(where: { $0.fiber == fiber }) { break }
      fibers[fiber].wait = .task
      footprint.read(.values)
    case .sleeps:
      // The executor may have been asked to wait, and has woken it.
      if ready.contains(where: { $0.fiber == fiber }) { break }
      noteForeign("sleeps on a real clock, as by `Task.sleep`", by: taskNumber(of: task.job))
    case .unknown: break
    }
    if fibers[fiber].isStructured { fibers[fiber].noticed |= inspection.isCancelled(task.job) ? 4 : 8 }
  }

  /// Records the task and the parent of a fiber that has just been opened.
  func adopt(_ job: UnownedJob?, madeBy maker: Int) {
    let fiber = fibers.count - 1
    fibers[fiber].parent = maker
    guard let inspection = TaskInspection.shared, let job, fibers[maker].kind != .actor else { return }
    fibers[fiber].isStructured = TaskInspection.isChild(job)
    if TaskInspection.isInParent(job) { return }
    TaskInspection.retain(job)
    heldTasks.append(job)
    fibers[fiber].task = job
    fibers[fiber].isTaskCancelled = inspection.isCancelled(job)
  }

  /// True when the present fiber has begun tasks that have not ended, and whose cancellation does not show.
  var hasUnheldChildren: Bool {
    fibers.contains { $0.parent == current && $0.wait != .over && !($0.isStructured && $0.task != nil) }
  }

  /// Records that code of any task may have run in an actor's turn.
  func noteActing() {
    footprint.write(.handles)
    footprint.write(.values)
    for fiber in fibers where fiber.hasChildren { footprint.write(Footprint.results(of: fiber.key)) }
  }

  /// Passes what is known by now to those who can learn it from the tasks that have ended in the present
  /// step.
  func noteEnded(with history: UInt64) {
    for fiber in ended {
      guard fibers[fiber].isStructured, let parent = fibers[fiber].parent else {
        footprint.write(.values)
        continue
      }
      footprint.write(Footprint.results(of: fibers[parent].key))
      fibers[parent].results = mix(fibers[parent].results, fibers[fiber].key, history)
    }
  }

  /// Records the child tasks that the present step has cancelled.
  func noteCancellations() {
    guard let inspection = TaskInspection.shared else { return }
    for (ordinal, fiber) in fibers.enumerated() where fiber.isStructured && fiber.wait != .over {
      guard let task = fiber.task, inspection.isCancelled(task) != fiber.isTaskCancelled else { continue }
      fibers[ordinal].isTaskCancelled.toggle()
      footprint.write(Footprint.cancellation(of: fiber.key))
    }
  }

  /// Returns what a fiber waits for that nothing in the run brings, for the end of its story.
  func waitText(of ordinal: Int) -> String {
    let tasks = fibers.filter { $0.parent == ordinal && $0.wait != .over }.map(\.name)
    return switch fibers[ordinal].wait {
    case .task where tasks.isEmpty: "waits for the value of a task, which does not end"
    case .task: "waits for the end of \(tasks.joined(separator: ", ")), which does not come"
    case .unknown, .time, .never, .over:
      "waits for a continuation, or in an actor, and nothing in the run resumes it"
    }
  }

  /// Releases the tasks that the run has retained.
  func releaseTasks() {
    for task in heldTasks { TaskInspection.release(task) }
    heldTasks = []
  }
}
