import Millrace

extension Journal {
  // MARK: Fate

  /// The state of the recording.
  public var status: JournalStatus { isStarted ? writer.status : .preparing }

  /// The number of turns and events that are not on disk yet.
  public var waitingCount: Int { writer.waitingCount }

  /// Waits until everything that has happened so far is on disk.
  ///
  /// - Throws: The reason why it cannot be written; the journal tries again later in any case.
  public func flush(isolation: isolated (any Actor)? = #isolation) async throws(JournalError) {
    try checkStarted("waiting for the disk")
    try await writer.flush()
  }

  /// Begins a snapshot of the current states, independent of the policy.
  ///
  /// The states are copied now, and encoded and written on another thread; ``flushSnapshots(isolation:)``
  /// waits for it.
  public func snapshot() throws(JournalError) {
    try checkStarted("a snapshot")
    if writer.status == .closed { throw .closed(path: path) }
    if case .stopped(let error, _) = writer.status, error.isFinal { throw error }
    keepStates()
  }

  /// Removes turns that need not be kept, and returns their space to the system, while the journal records.
  ///
  /// It takes a snapshot first, so that `.turns(atLeast: 0)` can remove all turns up to now. It works as a
  /// ``RetentionPolicy`` that is given at the start: in small steps between batches, each in a transaction of
  /// its own. A turn waits for at most one step. If the task is cancelled or the program ends, the journal is
  /// intact, and the next compaction continues.
  ///
  /// Readers may read meanwhile. A reader that reaches a removed turn throws
  /// ``JournalError/removed(_:first:)``. A file of an older form cannot shrink this way: new turns reuse its
  /// free space, and ``JournalCompaction`` shrinks it once.
  ///
  /// O(n) for n removed turns.
  ///
  /// - Parameters:
  ///   - retention: The part of the history that is kept.
  ///   - isolation: The caller's isolation; leave it at its default.
  /// - Throws: ``JournalError`` when something cannot be written; turns removed before stay removed.
  public func compact(
    keeping retention: RetentionPolicy, isolation: isolated (any Actor)? = #isolation
  ) async throws(JournalError) {
    try checkStarted("removing turns")
    if retention == .everything { return }
    try snapshot()
    try await flushSnapshots()
    while !Task.isCancelled, try await writer.compactStep(retention) {}
  }

  /// Waits until the snapshots begun so far are on disk.
  public func flushSnapshots(isolation: isolated (any Actor)? = #isolation) async throws(JournalError) {
    try checkStarted("waiting for snapshots")
    await writer.finishEncoding()
    try await writer.flush()
  }

  /// Resumes a stopped journal (``JournalStatus/stopped(_:from:)``) with a snapshot of the current states.
  ///
  /// A stopped journal resumes by itself when it can write again; this method tries at once.
  ///
  /// - Throws: The reason why it still cannot be written; ``JournalError/superseded(path:by:)`` when it never
  ///   can again.
  public func resume(isolation: isolated (any Actor)? = #isolation) async throws(JournalError) {
    try checkStarted("going on")
    guard case .stopped = writer.status else { return }
    // Earlier entries come first. The error is the reason of the stop, even when all of them are written.
    try? await writer.flush()
    if writer.waitingCount > 0, case .stopped(let error, _) = writer.status { throw error }
    resumeWriting()
    try await writer.flush()
  }

  /// Writes the waiting turns and closes the file; the journal records nothing more.
  ///
  /// Durable effects that run go on, and run again at the next start. ``close(within:isolation:)`` waits for
  /// them. While another connection holds the database, this waits for at most 5 seconds.
  ///
  /// - Throws: The reason why something could not be written.
  public func close(isolation: isolated (any Actor)? = #isolation) throws(JournalError) {
    if isStarting { throw .starting(path: path, what: "closing it") }
    token?.cancel()
    if writer.status != .closed { lostSteps = laterSteps }
    // From now on no journal would answer the effects' requests for permission.
    for durable in durables { durable.forget(flow.identity, closed: path) }
    let error = writer.close()
    statusHandler?(.closed)
    if let error { throw error }
  }

  func checkStarted(_ what: String) throws(JournalError) {
    if !isStarted { throw .notStarted(what: what) }
  }

  // MARK: Reading

  /// Opens a reader of the journal's file, while the journal records.
  ///
  /// - Throws: ``JournalError``, also for a journal in memory, which has no file.
  public func reader() throws(JournalError) -> JournalReader {
    if writer.isInMemory {
      throw .file(path: path, reason: "the journal is in memory, where no reader can find it")
    }
    return try JournalReader(at: path, file: writer.file)
  }
}
