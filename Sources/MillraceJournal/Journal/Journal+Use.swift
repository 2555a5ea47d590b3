import Millrace

extension Journal {
  // MARK: Fate

  /// How it fares.
  public var status: JournalStatus { isStarted ? writer.status : .preparing }

  /// How many turns and events are not on disk yet.
  public var waitingCount: Int { writer.waitingCount }

  /// Waits until everything that has happened so far is on disk.
  ///
  /// - Throws: Why it cannot be written; it is tried again later all the same.
  public func flush(isolation: isolated (any Actor)? = #isolation) async throws(JournalError) {
    try checkStarted("waiting for the disk")
    try await writer.flush()
  }

  /// Has the states of now written down, whatever the policy says.
  ///
  /// They are copied at once, and encoded and written elsewhere; ``flushSnapshots(isolation:)`` waits for that.
  public func snapshot() throws(JournalError) {
    try checkStarted("a snapshot")
    if writer.status == .closed { throw .closed(path: path) }
    if case .stopped(let error, _) = writer.status, error.isFinal { throw error }
    keepStates()
  }

  /// Removes turns that need not be kept, and gives their room back to the system, while the journal is written.
  ///
  /// A snapshot is taken first, so that with `.turns(atLeast: 0)` all turns up to now may go. It is done as by a
  /// ``RetentionPolicy`` given at the start: in small steps between batches, each a transaction of its own, for any of
  /// which a turn waits at most. When its task is cancelled, or the program ends, the journal is sound, and the next
  /// compaction goes on from there.
  ///
  /// Readers may read meanwhile; one that comes to turns that were removed after it began is told by
  /// ``JournalError/removed(_:first:)``. In files made before journals could give back room, what is removed is used again
  /// for new turns, and ``JournalCompaction`` shrinks them once.
  ///
  /// O(n) for n turns that are removed.
  ///
  /// - Parameters:
  ///   - retention: What is kept.
  ///   - isolation: The caller's; leave it as it is.
  /// - Throws: ``JournalError``, when something cannot be written; what was removed before stays removed.
  public func compact(
    keeping retention: RetentionPolicy, isolation: isolated (any Actor)? = #isolation
  ) async throws(JournalError) {
    try checkStarted("removing turns")
    if retention == .everything { return }
    try snapshot()
    try await flushSnapshots()
    while !Task.isCancelled, try await writer.compactStep(retention) {}
  }

  /// Waits until the snapshots that were begun are on disk.
  public func flushSnapshots(isolation: isolated (any Actor)? = #isolation) async throws(JournalError) {
    try checkStarted("waiting for snapshots")
    await writer.finishEncoding()
    try await writer.flush()
  }

  /// Goes on after the journal has stopped (``JournalStatus/stopped(_:from:)``), with a snapshot of the states of now.
  ///
  /// It does so by itself as soon as it can write again; this is for not waiting.
  ///
  /// - Throws: Why it still cannot be written; ``JournalError/superseded(path:by:)`` when it never can again.
  public func resume(isolation: isolated (any Actor)? = #isolation) async throws(JournalError) {
    try checkStarted("going on")
    guard case .stopped = writer.status else { return }
    // What was taken before comes first. What this throws is why it has stopped, also when all is written.
    try? await writer.flush()
    if writer.waitingCount > 0, case .stopped(let error, _) = writer.status { throw error }
    resumeWriting()
    try await writer.flush()
  }

  /// Writes what waits and lets the file go; nothing is kept any more.
  ///
  /// - Throws: Why not everything could be written.
  public func close(isolation: isolated (any Actor)? = #isolation) throws(JournalError) {
    if isStarting { throw .starting(path: path, what: "closing it") }
    token?.cancel()
    // From now on nobody would answer them.
    for durable in durables { durable.forget(flow.identity) }
    let error = writer.close()
    statusHandler?(.closed)
    if let error { throw error }
  }

  func checkStarted(_ what: String) throws(JournalError) {
    if !isStarted { throw .notStarted(what: what) }
  }

  // MARK: Looking

  /// Reads the journal as anybody would, while it is written.
  ///
  /// - Throws: ``JournalError``, also for a journal in memory, which nobody else can read.
  public func reader() throws(JournalError) -> JournalReader {
    if writer.isInMemory {
      throw .file(path: path, reason: "the journal is in memory, where no reader can find it")
    }
    return try JournalReader(at: path)
  }
}
