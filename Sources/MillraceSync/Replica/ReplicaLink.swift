import Millrace
import MillraceSupport

/// The way from a replica to its log and back: carries out requests one after another, and follows the log.
///
/// Answers reach the replica at its flow's home. A link that has ended delivers nothing more.
final class ReplicaLink: Sendable {
  private enum Work: Sendable {
    case request(ReplicaMachine.Request)
    case keep(LogSnapshot, keeping: Int)
  }

  private let work: AsyncStream<Work>.Continuation
  private struct Tasks {
    var main: Task<Void, Never>?
    var follower: Task<Void, Never>?
    var retry: Task<Void, Never>?
  }

  private let tasks = Locked(Tasks())
  private let log: any SharedLog
  private let clock: any Clock<Duration>
  private let home: ReplicaHome
  private let delays: Locked<(retry: ReconnectDelays, follow: ReconnectDelays)>

  init(
    _ log: any SharedLog, number: UInt64, keeper: ReplicaKeeper?, clock: any Clock<Duration>,
    options: ReplicaOptions,
    home: ReplicaHome
  ) {
    self.log = log
    self.clock = clock
    self.home = home
    let first = ReconnectDelays(first: options.firstRetry, longest: options.longestRetry)
    delays = Locked((first, first))
    let (stream, work) = AsyncStream<Work>.makeStream()
    self.work = work
    let main = Task.detached { [log, home] in
      for await work in stream {
        switch work {
        case .request(let request):
          // The log gets only what the file has, so that no number is given twice.
          if case .append = request, await keeper?.flush() != nil {
            home.run { $0.answered(.unkept, link: number) }
            continue
          }
          let answer = await Self.perform(request, log)
          if Task.isCancelled { return }
          home.run { $0.answered(answer, link: number) }
        case .keep(let snapshot, let count):
          do throws(SharedLogError) {
            try await log.keep(snapshot, keeping: count)
            home.run { $0.kept(snapshot.position, nil) }
          } catch {
            if Task.isCancelled { return }
            home.run { $0.kept(snapshot.position, error) }
          }
        }
      }
    }
    tasks.withLock { $0.main = main }
  }

  deinit { end() }

  /// Ends all work; what is in progress is cancelled.
  func end() {
    work.finish()
    let ended = tasks.withLock { tasks in
      defer { tasks = Tasks() }
      return [tasks.main, tasks.follower, tasks.retry]
    }
    for task in ended { task?.cancel() }
  }

  /// An answer of the log.
  enum Answer: Sendable {
    case snapshot(LogSnapshot?)
    case page(LogPage)
    case failure(SharedLogError)
    /// The log was not asked, because the replica's file could not be written.
    case unkept
  }

  private static func perform(_ request: ReplicaMachine.Request, _ log: any SharedLog) async -> Answer {
    do throws(SharedLogError) {
      return switch request {
      case .snapshot: .snapshot(try await log.snapshot())
      case .append(let entries, let position): .page(try await log.append(entries, after: position))
      case .read(let position): .page(try await log.read(after: position, limit: .max))
      }
    } catch {
      return .failure(error)
    }
  }

  func perform(_ request: ReplicaMachine.Request) { work.yield(.request(request)) }
  func keep(_ snapshot: LogSnapshot, keeping count: Int) { work.yield(.keep(snapshot, keeping: count)) }

  /// Notes that the log has answered.
  func succeeded() { delays.withLock { $0.retry.succeeded() } }

  /// Tells the replica when it is time for another attempt.
  func retryLater() {
    let delay = delays.withLock { $0.retry.failed() }
    let task = Task.detached { [clock, home] in
      guard (try? await clock.sleep(for: delay.bounded)) != nil else { return }
      home.run { $0.retryIsDue() }
    }
    tasks.withLock { tasks in
      tasks.retry?.cancel()
      tasks.retry = task
    }
  }

  /// Tells the replica when the log has an entry after a position, in place of an earlier wait.
  func follow(after position: UInt64) {
    let task = Task.detached { [log, clock, home, delays] in
      do throws(SharedLogError) {
        try await log.waitForEntries(after: position)
        delays.withLock { $0.follow.succeeded() }
      } catch {
        if Task.isCancelled { return }
        // The next request says what is wrong; a log that cannot be followed is read from time to time.
        let delay = delays.withLock { $0.follow.failed() }
        guard (try? await clock.sleep(for: delay.bounded)) != nil else { return }
      }
      if Task.isCancelled { return }
      home.run { $0.news(after: position) }
    }
    tasks.withLock { tasks in
      tasks.follower?.cancel()
      tasks.follower = task
    }
  }
}

/// The way from other threads to a replica at its flow's home.
final class ReplicaHome: @unchecked Sendable {
  // Sound: the replica is set once, before another thread has this object, and is read at home; a weak
  // reference may be read while its object ends.
  private weak var replica: Replica?

  private let queue: HomeQueue

  init(_ queue: HomeQueue) { self.queue = queue }

  /// True while nothing would run what is posted here.
  var isHomeless: Bool { queue.isHomeless }

  /// Sets the replica; called once, by its initialiser.
  func connect(to replica: Replica) { self.replica = replica }

  /// Calls `body` at home between two turns, once the states are those of the present.
  func run(_ body: @escaping @Sendable (Replica) -> Void) {
    queue.post { [self] in
      guard let replica else { return }
      let flow = replica.flow
      if flow.isInTurn || flow.isLent {
        run(body)
      } else if flow.isRefusing {
        flow.whenPresent { [self] in run(body) }
      } else {
        body(replica)
      }
    }
  }
}
