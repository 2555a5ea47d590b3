import Millrace

/// The requests that a scenario's code makes during a step.
extension ExplorerRuntime: AccessWatcher {
  func watch(_ name: String, _ value: @escaping () -> Any) -> @Sendable (_ writes: Bool) -> Void {
    let place = openPlace(name, value: value)
    return { [weak self] in self?.touch(place, writes: $0) }
  }

  /// Returns true when the caller belongs to the run.
  ///
  /// A caller that came back on another thread is recorded, and must be refused.
  func controls(_ what: String) -> Bool {
    if isHere { return true }
    noteForeign("has called “\(what)” on another thread", by: numberOfCurrentTask())
    return false
  }

  /// Records that the present step has learnt a value that no other part of this class knows of.
  func learn(_ value: UInt64) {
    learnt = mix(learnt, value)
  }

  /// Reads the time for the present step; the kernel, which passes it to no other code, learns nothing.
  func readTime(learns: Bool = true) -> ManualClock.Instant {
    let now = clock.now
    if isInStep {
      footprint.read(.time)
      if learns { learn(hash(of: now)) }
    } else if isHere {
      // A rule reads it.
      footprint.read(.time)
    }
    return now
  }

  func sleep(until deadline: ManualClock.Instant) async throws {
    // A loop that tries again without checking for cancellation would otherwise never release the thread.
    if Task.isCancelled { await pause() }
    // The effects of its timer belong to a step of their own.
    if beginsTimer, deadline <= clock.now { await pause() }
    if isInStep {
      footprint.read(.time)
      if deadline > clock.now { fibers[fiberOfTask].wait = .time(deadline) }
    }
    defer { awake() }
    try await withTaskCancellationHandler {
      try await clock.sleep(until: deadline)
    } onCancel: {
      // Another sleeper may be the next to wake now.
      if isInStep { footprint.write(.time) }
    }
  }

  /// Marks the calling task as running again; a cancelled one may never have waited.
  private func awake() {
    if isInStep { fibers[fiberOfTask].wait = .unknown }
  }

  /// Records that the present step draws a number or an identifier.
  func drawChance(isIdentifier: Bool) {
    guard isInStep else { return }
    footprint.write(.chance)
    chanceCount &+= isIdentifier ? 1 << 32 : 1
    learn(chanceCount)
  }

  /// Registers a value that the scenario shares; returns its place.
  func openPlace(_ name: String, value: @escaping () -> Any) -> Footprint.Place {
    var place = Footprint.Place.firstNamed + UInt64(places.count)
    if isInStep {
      // A value made during the run must have the same place in every order.
      place = numberOfChild() | 1 << 63
    }
    places.append(SharedObject(place: place, name: name, value: value))
    return place
  }

  /// Records that the present step touches a shared value.
  func touch(_ place: Footprint.Place, writes: Bool) {
    guard isInStep else {
      if isHere { footprint.read(place) }
      return
    }
    if writes { footprint.write(place) } else { footprint.read(place) }
    guard let shared = places.first(where: { $0.place == place }) else { return }
    let hash = shared.hash
    learn(hash.finalize())
    // The value may be the handle of a task.
    if !hash.isFaithful { footprint.write(.handles) }
  }

  /// Returns the index of one of `count` answers, chosen by the strategy.
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
    if isInStep { fibers[fiberOfTask].wait = .never }
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
