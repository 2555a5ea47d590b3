import Dispatch
import Millrace
import MillraceSQLite
import MillraceSupport

/// A writer that takes entries at the flow's home and writes them on a queue of its own.
final class JournalWriter: @unchecked Sendable {
  // Sound: `storage`, `isRetrying`, `isTidying` and `isStuck` are touched on `queue` only; the rest is locked
  // or never changes.

  let path: String
  /// The path without symbolic links, at which the writer has opened the journal.
  let file: String
  let isInMemory: Bool
  private let queue = DispatchQueue(label: "millrace.journal")
  private let encoding = DispatchQueue(label: "millrace.journal.snapshots")
  private let backlog: Locked<JournalBacklog>
  private let room = DispatchSemaphore(value: 0)
  private let policy: Policy
  /// True where a tool orders the work of the flow, such as an explorer: then everything is written on the
  /// thread that asks for it, before it goes on, whatever the durability.
  private let isOrdered: Bool
  /// The work that is left by other work on the queues, where a tool orders it.
  private let left = Locked<[@Sendable () -> Void]>([])
  private var storage: JournalStorage
  private var isRetrying = false
  /// True while the removal of turns has a next step on the queue.
  private var isTidying = false
  /// True when recording could not resume for a permanent reason.
  private var isStuck = false
  private let notify: @Sendable (News) -> Void
  /// The number of message bytes written since the last snapshot.
  private let bytes = Locked(0)
  /// The number of snapshots that wait to be encoded, each with a copy of all states.
  private let keeping = Locked(0)
  private static let mostKept = 8

  init(
    _ storage: sending JournalStorage, inMemory: Bool, _ policy: Policy,
    notify: @escaping @Sendable (News) -> Void
  ) {
    path = storage.path
    file = storage.location
    isInMemory = inMemory
    self.storage = storage
    self.policy = policy
    self.notify = notify
    var batch = 1
    if case .batched(_, let turns) = policy.durability { batch = max(1, turns) }
    if policy.durability == .memory { batch = 1000 }
    isOrdered = AccessWatch.current != nil
    backlog = Locked(JournalBacklog(limit: policy.backlog.turns, batch: batch))
    for queue in [queue, encoding] { queue.setSpecific(key: Self.isOwn, value: true) }
  }

  private static let isOwn = DispatchSpecificKey<Bool>()

  /// True on a writer's queue, where waiting for a writer would deadlock.
  static var isWriting: Bool { DispatchQueue.getSpecific(key: isOwn) == true }

  // MARK: The queues

  /// Runs work on a queue, later; where a tool orders the work, before this returns.
  private func run(on queue: DispatchQueue, _ work: @escaping @Sendable () -> Void) {
    if !isOrdered { return queue.async(execute: work) }
    // The present work on a queue comes to its end first.
    if Self.isWriting { return left.withLock { $0.append(work) } }
    queue.sync(execute: work)
    runLeft()
  }

  /// Runs work on the writer's queue, and waits for it.
  private func wait<Result>(_ work: () -> Result) -> Result {
    defer { if isOrdered { runLeft() } }
    return queue.sync(execute: work)
  }

  private func runLeft() {
    if Self.isWriting { return }
    while let work = left.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { queue.sync(execute: work) }
  }

  // MARK: At home

  var status: JournalStatus { backlog.withLock { $0.status } }

  /// The number of entries that are not on disk.
  var waitingCount: Int { backlog.withLock { $0.count } }

  var bytesSinceSnapshot: Int { bytes.withLock { $0 } }

  /// Adds an entry; with ``Durability/everyTurn`` it is on disk when this returns, unless the status says
  /// otherwise.
  ///
  /// - Returns: False when the entry is not recorded.
  func add(_ entry: JournalEntry) -> Bool {
    var demand = backlog.withLock { $0.add(entry) }
    if demand == .wait {
      demand = waitForRoom(entry)
    }
    switch demand {
    case .refused, .wait: return false
    case .nothing: break
    case .timer where isOrdered, .write where isOrdered: break
    case .timer:
      if policy.durability != .everyTurn { drain(after: interval) { $0.backlog.withLock { $0.timerDue() } } }
    case .write: if policy.durability != .everyTurn { run(on: queue) { self.drain() } }
    }
    if policy.durability == .everyTurn || isOrdered { wait { drain() } }
    return true
  }

  /// Tries again until there is room; when patience has run out, stops recording.
  private func waitForRoom(_ entry: JournalEntry) -> JournalBacklog.Demand {
    let deadline = DispatchTime.now() + .nanoseconds(Int(clamping: policy.backlog.patience.wholeNanoseconds))
    run(on: queue) { self.drain() }
    while room.wait(timeout: deadline) == .success {
      let demand = backlog.withLock { $0.add(entry) }
      if demand != .wait { return demand }
    }
    let demand = backlog.withLock { $0.add(entry) }
    if demand != .wait { return demand }
    let reason: String
    if case .failing(let error) = status { reason = "\(error)" } else { reason = "the disk is too slow" }
    let error = JournalError.backlog(path: path, from: entry.sequence, reason: reason)
    change { $0.stop(error, from: entry.sequence) }
    // If all entries have just been written, this drain is what reports that recording may resume.
    run(on: queue) { self.drain() }
    return backlog.withLock { $0.add(entry) }
  }

  private var interval: Duration {
    if case .batched(let interval, _) = policy.durability { interval } else { .milliseconds(50) }
  }

  /// Writes the waiting entries after a time, and notes first that it has come.
  private func drain(after time: Duration, _ note: @escaping @Sendable (JournalWriter) -> Void) {
    // The next turn, or a flush, tries again.
    if isOrdered { return }
    Task.detached { [weak self, sleep = policy.sleep] in
      // A clock that ends the sleep early makes the journal write at once.
      try? await sleep(time)
      guard let self else { return }
      queue.async {
        note(self)
        self.drain()
      }
    }
  }

  /// Waits until all entries added so far are on disk.
  func flush() async throws(JournalError) {
    let error = await withCheckedContinuation { continuation in
      run(on: queue) {
        self.drain()
        continuation.resume(returning: self.problem ?? self.keepFiles())
      }
    }
    if let error { throw error }
  }

  /// Writes the waiting entries while the caller's thread waits.
  func flushNow() throws(JournalError) {
    let error = wait {
      drain()
      return problem ?? keepFiles()
    }
    if let error { throw error }
  }

  /// Makes sure that another process finds what is written, also when nothing is written now.
  private func keepFiles() -> JournalError? {
    do throws(JournalError) {
      if let warning = try storage.keepFiles() { notify(.warning(warning)) }
      return nil
    } catch {
      if error.isFinal { giveUp([], error, from: storage.lastSequence + 1) }
      return error
    }
  }

  private var problem: JournalError? {
    switch status {
    case .failing(let error), .stopped(let error, _): error
    case .closed: .closed(path: path)
    case .preparing, .writing: nil
    }
  }

  /// True when another copy of the states may wait to be encoded.
  var mayKeepMore: Bool { status == .writing && keeping.withLock { $0 < Self.mostKept } }

  /// Encodes states on another queue and has them written.
  func keep(_ captures: [Capture], sequence: UInt64, time: Int64) {
    bytes.withLock { $0 = 0 }
    keeping.withLock { $0 += 1 }
    run(on: encoding) {
      defer { self.keeping.withLock { $0 -= 1 } }
      var states: [EncodedState] = []
      for capture in captures {
        do { states.append(try capture.encoded()) } catch {
          let name = self.queue.sync { self.storage.name(of: capture.journaledStore) }
          self.notify(
            .warning(.stateNotEncodable(store: name, turn: sequence, reason: CodingReason.text(error))))
        }
      }
      if states.isEmpty { return }
      let entry = JournalEntry.snapshot(PendingSnapshot(sequence: sequence, time: time, states: states))
      let demand = self.backlog.withLock { $0.add(entry, isExtra: true) }
      if demand != .refused { self.run(on: self.queue) { self.drain() } }
    }
  }

  /// Waits until the snapshots begun so far are encoded.
  func finishEncoding() async {
    await withCheckedContinuation { continuation in run(on: encoding) { continuation.resume() } }
  }

  /// Resumes recording after a gap.
  func resume(_ resumption: Resumption) {
    backlog.withLock { $0.resume(resumption) }
    run(on: queue) {
      self.isStuck = false
      self.drain()
    }
  }

  /// Runs a closure with exclusive access to the database.
  func withStorage<Result>(
    _ body: (JournalStorage) throws(JournalError) -> sending Result
  ) throws(JournalError) -> Result {
    let result = queue.sync { () -> Swift.Result<Result, JournalError> in
      do throws(JournalError) { return .success(try body(storage)) } catch { return .failure(error) }
    }
    return try result.get()
  }

  /// Writes the waiting entries and closes the file.
  ///
  /// - Returns: The reason why something could not be written; nil when all was.
  func close() -> JournalError? {
    ProcessEnd.remove(self)
    encoding.sync {}
    return wait {
      if status == .closed { return nil }
      drain(forAtMost: 5)
      let problem = problem
      let left = backlog.withLock { backlog in
        backlog.close()
        return backlog.drop()
      }
      refuse(left, .closed(path: path))
      let lost = storage.close()
      return problem ?? lost
    }
  }

  // MARK: Removing turns

  /// Removes turns that the policy does not keep, step by step, between batches.
  func tidy() {
    if policy.retention == .everything { return }
    run(on: queue) {
      if self.isTidying { return }
      self.isTidying = true
      self.tidyOn()
    }
  }

  private func tidyOn() {
    var isMore = false
    do throws(JournalError) {
      // Nothing is removed while turns cannot be written; the next snapshot starts the removal again.
      isMore = status == .writing ? try storage.compactStep(policy.retention) : false
    } catch { notify(.warning(error)) }
    isTidying = isMore
    // At the end of the queue, so that a turn waits for at most one step.
    if isMore { run(on: queue) { self.tidyOn() } }
  }

  /// Removes some surplus turns between batches; returns false when none are left.
  func compactStep(_ retention: RetentionPolicy) async throws(JournalError) -> Bool {
    let result = await withCheckedContinuation { continuation in
      run(on: queue) {
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

  /// Writes what waits, and tries again for some seconds while another process holds the database.
  private func drain(forAtMost seconds: Double) {
    drain()
    let end = DispatchTime.now() + seconds
    while case .database(_, _, _, let code)? = problem, DatabaseReason.isBusy(code),
      DispatchTime.now() < end
    {
      _ = DispatchSemaphore(value: 0).wait(timeout: .now() + 0.02)
      drain()
    }
  }

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
    change { $0.recovered() }
    if case .stopped(let error, _) = status, !isStuck, !error.isFinal { notify(.mayResume) }
  }

  /// Writes one batch; returns false when writing is not possible now.
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
      change { $0.failed(rest, error) }
      if !isRetrying {
        isRetrying = true
        drain(after: max(interval, .milliseconds(500))) { $0.isRetrying = false }
      }
      return false
    }
    rest = rest.dropFirst(outcome.written)
    if backlog.withLock({ $0.written(outcome.written) }) { room.signal() }
    bytes.withLock { $0 += outcome.bytes }
    if let warning = outcome.warning { notify(.warning(warning)) }
    for (permit, answer) in outcome.permits { permit.answer(answer) }
    if outcome.hasSnapshot { tidy() }
    guard let flaw = outcome.flaw else { return true }
    // Later entries cannot be replayed without this one.
    if case .resumption = rest.first { isStuck = true }
    giveUp(rest, flaw.error, from: flaw.sequence)
    rest = []
    return true
  }

  /// Stops before an entry that cannot be written, and drops all waiting entries.
  private func giveUp(_ rest: ArraySlice<JournalEntry>, _ error: JournalError, from sequence: UInt64? = nil) {
    // Under one lock, so that no entry is added in between.
    let (isNews, status, left) = backlog.withLock {
      ($0.stop(error, from: sequence ?? rest.first?.sequence ?? 0), $0.status, $0.drop(rest))
    }
    room.signal()
    if isNews { notify(.status(status)) }
    refuse(left, error)
  }

  /// Changes the backlog, and reports its status if the change returns true.
  private func change(_ body: (inout JournalBacklog) -> Bool) {
    let (isNews, status) = backlog.withLock { (body(&$0), $0.status) }
    if isNews { notify(.status(status)) }
  }

  private func refuse(_ entries: [JournalEntry], _ error: JournalError) {
    for entry in entries {
      for change in entry.tasks { change.refuse(error) }
    }
  }
}

/// A batch of turns that is not full yet is written when the process ends normally.
extension JournalWriter: SavedAtEnd {
  static var savingCall: String { "flush()" }

  var isUnsaved: Bool { !isInMemory && waitingCount > 0 }

  func saveAtEnd() -> (any Error)? {
    wait {
      drain(forAtMost: 0.9 * ProcessEnd.patience)
      return problem ?? keepFiles()
    }
  }

  func error(because reason: String) -> any Error {
    JournalError.file(path: path, reason: reason)
  }
}
