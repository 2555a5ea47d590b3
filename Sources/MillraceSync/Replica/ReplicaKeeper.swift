import Millrace
import MillraceSupport

/// The queue of a replica's changes on their way to its file, in their order.
///
/// While the file cannot be written, the changes wait in memory, and are tried again from time to time.
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

  fileprivate enum Work: Sendable {
    case change(Change)
    case wait(@Sendable () async -> Void)
    case barrier(CheckedContinuation<SharedLogError?, Never>)
    case retry
  }

  private let file: ReplicaFile
  private let work: AsyncStream<Work>.Continuation
  private let task: Task<SharedLogError?, Never>

  /// - Parameters:
  ///   - file: The open file.
  ///   - clock: The clock of the times between attempts.
  ///   - options: The settings with those times.
  ///   - home: The way to the replica, which learns when the file fails and when it has everything again.
  init(_ file: ReplicaFile, clock: any Clock<Duration>, options: ReplicaOptions, home: ReplicaHome) {
    self.file = file
    let (stream, work) = AsyncStream<Work>.makeStream()
    self.work = work
    let delays = ReconnectDelays(first: options.firstRetry, longest: options.longestRetry)
    task = Task.detached {
      var writing = ReplicaWriting(file: file, home: home, clock: clock, delays: delays, queue: work)
      for await piece in stream { await writing.take(piece) }
      return await writing.finish()
    }
  }

  deinit { work.finish() }

  func keep(_ change: Change) { work.yield(.change(change)) }

  /// Writes the changes that follow only when a function has returned.
  func keepBehind(_ wait: @escaping @Sendable () async -> Void) { work.yield(.wait(wait)) }

  /// Tries again now, if the file could not be written.
  func retry() { work.yield(.retry) }

  /// Returns when all changes so far are in the file, or with the error of an attempt that has just failed.
  func flush() async -> SharedLogError? {
    await withCheckedContinuation { continuation in
      if case .enqueued = work.yield(.barrier(continuation)) { return }
      continuation.resume(returning: .closed(log: file.log))
    }
  }

  /// Writes what waits, and closes the file.
  ///
  /// - Returns: The reason why the file does not have everything; nil if it has.
  func close() async -> SharedLogError? {
    work.finish()
    let failure = await task.value
    await file.close()
    return failure
  }
}

/// The writing of a replica's changes, by one task.
private struct ReplicaWriting {
  let file: ReplicaFile
  let home: ReplicaHome
  let clock: any Clock<Duration>
  var delays: ReconnectDelays
  let queue: AsyncStream<ReplicaKeeper.Work>.Continuation
  /// The changes that are not in the file: none, unless the first of them has failed.
  private var waiting: [ReplicaKeeper.Work] = []
  /// The error of the last attempt; nil when the file has everything.
  private var failure: SharedLogError?
  private var timer: Task<Void, Never>?

  init(
    file: ReplicaFile, home: ReplicaHome, clock: any Clock<Duration>, delays: ReconnectDelays,
    queue: AsyncStream<ReplicaKeeper.Work>.Continuation
  ) {
    self.file = file
    self.home = home
    self.clock = clock
    self.delays = delays
    self.queue = queue
  }

  mutating func take(_ work: ReplicaKeeper.Work) async {
    switch work {
    case .change, .wait:
      waiting.append(work)
      if failure == nil { await write() }
    case .barrier(let continuation):
      if failure != nil { await write() }
      continuation.resume(returning: failure)
    case .retry: if failure != nil { await write() }
    }
  }

  /// Writes what waits a last time, and returns the error if that fails.
  mutating func finish() async -> SharedLogError? {
    if failure != nil { await write() }
    timer?.cancel()
    return failure
  }

  private mutating func write() async {
    var count = 0
    do throws(SharedLogError) {
      while count < waiting.count {
        switch waiting[count] {
        case .change(let change): try await Self.carryOut(change, file)
        case .wait(let wait): await wait()
        case .barrier, .retry: break
        }
        count += 1
      }
      waiting.removeAll(keepingCapacity: failure == nil)
      if failure == nil { return }
      failure = nil
      delays.succeeded()
      timer?.cancel()
      home.run { $0.fileRecovered() }
    } catch {
      waiting.removeFirst(count)
      if failure != error { home.run { $0.fileFailed(error) } }
      failure = error
      retryLater()
    }
  }

  private mutating func retryLater() {
    timer?.cancel()
    let delay = delays.failed()
    timer = Task.detached { [clock, queue] in
      guard (try? await clock.sleep(for: delay.bounded)) != nil else { return }
      queue.yield(.retry)
    }
  }

  private static func carryOut(
    _ change: ReplicaKeeper.Change, _ file: ReplicaFile
  ) async throws(SharedLogError) {
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
