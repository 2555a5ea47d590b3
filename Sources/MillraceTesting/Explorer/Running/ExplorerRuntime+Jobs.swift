import Dispatch
import Millrace

/// The jobs of a run, and the fibers that own them.
extension ExplorerRuntime {
  /// Records a job from another thread, and wakes the exploring thread if it waits.
  func noteForeign(_ what: String, by task: UInt64 = 0) {
    foreign.withLock { $0.append(ForeignEvent(task: task, what: what)) }
    foreignCame.signal()
  }

  /// Adds a job to the ready jobs; a loose one is of a task that does not follow the executor of its creator.
  func enqueue(_ job: UnownedJob, isHome: Bool, isLoose: Bool = false) {
    guard isHere else {
      noteForeign(
        "was resumed by another thread, as by a callback, a dispatch queue or real time",
        by: taskNumber(of: job))
      return
    }
    let number = taskNumber(of: job)
    let fiber: Int
    if number != 0, let known = ordinals[number] {
      fiber = known
      // To run it twice would end the process.
      if isResumedTwice(known) {
        return noteForeign(
          "was resumed a second time in one wait: its continuation was used twice", by: number)
      }
      if known != current, step != nil { resume(known) }
      fibers[known].wait = .unknown
    } else {
      fiber = open(number, job, isLoose: isLoose)
    }
    ready.append(Ready(work: .job(job, isHome: isHome), fiber: fiber, enabler: step))
  }

  /// Returns true when a task that is resumed now is ready already, or has ended.
  private func isResumedTwice(_ fiber: Int) -> Bool {
    if fibers[fiber].wait == .over { return true }
    return ready.contains { ready in
      if case .job = ready.work { ready.fiber == fiber } else { false }
    }
  }

  /// Records that the present step resumes another fiber.
  private func resume(_ fiber: Int) {
    switch fibers[fiber].wait {
    case .time where current == 0: return remember(hash(of: clock.now), in: fiber)
    case .time, .never:
      // A cancellation alone may have resumed it.
      if fibers[fiber].kind == .timer { fibers[fiber].isLeftOver = true }
      return remember(1, in: fiber)
    case .task where !isActing:
      // The task that it waited for has ended.
      footprint.write(Footprint.results(of: fibers[fiber].key))
      if !resumed.contains(fiber) { resumed.append(fiber) }
      return
    case .task, .unknown, .over: break
    }
    if fibers[fiber].wait != .over { isUnseen = true }
    if !resumed.contains(fiber) { resumed.append(fiber) }
  }

  /// Adds a value that a fiber learns by being resumed to its history.
  private func remember(_ value: UInt64, in fiber: Int) {
    fibers[fiber].history = mix(fibers[fiber].history, value)
  }

  private func open(_ number: UInt64, _ job: UnownedJob? = nil, isLoose: Bool) -> Int {
    let kind = number == 0 ? .actor : coming?.kind ?? .child
    let parent = fibers[current]
    // In an actor's turn, the running code belongs to another fiber.
    let maker = kind == .child && isActing ? ordinals[numberOfCurrentTask()] ?? current : current
    let name = coming?.name ?? (number == 0 ? "an actor" : "a task of \(fibers[maker].name)")
    let key = key(of: coming?.identity ?? .lineage)
    var history = mix(key, hash(of: name))
    // The state of the flow, or the order of posts, holds everything that a timer or a hop home knows.
    if kind != .timer && kind != .wake {
      history = mix(parent.history, learnt, step != nil && isAtHome ? context : 0, history)
    }
    if kind == .child { fibers[maker].hasChildren = true }
    if let effect = coming?.effect { effects.insert(effect) }
    nameCounts[name, default: 0] += 1
    let count = nameCounts[name] ?? 1
    fibers.append(
      Fiber(
        key: key, kind: kind, title: name, name: count == 1 ? name : "\(name) (\(count))",
        isBlind: coming?.isBlind ?? false,
        effect: coming?.effect, end: coming?.end, hopsTo: coming?.flowOfHop,
        ancestors: kind == .child ? fibers[maker].ancestors + [fibers[maker].key] : [],
        isLoose: isLoose || isActing, history: history))
    coming = nil
    if kind == .child { adopt(job, madeBy: maker) }
    if kind == .actor { isUnseen = true } else { ordinals[number] = fibers.count - 1 }
    return fibers.count - 1
  }

  /// Starts a task whose jobs belong to this run, and which calls ``ended(_:)`` with its number when it ends.
  func begin(_ fiber: ComingFiber, _ start: (_ ordinal: Int) -> Task<Void, Never>) -> DriverHandle {
    guard isHere else {
      noteForeign("has begun “\(fiber.name)” on another thread", by: numberOfCurrentTask())
      return DriverHandle {}
    }
    if isClosed { return DriverHandle {} }
    coming = fiber
    openTasks += 1
    let ordinal = fibers.count
    let task = start(ordinal)
    switch fiber.kind {
    case .user, .work:
      // They run at home; the hop to the home is not a step.
      if let first = ready.popLast() { perform(within: first) }
    case .timer:
      // Time may advance before it sleeps, but then it wakes as late as if it had slept.
      beginsTimer = true
      if let first = ready.popLast() { perform(within: first) }
      beginsTimer = false
    case .effect, .subscription, .wake, .child, .actor: break
    }
    let handle = DriverHandle { [self] in
      noteCancellation(of: ordinal)
      task.cancel()
    }
    cancels.append { task.cancel() }
    return handle
  }

  func ended(_ ordinal: Int) {
    guard isHere else { return }
    openTasks -= 1
    fibers[ordinal].wait = .over
  }

  private func noteCancellation(of ordinal: Int) {
    guard isHere else { return }
    // The second cancellation does nothing, but in another order it would be the first.
    if fibers[ordinal].isCancelled {
      return footprint.read(Footprint.cancellation(of: fibers[ordinal].key))
    }
    fibers[ordinal].isCancelled = true
    footprint.write(Footprint.cancellation(of: fibers[ordinal].key))
    footprint.write(.cancellations)
  }

  /// Performs another fiber's work within the present step.
  func perform(within step: Ready) {
    let creator = current
    current = step.fiber
    _ = perform(step.work)
    current = creator
  }

  /// Performs a ready piece of work; returns true if it ran at home.
  func perform(_ work: Ready.Work) -> Bool {
    switch work {
    case .job(let job, let isHome):
      let wasAtHome = isAtHome
      isAtHome = isHome
      let task = watch(job)
      if task == nil && taskNumber(of: job) == 0 { isActing = true }
      if isHome {
        job.runSynchronously(
          isolatedTo: home.asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
      } else {
        job.runSynchronously(on: asUnownedTaskExecutor())
      }
      isAtHome = wasAtHome
      if let task { look(at: task) }
      return isHome
    case .pause(let continuation, let isHome):
      // Resuming is not a step, and neither is the hop back to the home of a task that paused there.
      let count = ready.count
      continuation.resume()
      // Inside an actor, it may have to wait for earlier callers of the actor.
      guard ready.count > count, let first = ready.popLast() else { return false }
      let isOver = perform(first.work)
      if isHome, !isOver, let index = ready.lastIndex(where: { $0.fiber == current }) {
        return perform(ready.remove(at: index).work)
      }
      return isOver
    }
  }

  /// Performs the rest of the present step's fiber where no other code can see it.
  func finishFiber() {
    let index = ready.lastIndex { $0.fiber == current }
    if let index { _ = perform(ready.remove(at: index).work) }
  }

  /// The fiber of the calling task, which may be running in an actor's turn.
  var fiberOfTask: Int {
    let number = numberOfCurrentTask()
    if let known = ordinals[number] { return known }
    // A task begun within an actor has not run anywhere else.
    return number == 0 || step == nil ? current : open(number, nil, isLoose: true)
  }

  /// Lets other fibers run first: the code that follows is a step of its own.
  func pause(isolation: isolated (any Actor)? = #isolation) async {
    guard isHere else { return }
    let fiber = fiberOfTask
    let isHome = isAtHome
    await withUnsafeContinuation { continuation in
      ready.append(Ready(work: .pause(continuation, isHome: isHome), fiber: fiber, enabler: step))
    }
  }
}

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
    precondition(runtime.isHere, "Code outside of the explorer has entered the home of a scenario.")
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: self)
  }
}
