import Millrace

/// The state that the rest of a run depends on.
extension ExplorerRuntime {
  /// Returns the hash of everything that decides what can happen from here on.
  ///
  /// `states` is the hash of the stores, of what they wait for, and of shared values.
  func key(with states: UInt64, _ isAlive: (StoreName) -> Bool) -> UInt64 {
    var key = mix(states, unseenChain, postedChain, waitingChain, homeChain, chanceCount, hash(of: clock.now))
    key = mix(key, wakeChildCount)
    key &+= timerCounts.reduce(0) { isAlive($1.key) ? $0 &+ mix(hash(of: $1.key), $1.value) : $0 }
    readyMarks.removeAll(keepingCapacity: true)
    for _ in fibers.indices { readyMarks.append(false) }
    var all: UInt64 = 0
    for job in ready where !fibers[job.fiber].isLeftOver {
      readyMarks[job.fiber] = true
      let fiber = fibers[job.fiber]
      // A fiber's past steps decide where it continues.
      all &+= mix(fiber.key, fiber.history, 1, fiber.cancellation, fiber.results)
    }
    for (ordinal, fiber) in fibers.enumerated().dropFirst() where !readyMarks[ordinal] {
      // An ended fiber, or one that vanished as an actor's turn does, leaves nothing that could still
      // happen. It may have passed its knowledge to a place that nothing here sees.
      if fiber.wait == .over && fiber.keepsKnowledge { all &+= mix(fiber.key, fiber.history, 4) }
      if fiber.wait == .over || fiber.kind == .actor || fiber.isLeftOver { continue }
      all &+= mix(fiber.key, fiber.history, 3, hash(of: fiber.wait), fiber.cancellation, fiber.results)
    }
    return mix(key, all)
  }

  /// Returns the hash of all shared values, and whether it distinguishes them fully.
  func placesHash() -> (value: UInt64, isFaithful: Bool) {
    var (value, isFaithful): (UInt64, Bool) = (0, true)
    for place in places {
      let hash = place.hash
      isFaithful = isFaithful && hash.isFaithful
      value = mix(value, hash.finalize())
    }
    return (value, isFaithful)
  }

  /// Calls the closure with each shared value.
  func forEachPlace(_ body: (String, Any) -> Void) {
    for place in places { body(place.name, place.value()) }
  }

  /// Ends the run: cancels its tasks and lets them end unobserved; returns true when no task is left.
  ///
  /// `note` receives the name of each fiber before it goes on.
  func close(_ note: (String) -> Void) -> Bool {
    isClosed = true
    step = nil
    chooseAnswer = nil
    addToStory = nil
    for cancel in cancels { cancel() }
    cancels = []
    var rounds = 0
    while rounds < 1_000 {
      rounds += 1
      let waiting = neverWaits.values
      neverWaits = [:]
      for continuation in waiting { continuation.resume(throwing: CancellationError()) }
      if ready.isEmpty {
        guard let next = clock.nextDeadline else { break }
        clock.jump(to: next)
        continue
      }
      current = 0
      let next = ready.removeFirst()
      note(fibers[next.fiber].name)
      _ = perform(next.work)
    }
    places = []
    if openTasks == 0 && ready.isEmpty { releaseTasks() }
    return openTasks == 0 && ready.isEmpty
  }
}

extension Fiber {
  /// True if its knowledge counts when it has ended: code of the application has run in it, and no parent has
  /// taken all that it knew.
  fileprivate var keepsKnowledge: Bool {
    switch kind {
    case .effect, .subscription, .work, .user: true
    case .child: !isStructured
    case .timer, .wake, .actor: false
    }
  }

  /// The cancellations that it can notice, as a number.
  fileprivate var cancellation: UInt64 { (isCancelled ? 1 : 0) + (isTaskCancelled ? 2 : 0) }
}
