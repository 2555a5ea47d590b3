import Dispatch
import Millrace

/// Takes entries from the flow's home and writes them on a queue of its own.
final class JournalWriter: @unchecked Sendable {
  // Sound: `storage`, `isRetrying`, `isTidying` and `isStuck` are touched on `queue` only; the rest is locked or never changes.

  let path: String
  let isInMemory: Bool
  private let queue = DispatchQueue(label: "millrace.journal")
  private let encoding = DispatchQueue(label: "millrace.journal.snapshots")
  private let backlog: Locked<JournalBacklog>
  private let room = DispatchSemaphore(value: 0)
  private let policy: Policy
  private var storage: JournalStorage
  private var isRetrying = false
  /// True when the next step of removing turns is under way to the queue.
  private var isTidying = false
  /// Whether going on has failed for a reason that stays.
  private var isStuck = false
  private let tell: @Sendable (News) -> Void
  /// How many bytes of messages were written since the last snapshot.
  private let bytes = Locked(0)
  /// How many snapshots are to be encoded, each of which is a copy of all states.
  private let keeping = Locked(0)
  private static let mostKept = 8

  init(
    _ storage: sending JournalStorage, inMemory: Bool, _ policy: Policy,
    tell: @escaping @Sendable (News) -> Void
  ) {
    path = storage.path
    isInMemory = inMemory
    self.storage = storage
    self.policy = policy
    self.tell = tell
    var batch = 1
    if case .batched(_, let turns) = policy.durability { batch = max(1, turns) }
    if policy.durability == .memory { batch = 1000 }
    backlog = Locked(JournalBacklog(limit: policy.backlog.turns, batch: batch))
    for queue in [queue, encoding] { queue.setSpecific(key: Self.isOwn, value: true) }
  }

  private static let isOwn = DispatchSpecificKey<Bool>()

  /// Whether the caller is on a writer's queue, where nobody may wait for a writer.
  static var isWriting: Bool { DispatchQueue.getSpecific(key: isOwn) == true }

  // MARK: At home

  var status: JournalStatus { backlog.withLock { $0.status } }

  /// How many entries are not on disk.
  var waitingCount: Int { backlog.withLock { $0.count } }

  /// How many bytes of messages were written since the last snapshot.
  var bytesSinceSnapshot: Int { bytes.withLock { $0 } }

  /// Takes an entry; with ``Durability/everyTurn`` it is on disk when this returns, unless the status says otherwise.
  ///
  /// - Returns: False when it is not kept.
  func add(_ entry: JournalEntry) -> Bool {
    var demand = backlog.withLock { $0.add(entry) }
    if demand == .wait {
      demand = waitForRoom(entry)
    }
    switch demand {
    case .refused, .wait: return false
    case .nothing: break
    case .timer: if policy.durability != .everyTurn { wake(after: interval) }
    case .write: if policy.durability != .everyTurn { queue.async { self.drain() } }
    }
    if policy.durability == .everyTurn { queue.sync { drain() } }
    return true
  }

  /// Tries again until there is room or patience is at its end, and then keeps nothing more.
  private func waitForRoom(_ entry: JournalEntry) -> JournalBacklog.Demand {
    let deadline = DispatchTime.now() + .nanoseconds(policy.backlog.patience.wholeNanoseconds)
    queue.async { self.drain() }
    while room.wait(timeout: deadline) == .success {
      let demand = backlog.withLock { $0.add(entry) }
      if demand != .wait { return demand }
    }
    let demand = backlog.withLock { $0.add(entry) }
    if demand != .wait { return demand }
    let reason: String
    if case .failing(let error) = status { reason = "\(error)" } else { reason = "the disk is too slow" }
    stop(.backlog(path: path, from: entry.sequence, reason: reason), from: entry.sequence)
    // Should all have been written just now, nobody else would say that it may go on.
    queue.async { self.drain() }
    return backlog.withLock { $0.add(entry) }
  }

  private var interval: Duration {
    if case .batched(let interval, _) = policy.durability { interval } else { .milliseconds(50) }
  }

  private func wake(after time: Duration) {
    Task.detached { [weak self, sleep = policy.sleep] in
      // A clock that ends early means that the journal has to hurry.
      try? await sleep(time)
      guard let self else { return }
      backlog.withLock { $0.timerDue() }
      queue.async { self.drain() }
    }
  }

  /// Waits until everything that was taken so far is on disk.
  func flush() async throws(JournalError) {
    let error = await withCheckedContinuation { continuation in
      queue.async {
        self.drain()
        continuation.resume(returning: self.problem)
      }
    }
    if let error { throw error }
  }

  /// Writes what waits, on the caller's thread.
  func flushNow() throws(JournalError) {
    let error = queue.sync {
      drain()
      return problem
    }
    if let error { throw error }
  }

  private var problem: JournalError? {
    switch status {
    case .failing(let error), .stopped(let error, _): error
    case .closed: .closed(path: path)
    case .preparing, .writing: nil
    }
  }

  /// Whether there is room for copies of more states.
  var mayKeepMore: Bool { status == .writing && keeping.withLock { $0 < Self.mostKept } }

  /// Encodes states elsewhere and has them written.
  func keep(_ captures: [Capture], sequence: UInt64, time: Int64) {
    bytes.withLock { $0 = 0 }
    keeping.withLock { $0 += 1 }
    encoding.async {
      defer { self.keeping.withLock { $0 -= 1 } }
      var states: [EncodedState] = []
      for capture in captures {
        do {
          states.append(EncodedState(participant: capture.participant, value: try capture.encode()))
        } catch {
          let name = self.queue.sync { self.storage.name(of: capture.participant) }
          self.tell(
            .warning(.stateNotEncodable(store: name, turn: sequence, reason: CodingReason.text(error))))
        }
      }
      if states.isEmpty { return }
      let entry = JournalEntry.snapshot(PendingSnapshot(sequence: sequence, time: time, states: states))
      let demand = self.backlog.withLock { $0.add(entry, isExtra: true) }
      if demand != .refused { self.queue.async { self.drain() } }
    }
  }

  /// Waits until snapshots that were begun are encoded.
  func finishEncoding() async {
    await withCheckedContinuation { continuation in encoding.async { continuation.resume() } }
  }

  /// Goes on after a stretch in which nothing was kept.
  func resume(_ resumption: Resumption) {
    backlog.withLock { $0.resume(resumption) }
    queue.async {
      self.isStuck = false
      self.drain()
    }
  }

  /// Uses the database while nobody else does.
  func withStorage<Result>(
    _ body: (JournalStorage) throws(JournalError) -> sending Result
  ) throws(JournalError) -> Result {
    let result = queue.sync { () -> Swift.Result<Result, JournalError> in
      do throws(JournalError) { return .success(try body(storage)) } catch { return .failure(error) }
    }
    return try result.get()
  }

  /// Writes what waits, and lets the file go.
  ///
  /// - Returns: Why not everything could be written; nil when all was.
  func close() -> JournalError? {
    encoding.sync {}
    return queue.sync {
      if status == .closed { return nil }
      drain()
      let problem = problem
      let left = backlog.withLock { backlog in
        backlog.close()
        return backlog.drop()
      }
      refuse(left, .closed(path: path))
      storage.close()
      return problem
    }
  }

  // MARK: Removing turns

  /// Removes what the policy does not keep, step by step, between batches.
  func tidy() {
    if policy.retention == .everything { return }
    queue.async {
      if self.isTidying { return }
      self.isTidying = true
      self.tidyOn()
    }
  }

  private func tidyOn() {
    var isMore = false
    do throws(JournalError) {
      // While turns cannot be written, nothing is removed either; the next snapshot begins again.
      isMore = status == .writing ? try storage.compactStep(policy.retention) : false
    } catch { tell(.warning(error)) }
    isTidying = isMore
    // At the end of the queue, so that no turn waits for more than one step.
    if isMore { queue.async { self.tidyOn() } }
  }

  /// Removes what is not to be kept, between batches; false when there is no more.
  func compactStep(_ retention: RetentionPolicy) async throws(JournalError) -> Bool {
    let result = await withCheckedContinuation { continuation in
      queue.async {
        continuation.resume(
          returning: Result { () throws(JournalError) in
            if let problem = self.problem { throw problem }
            return try self.storage.compactStep(retention)
          })
      }
    }
    return try result.get()
  }

  // MARK: On the queue

  /// Writes what waits, batch by batch.
  private func drain() {
    if status == .closed { return }
    while true {
      let (taken, batch) = backlog.withLock { ($0.take(), $0.batch) }
      if taken.isEmpty { break }
      var rest = taken[...]
      while !rest.isEmpty {
        guard write(rest.prefix(batch), of: &rest) else { return }
      }
    }
    let (isNews, status) = backlog.withLock { ($0.recovered(), $0.status) }
    if isNews { tell(.status(status)) }
    if case .stopped(let error, _) = status, !isStuck, !error.isFinal { tell(.mayResume) }
  }

  /// Writes one batch; false when that is not possible now.
  private func write(_ batch: ArraySlice<JournalEntry>, of rest: inout ArraySlice<JournalEntry>) -> Bool {
    let outcome: JournalStorage.Outcome
    do throws(JournalError) {
      let kept = storage.lastSequence - min(storage.lastSequence, storage.keptAfter)
      outcome = try storage.write(
        batch, policy.retention.snapshots(policy.snapshots.retention, turns: kept))
    } catch {
      if error.isFinal {
        giveUp(rest, error)
        return false
      }
      let (isNews, status) = backlog.withLock { ($0.failed(rest, error), $0.status) }
      if isNews { tell(.status(status)) }
      retryLater()
      return false
    }
    rest = rest.dropFirst(outcome.written)
    if backlog.withLock({ $0.written(outcome.written) }) { room.signal() }
    bytes.withLock { $0 += outcome.bytes }
    if let warning = outcome.warning { tell(.warning(warning)) }
    for (permit, answer) in outcome.permits { permit.answer(answer) }
    if outcome.hasSnapshot { tidy() }
    guard let flaw = outcome.flaw else { return true }
    // What follows cannot be played back without this one.
    if case .resumption = rest.first { isStuck = true }
    giveUp(rest, flaw.error, from: flaw.sequence)
    rest = []
    return true
  }

  /// Stops before an entry that cannot be written, and lets go of all that waits.
  private func giveUp(_ rest: ArraySlice<JournalEntry>, _ error: JournalError, from sequence: UInt64? = nil) {
    // At once: nothing may come between.
    let (isNews, status, left) = backlog.withLock {
      ($0.stop(error, from: sequence ?? rest.first?.sequence ?? 0), $0.status, $0.drop(rest))
    }
    room.signal()
    if isNews { tell(.status(status)) }
    refuse(left, error)
  }

  private func retryLater() {
    if isRetrying { return }
    isRetrying = true
    Task.detached { [weak self, sleep = policy.sleep, interval] in
      try? await sleep(max(interval, .milliseconds(500)))
      guard let self else { return }
      queue.async {
        self.isRetrying = false
        self.drain()
      }
    }
  }

  private func stop(_ error: JournalError, from sequence: UInt64) {
    let (isNews, status) = backlog.withLock { ($0.stop(error, from: sequence), $0.status) }
    if isNews { tell(.status(status)) }
  }

  private func refuse(_ entries: [JournalEntry], _ error: JournalError) {
    for entry in entries {
      for change in entry.tasks { change.refuse(error) }
    }
  }
}
