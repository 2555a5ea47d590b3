import Dispatch
import Millrace

/// The jobs of a run, and the strands that they belong to.
extension ExplorerRuntime {
  /// Notes something that came from another thread, for the thread that explores, should it wait.
  func noteForeign(_ what: String) {
    foreign.withLock { $0.append(what) }
    foreignCame.signal()
  }

  /// Takes in a job.
  ///
  /// - Parameters:
  ///   - job: The job.
  ///   - isHome: Whether it is one of the home of the stores.
  ///   - isLoose: Whether it belongs to a task that does not follow the executor of the one that has begun it.
  func enqueue(_ job: UnownedJob, isHome: Bool, isLoose: Bool = false) {
    guard isHere else {
      noteForeign("\(job)")
      return
    }
    let number = taskNumber(of: job)
    let strand: Int
    if number != 0, let known = ordinals[number] {
      strand = known
      if known != current, step != nil { resume(known) }
      if strands[known].wait != .over { strands[known].wait = .unknown }
    } else {
      strand = open(number, isLoose: isLoose)
    }
    ready.append(Ready(work: .job(job, isHome: isHome), strand: strand, enabler: step))
  }

  /// The present step has another strand go on.
  private func resume(_ strand: Int) {
    switch strands[strand].wait {
    case .time where current == 0: return tell(strand, hash(of: clock.now))
    case .time, .never:
      // It can have been resumed by its cancellation alone.
      if strands[strand].kind == .timer { strands[strand].isLeftOver = true }
      return tell(strand, 1)
    case .unknown, .over: break
    }
    if strands[strand].wait == .unknown { isUnseen = true }
    if !resumed.contains(strand) { resumed.append(strand) }
  }

  /// All that a strand learns by being resumed.
  private func tell(_ strand: Int, _ value: UInt64) {
    strands[strand].history = mix(strands[strand].history, value)
  }

  private func open(_ number: UInt64, isLoose: Bool) -> Int {
    let kind = number == 0 ? .actor : coming?.kind ?? .child
    let parent = strands[current]
    // In the turn of an actor it is another one's code that runs.
    let maker = kind == .child && isActing ? ordinals[numberOfCurrentTask()] ?? current : current
    let name = coming?.name ?? (number == 0 ? "an actor" : "a task of \(strands[maker].name)")
    let key = key(of: coming?.identity ?? .lineage)
    var history = mix(key, hash(of: name))
    // All that a timer or a hop home knows is in the state of the flow, or in the order of what was posted.
    if kind != .timer && kind != .wake {
      history = mix(parent.history, learnt, step != nil && isAtHome ? context : 0, history)
    }
    if kind == .child { strands[maker].hasChildren = true }
    if let effect = coming?.effect { effects.insert(effect) }
    nameCounts[name, default: 0] += 1
    let count = nameCounts[name] ?? 1
    strands.append(
      Strand(
        key: key, kind: kind, title: name, name: count == 1 ? name : "\(name) (\(count))",
        isBlind: coming?.isBlind ?? false,
        effect: coming?.effect, end: coming?.end, hopsTo: coming?.flowOfHop,
        ancestors: kind == .child ? strands[maker].ancestors + [strands[maker].key] : [],
        isLoose: isLoose || isActing, history: history))
    coming = nil
    if kind == .actor { isUnseen = true } else { ordinals[number] = strands.count - 1 }
    return strands.count - 1
  }

  /// Begins a task whose jobs are this run's.
  ///
  /// - Parameter start: Makes the task, which calls ``ended(_:)`` with the number it is given when it is over.
  func begin(_ strand: ComingStrand, _ start: (_ ordinal: Int) -> Task<Void, Never>) -> DriverHandle {
    guard isHere else {
      noteForeign(strand.name)
      return DriverHandle {}
    }
    if isClosed { return DriverHandle {} }
    coming = strand
    openTasks += 1
    let ordinal = strands.count
    let task = start(ordinal)
    if strand.kind == .user || strand.kind == .work, let first = ready.popLast() {
      // They live at home; the way there is no step.
      let creator = current
      current = ordinal
      _ = perform(first.work)
      current = creator
    }
    if strand.kind == .timer, let first = ready.popLast() {
      // The time may go on before it sleeps, but then it wakes as late as if it had slept.
      let creator = current
      current = ordinal
      beginsTimer = true
      _ = perform(first.work)
      beginsTimer = false
      current = creator
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
    strands[ordinal].wait = .over
  }

  private func noteCancellation(of ordinal: Int) {
    guard isHere else { return }
    // Who comes second does nothing, but would have done it had it come first.
    if strands[ordinal].isCancelled {
      return footprint.read(Footprint.cancellation(of: strands[ordinal].key))
    }
    strands[ordinal].isCancelled = true
    footprint.write(Footprint.cancellation(of: strands[ordinal].key))
    footprint.write(.cancellations)
  }

  /// Performs what was ready; gives whether that was at home.
  func perform(_ work: Ready.Work) -> Bool {
    switch work {
    case .job(let job, let isHome):
      let wasAtHome = isAtHome
      isAtHome = isHome
      if taskNumber(of: job) == 0 { isActing = true }
      if isHome {
        job.runSynchronously(
          isolatedTo: home.asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
      } else {
        job.runSynchronously(on: asUnownedTaskExecutor())
      }
      isAtHome = wasAtHome
      return isHome
    case .pause(let continuation, let isHome):
      // Being resumed is no step, nor is the hop home of a task that paused there.
      let count = ready.count
      continuation.resume()
      // Within an actor it may have to wait until those have gone who asked for the actor before.
      guard ready.count > count, let first = ready.popLast() else { return false }
      let isOver = perform(first.work)
      if isHome, !isOver, let index = ready.lastIndex(where: { $0.strand == current }) {
        return perform(ready.remove(at: index).work)
      }
      return isOver
    }
  }

  /// Does what is left of the present step's strand, where that can be seen by nobody.
  func finishStrand() {
    let index = ready.lastIndex { $0.strand == current }
    if let index { _ = perform(ready.remove(at: index).work) }
  }

  /// The strand of the task that asks, which may be running in the turn of an actor.
  var strandOfTask: Int {
    let number = numberOfCurrentTask()
    if let known = ordinals[number] { return known }
    // One that was begun within an actor has not been anywhere else.
    return number == 0 || step == nil ? current : open(number, isLoose: true)
  }

  /// Lets others go first: what comes after it is a step of its own.
  func pause(isolation: isolated (any Actor)? = #isolation) async {
    guard isHere else { return }
    let strand = strandOfTask
    let isHome = isAtHome
    await withUnsafeContinuation { continuation in
      ready.append(Ready(work: .pause(continuation, isHome: isHome), strand: strand, enabler: step))
    }
  }
}
