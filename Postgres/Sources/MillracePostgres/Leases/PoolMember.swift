import Foundation
public import MillraceSync
import Synchronization

/// A member of a pool: a process that holds leases on some of the pool's logs.
///
/// ```swift
/// let member = try await database.join(pool: "carts", as: "10.0.0.7:8080")
/// let lease = try await member.lease(of: "cart/7")
/// _ = try await lease.log.append(entries, after: position)
/// ```
///
/// A member renews its membership by itself, with one query each third of its duration, whatever the number
/// of logs. It claims logs of the pool that no member holds, up to its share: the number of logs by that of
/// members, rounded up. When another member joins it is asked to give some back
/// (``LeaseChange/revoked(_:)``). Logs of a member that has left, or has not renewed in time, are taken by
/// the others. A member whose time has passed, as after a pause of its process, has lost all its leases, and
/// joins again by itself.
///
/// Time is compared on the server only; what lasts here is measured by this process's own clock, from before
/// the request that renewed it.
public final class PoolMember: Sendable {
  /// The name of the pool.
  public let pool: String
  /// The name of this member.
  public let name: String
  /// The time after which the leases end if the membership is not renewed.
  public let duration: Duration

  private struct Insides {
    var machine: LeaseMachine
    var leases: [ExactName: LogLease] = [:]
    var waiting: [ExactName: [Request<Result<LogLease, LeaseError>>]] = [:]
    var observers: [UInt64: AsyncStream<LeaseChange>.Continuation] = [:]
    var nextObserver: UInt64 = 0
    var tasks: [Task<Void, Never>] = []
    var timer: Task<Void, Never>?
    var leaving: [Request<Void>] = []
  }

  private let insides: Mutex<Insides>
  private let operations: LeaseOperations
  private let bell: AsyncStream<Void>.Continuation
  private var database: PostgresDatabase { operations.database }

  init(_ operations: LeaseOperations, machine: LeaseMachine) {
    self.operations = operations
    (pool, name, duration) = (operations.pool, operations.name, operations.duration)
    insides = Mutex(Insides(machine: machine))
    let (rings, bell) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    self.bell = bell
    let main = Task.detached { [weak self] in
      for await _ in rings {
        guard let self else { return }
        await work()
      }
    }
    let listener = database.listener
    let key = Notification.key(of: LeaseOperations.topic(of: operations.pool))
    let follower = Task.detached { [weak self, pool] in
      var (number, request) = listener.register(key)
      defer { listener.unregister(key, number) }
      while (try? await request.value(log: pool)) != nil {
        // The next wait begins before the look at the pool, so that nothing falls in between.
        listener.unregister(key, number)
        (number, request) = listener.register(key)
        guard let self else { return }
        change { $0.news() }
      }
    }
    insides.withLock { $0.tasks = [main, follower] }
    bell.yield()
  }

  deinit {
    bell.finish()
    insides.withLock { insides in
      for task in insides.tasks { task.cancel() }
      insides.timer?.cancel()
      for observer in insides.observers.values { observer.finish() }
    }
  }

  // MARK: Leases

  /// The leases that are held now, sorted by the bytes of the logs' names.
  public var leases: [LogLease] {
    change { _ in }
    return insides.withLock { insides in
      insides.leases.sorted { $0.key.bytes.lexicographicallyPrecedes($1.key.bytes) }.map(\.value)
    }
  }

  /// Returns the lease on a log, and takes it now if no member holds it.
  ///
  /// A log that does not exist is created.
  ///
  /// It may exceed this member's share; other logs then move to other members with the next renewal.
  ///
  /// - Parameter log: The name of the log.
  /// - Throws: ``LeaseError``, `heldElsewhere` with the name of the member that serves the log among them.
  public func lease(of log: String) async throws(LeaseError) -> LogLease {
    do throws(SharedLogError) { _ = try database.log(log) } catch { throw .log(error) }
    let name = ExactName(log)
    let request = Request<Result<LogLease, LeaseError>>()
    request.expire(after: database.timeout, log: log)
    let now = ContinuousClock.now
    let known = insides.withLock { insides -> Result<LogLease, LeaseError>? in
      if insides.machine.isLeaving { return .failure(.left(pool: pool)) }
      insides.machine.pass(now)
      if insides.machine.isReturning(name) { return .failure(.moving(log: log)) }
      if insides.machine.epoch(of: name, at: now) != nil, let lease = insides.leases[name] {
        return .success(lease)
      }
      insides.waiting[name, default: []].append(request)
      insides.machine.want(name)
      return nil
    }
    change { _ in }
    if let known { return try known.get() }
    let answer: Result<LogLease, LeaseError>
    do throws(SharedLogError) { answer = try await request.value(log: log) } catch { throw .log(error) }
    return try answer.get()
  }

  /// Adds logs to the pool, so that its members share them.
  ///
  /// Those that do not exist are created.
  ///
  /// - Parameter logs: The names of the logs.
  public func add(_ logs: [String]) async throws(LeaseError) {
    let problem: LeaseError?
    do throws(SharedLogError) {
      for log in logs { _ = try database.log(log) }
      problem = try await operations.add(logs)
    } catch { throw .log(error) }
    if let problem { throw problem }
  }

  /// Returns the leases that are held now, each as `gained`, followed by every change from now on.
  ///
  /// The sequence ends when the member has left. Changes that are not read yet are kept.
  public func changes() -> AsyncStream<LeaseChange> {
    let (stream, continuation) = AsyncStream<LeaseChange>.makeStream()
    let number = insides.withLock { insides -> UInt64? in
      for lease in insides.leases.values { continuation.yield(.gained(lease)) }
      if insides.machine.hasLeft { return nil }
      insides.nextObserver += 1
      insides.observers[insides.nextObserver] = continuation
      return insides.nextObserver
    }
    guard let number else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in
      _ = self?.insides.withLock { $0.observers.removeValue(forKey: number) }
    }
    return stream
  }

  /// Leaves the pool: all leases end at once, and other members can have the logs.
  ///
  /// It returns when the database knows, or the attempt has failed; then the logs are free when the time of
  /// the membership has passed.
  public func leave() async {
    let request = Request<Void>()
    let isOver = insides.withLock { insides in
      if insides.machine.hasLeft { return true }
      insides.machine.leave()
      insides.leaving.append(request)
      return false
    }
    change { _ in }
    if !isOver { try? await request.value(log: pool) }
  }

  // MARK: Calls of leases

  func holds(_ log: LeasedLog) -> Bool {
    insides.withLock { $0.machine.epoch(of: log.name, at: .now) == log.epoch }
  }

  func giveBack(_ log: LeasedLog) { change { $0.giveBack(log) } }
  func fenced(_ log: LeasedLog) { change { $0.fenced(log) } }

  // MARK: Work

  /// Changes the machine, tells of what came of it, and goes on with the work.
  private func change(_ body: (inout LeaseMachine) -> Void) {
    insides.withLock { insides in
      body(&insides.machine)
      insides.machine.pass(.now)
      tell(&insides)
    }
    bell.yield()
  }

  /// Carries out what is due, one operation after another, and sets the timer for what comes next.
  private func work() async {
    while true {
      let begun = ContinuousClock.now
      let next = insides.withLock { insides in
        let next = insides.machine.next(at: begun)
        tell(&insides)
        setTimer(&insides)
        return next
      }
      guard let next else { return }
      await perform(next, begun)
    }
  }

  private func perform(_ operation: LeaseMachine.Operation, _ begun: ContinuousClock.Instant) async {
    do throws(SharedLogError) {
      switch operation {
      case .join(let former):
        let member = try await operations.join(former: former)
        answered { $0.joined(member, begun: begun) }
      case .renew(let member, let known):
        let look = try await operations.renew(member, known: known)
        answered { $0.renewed(look, begun: begun) }
      case .claim(let member, let limit):
        let logs = try await operations.claim(member, limit: limit)
        answered { $0.claimed(logs) }
      case .take(let member, let names):
        took(try await operations.take(member, names))
      case .release(let member, let logs):
        let released = try await operations.release(member, logs)
        answered { $0.released(released) }
      case .leave(let member):
        try await operations.leave(member)
        answered { $0.left() }
      }
    } catch {
      failed(operation, error)
    }
  }

  private func answered(_ body: (inout LeaseMachine) -> Void) {
    insides.withLock { insides in
      body(&insides.machine)
      insides.machine.pass(.now)
      tell(&insides)
    }
  }

  private func took(_ answers: [LeaseOperations.Taking]?) {
    answered { machine in
      machine.took(answers?.compactMap { if case .held(let log) = $0 { log } else { nil } })
    }
    for case .refused(let name, let error) in answers ?? [] { answer(name, .failure(error)) }
    for case .held(let log) in answers ?? [] {
      // Nil for a log that is on its way back, or whose membership has ended meanwhile.
      let lease = insides.withLock { $0.leases[log.name] }
      answer(log.name, lease.map { .success($0) } ?? .failure(.moving(log: log.name.text)))
    }
  }

  private func failed(_ operation: LeaseMachine.Operation, _ error: SharedLogError) {
    answered { machine in
      machine.failed(at: .now)
      if case .take(_, let names) = operation { for name in names { machine.unwant(name) } }
    }
    if case .take(_, let names) = operation {
      for name in names { answer(name, .failure(.log(error))) }
    }
  }

  private func answer(_ name: ExactName, _ result: Result<LogLease, LeaseError>) {
    let waiting = insides.withLock { $0.waiting.removeValue(forKey: name) ?? [] }
    for request in waiting { request.answer(.success(result)) }
  }

  /// Tells observers and waiting callers of the changes, in their order.
  private func tell(_ insides: inout Insides) {
    for change in insides.machine.takeChanges() {
      switch change {
      case .gained(let log):
        // A name that is no text can only be written by hand, and is not served.
        guard Array(log.name.text.utf8) == log.name.bytes,
          let handle = try? database.log(log.name.text, epoch: log.epoch)
        else { continue }
        let lease = LogLease(handle, log, member: self)
        insides.leases[log.name] = lease
        yield(.gained(lease), insides)
      case .revoked(let log):
        if let lease = insides.leases[log.name] { yield(.revoked(lease), insides) }
      case .ended(let log):
        guard let lease = insides.leases[log.name], lease.epoch == log.epoch else { continue }
        insides.leases[log.name] = nil
        yield(.ended(lease), insides)
      }
    }
    if insides.machine.isLeaving {
      for (_, requests) in insides.waiting {
        for request in requests { request.answer(.success(.failure(.left(pool: pool)))) }
      }
      insides.waiting = [:]
    }
    if insides.machine.hasLeft {
      for observer in insides.observers.values {
        // It would take the lock again.
        observer.onTermination = nil
        observer.finish()
      }
      insides.observers = [:]
      for request in insides.leaving { request.answer(.success(())) }
      insides.leaving = []
      for task in insides.tasks { task.cancel() }
      insides.timer?.cancel()
    }
  }

  private func yield(_ change: LeaseChange, _ insides: Insides) {
    for observer in insides.observers.values { observer.yield(change) }
  }

  /// Sets a timer that looks at the clock also while an operation is in progress.
  private func setTimer(_ insides: inout Insides) {
    insides.timer?.cancel()
    insides.timer = insides.machine.wake.map { wake in
      Task.detached { [weak self] in
        guard (try? await Task.sleep(until: wake, clock: .continuous)) != nil else { return }
        self?.change { _ in }
      }
    }
  }
}

extension PostgresDatabase {
  /// Joins a pool, and returns when this process is a member.
  ///
  /// Leases come one after another; ``PoolMember/changes()`` tells of each.
  ///
  /// - Parameters:
  ///   - pool: The name of the pool.
  ///   - name: The name of the member, for example the address by which others reach this process. Two
  ///     members may have the same.
  ///   - duration: The time after which leases end if they are not renewed: 15 seconds, at least 300
  ///     milliseconds. A shorter one moves the logs of a dead process earlier, and lets a busy one lose its
  ///     leases sooner.
  /// - Throws: `malformed` for a name that is empty, longer than 255 bytes, or contains NUL; and others.
  public func join(
    pool: String, as name: String, for duration: Duration = .seconds(15)
  ) async throws(SharedLogError) -> PoolMember {
    for text in [pool, name] where text.utf8.isEmpty || text.utf8.count > 255 || text.utf8.contains(0) {
      throw .malformed(log: nil, reason: "the name of a pool or a member has 1 to 255 bytes and no NUL")
    }
    let operations = LeaseOperations(
      database: self, pool: pool, name: name, duration: max(duration, .milliseconds(300)))
    let begun = ContinuousClock.now
    var machine = LeaseMachine(duration: operations.duration, now: begun)
    _ = machine.next(at: begun)
    machine.joined(try await operations.join(former: nil), begun: begun)
    return PoolMember(operations, machine: machine)
  }
}
