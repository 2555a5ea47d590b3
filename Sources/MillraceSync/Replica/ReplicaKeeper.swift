/// The queue of a replica's changes on their way to its file, in their order.
final class ReplicaKeeper: Sendable {
  /// A change of the file.
  enum Change: Sendable {
    case pending(LogEntry)
    case allPending([LogEntry])
    case sent(upTo: UInt64)
    case confirmed([LogEntry], after: UInt64, removingPendingUpTo: UInt64?)
    case snapshot(LogSnapshot)
    case reset
  }

  private enum Work: Sendable {
    case change(Change)
    case barrier(CheckedContinuation<SharedLogError?, Never>)
    case wait(@Sendable () async -> Void)
  }

  private let file: ReplicaFile
  private let work: AsyncStream<Work>.Continuation
  private let task: Task<Void, Never>

  init(_ file: ReplicaFile, home: ReplicaHome) {
    self.file = file
    let (stream, work) = AsyncStream<Work>.makeStream()
    self.work = work
    task = Task.detached {
      // After a failure nothing more is written: the file would miss what comes before.
      var failure: SharedLogError?
      for await work in stream {
        switch work {
        case .barrier(let continuation): continuation.resume(returning: failure)
        case .wait(let wait): await wait()
        case .change(let change):
          if failure != nil { continue }
          do throws(SharedLogError) {
            try await Self.carryOut(change, file)
          } catch {
            failure = error
            home.run { $0.fileFailed(error) }
          }
        }
      }
    }
  }

  deinit { work.finish() }

  func keep(_ change: Change) { work.yield(.change(change)) }

  /// Writes the changes that follow only when a function has returned.
  func keepBehind(_ wait: @escaping @Sendable () async -> Void) { work.yield(.wait(wait)) }

  /// Returns when all changes so far are in the file, with the error that has stopped it.
  func flush() async -> SharedLogError? {
    await withCheckedContinuation { continuation in
      if case .enqueued = work.yield(.barrier(continuation)) { return }
      continuation.resume(returning: .closed(log: file.log))
    }
  }

  /// Writes what waits, and closes the file.
  func close() async {
    work.finish()
    await task.value
    await file.close()
  }

  private static func carryOut(_ change: Change, _ file: ReplicaFile) async throws(SharedLogError) {
    switch change {
    case .pending(let entry): try await file.save(pending: [entry])
    case .allPending(let entries): try await file.replacePending(entries)
    case .sent(let number): try await file.noteSent(upTo: number)
    case .confirmed(let entries, let position, let number):
      try await file.confirm(entries, from: position, removingPendingUpTo: number)
    case .snapshot(let snapshot): try await file.keep(snapshot)
    case .reset: try await file.reset()
    }
  }
}
