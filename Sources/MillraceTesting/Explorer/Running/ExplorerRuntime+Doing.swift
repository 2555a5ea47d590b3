import Millrace

/// What the code of a scenario asks for while it takes a step.
extension ExplorerRuntime {
  /// Whether the caller is a part of the run; one that came back on another thread is noted, and to be turned away.
  func controls(_ what: String) -> Bool {
    if isHere { return true }
    noteForeign(what)
    return false
  }

  /// The present step has learnt something that no other place of this class knows of.
  func learn(_ value: UInt64) {
    learnt = mix(learnt, value)
  }

  /// The present step asks for the time.
  ///
  /// - Parameter learns: False for the kernel, which tells it to nobody.
  func readTime(learns: Bool = true) -> ManualClock.Instant {
    let now = clock.now
    if isInStep {
      footprint.read(.time)
      if learns { learn(hash(of: now)) }
    } else if isHere {
      // A rule looks at it.
      footprint.read(.time)
    }
    return now
  }

  func sleep(until deadline: ManualClock.Instant) async throws {
    // Whoever tries again and again without looking at the cancellation would never let go of the thread.
    if Task.isCancelled { await pause() }
    // What its ring leads to is a step of its own.
    if beginsTimer, deadline <= clock.now { await pause() }
    if isInStep {
      footprint.read(.time)
      if deadline > clock.now { strands[strandOfTask].wait = .time(deadline) }
    }
    defer { awake() }
    try await withTaskCancellationHandler {
      try await clock.sleep(until: deadline)
    } onCancel: {
      // Whom the time wakes next may be another one now.
      if isInStep { footprint.write(.time) }
    }
  }

  /// The task that asks goes on, if it has ever waited: one that is cancelled may not have.
  private func awake() {
    if isInStep { strands[strandOfTask].wait = .unknown }
  }

  /// The present step draws a number, or an identifier.
  func drawChance(isIdentifier: Bool) {
    guard isInStep else { return }
    footprint.write(.chance)
    chanceCount &+= isIdentifier ? 1 << 32 : 1
    learn(chanceCount)
  }

  /// Gives a place to something that the scenario shares.
  func openPlace(_ name: String, value: @escaping () -> Any) -> Footprint.Place {
    var place = Footprint.Place.firstNamed + UInt64(places.count)
    if isInStep {
      // What is made on the way has to have the same place in whatever order that happens.
      place = numberOfChild() | 1 << 63
    }
    places.append(SharedPlace(place: place, name: name, value: value))
    return place
  }

  /// The present step touches something shared.
  func touch(_ place: Footprint.Place, writes: Bool) {
    guard isInStep else {
      if isHere { footprint.read(place) }
      return
    }
    if writes { footprint.write(place) } else { footprint.read(place) }
    guard let shared = places.first(where: { $0.place == place }) else { return }
    let hash = shared.hash
    learn(hash.finalize())
    // It may be the handle of a task.
    if !hash.isFaithful { footprint.write(.handles) }
  }

  /// One of `count` answers, chosen by whoever chooses the order.
  func answer(of count: Int) -> Int {
    guard isInStep, count > 1, let chooseAnswer else { return 0 }
    let answer = chooseAnswer(count)
    learn(UInt64(answer))
    return answer
  }

  /// Waits until cancelled.
  func waitForNothing() async throws {
    neverCount += 1
    let number = neverCount
    if isInStep { strands[strandOfTask].wait = .never }
    defer { awake() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        if Task.isCancelled || isClosed {
          continuation.resume(throwing: CancellationError())
        } else {
          neverWaits[number] = continuation
        }
      }
    } onCancel: {
      if isHere { neverWaits.removeValue(forKey: number)?.resume(throwing: CancellationError()) }
    }
  }
}
