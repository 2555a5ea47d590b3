/// A name compared by its bytes, as the database does.
struct ExactName: Hashable, Sendable {
  let bytes: [UInt8]
  var text: String { String(decoding: bytes, as: UTF8.self) }

  init(_ text: String) { bytes = Array(text.utf8) }
  init(bytes: [UInt8]) { self.bytes = bytes }
}

/// A log with the epoch of one lease on it.
struct LeasedLog: Hashable, Sendable {
  let name: ExactName
  let epoch: Int64
}

/// The decisions of a member of a pool: when to join, renew and give up, what to claim and what to give back.
///
/// One operation is in progress at most. Instants are of this process's clock, and are compared with each
/// other only: a membership counts as ended one duration after the request that renewed it was begun, less a
/// 32nd for clocks that run apart, so always before the server ends it.
struct LeaseMachine: Sendable {
  typealias Instant = ContinuousClock.Instant

  enum Operation: Hashable, Sendable {
    /// Become a member; the former membership, if any, is ended with it.
    case join(former: Int64?)
    case renew(member: Int64, known: Int)
    case claim(member: Int64, limit: Int)
    case take(member: Int64, names: [ExactName])
    case release(member: Int64, logs: [LeasedLog])
    case leave(member: Int64)
  }

  /// The numbers of the pool, behind a renewal.
  struct Look: Hashable, Sendable {
    var logs: Int
    var members: Int
    var free: Int
    /// The logs that the database says are held here; nil if their number is the known one.
    var list: [LeasedLog]?
  }

  enum Change: Hashable, Sendable {
    case gained(LeasedLog)
    /// Another member should have the log; the lease lasts until it is given back.
    case revoked(LeasedLog)
    case ended(LeasedLog)
  }

  private struct Lease {
    let epoch: Int64
    let order: UInt64
    /// The number of renewals since the lease was revoked; nil for one that is not.
    var revokedFor: Int?
  }

  /// The number of renewals after which a revoked lease is given back in any case.
  static let patience = 2

  let duration: Duration
  private var interval: Duration { duration / 3 }
  private var lasting: Duration { duration - duration / 32 }

  private(set) var member: Int64?
  /// The instant from which the membership counts as ended.
  private(set) var expiry: Instant
  private var former: Int64?
  private var leases: [ExactName: Lease] = [:]
  /// Leases that have ended here and are still this member's in the database.
  private var returning: [ExactName: Int64] = [:]
  private var wanted: [ExactName] = []
  private var claims = 0
  private var nextRenewal: Instant
  private var isNews = false
  private var retry: Instant?
  /// The instant before which nothing is given back, after a log was locked.
  private var releaseDue: Instant?
  private var failures = 0
  private var order: UInt64 = 0
  private(set) var outstanding: Operation?
  private(set) var isLeaving = false
  private var changes: [Change] = []

  init(duration: Duration, now: Instant) {
    self.duration = duration
    expiry = now
    nextRenewal = now
  }

  /// True once the member has left and does nothing any more.
  var hasLeft: Bool { isLeaving && member == nil && outstanding == nil }
  var heldCount: Int { leases.count }

  /// Returns the epoch of the lease on a log that lasts at an instant; nil without one.
  func epoch(of name: ExactName, at now: Instant) -> Int64? {
    now < expiry ? leases[name]?.epoch : nil
  }

  func isReturning(_ name: ExactName) -> Bool { returning[name] != nil }

  /// Returns the changes of leases since the last call, in their order.
  mutating func takeChanges() -> [Change] {
    defer { changes = [] }
    return changes
  }

  // MARK: What to do next

  /// Returns the next operation, which is then in progress; nil if there is none before ``wake``.
  mutating func next(at now: Instant) -> Operation? {
    pass(now)
    guard outstanding == nil else { return nil }
    if let retry, now >= retry { self.retry = nil }
    outstanding = decide(now)
    // News that come while a renewal is on its way need another one.
    if case .renew = outstanding { isNews = false }
    return outstanding
  }

  private func decide(_ now: Instant) -> Operation? {
    if isLeaving { return member.map { .leave(member: $0) } }
    if retry != nil { return nil }
    guard let member else { return .join(former: former) }
    if isNews || now >= nextRenewal { return .renew(member: member, known: leases.count + returning.count) }
    if !returning.isEmpty, releaseDue.map({ now >= $0 }) ?? true {
      let logs = returning.map { LeasedLog(name: $0.key, epoch: $0.value) }
      return .release(member: member, logs: logs.sorted { $0.epoch < $1.epoch })
    }
    if !wanted.isEmpty { return .take(member: member, names: wanted) }
    if claims > 0 { return .claim(member: member, limit: claims) }
    return nil
  }

  /// The instant at which something may be due; nil when nothing will be.
  var wake: Instant? {
    if isLeaving { return nil }
    guard member != nil else { return retry }
    return outstanding == nil ? min(retry ?? nextRenewal, expiry) : expiry
  }

  /// Ends the leases if the membership may have ended.
  mutating func pass(_ now: Instant) {
    guard member != nil, now >= expiry else { return }
    lose()
  }

  private mutating func lose() {
    if !isLeaving { former = member }
    member = nil
    endAll()
    returning = [:]
    claims = 0
    isNews = false
  }

  private mutating func endAll() {
    for (name, lease) in leases.sorted(by: { $0.value.order < $1.value.order }) {
      changes.append(.ended(LeasedLog(name: name, epoch: lease.epoch)))
    }
    leases = [:]
  }

  // MARK: What happens here

  /// Asks for a log before others are claimed.
  mutating func want(_ name: ExactName) {
    if !wanted.contains(name) { wanted.append(name) }
  }

  mutating func unwant(_ name: ExactName) { wanted.removeAll { $0 == name } }

  /// Ends a lease, so that another member can have the log.
  mutating func giveBack(_ log: LeasedLog) {
    guard leases[log.name]?.epoch == log.epoch else { return }
    leases[log.name] = nil
    returning[log.name] = log.epoch
    changes.append(.ended(log))
  }

  /// Notes that a write with a lease was refused: the log has another epoch, whatever the clock says.
  mutating func fenced(_ log: LeasedLog) {
    guard leases[log.name]?.epoch == log.epoch else { return }
    leases[log.name] = nil
    changes.append(.ended(log))
    isNews = true
  }

  /// Notes that the pool may have changed.
  mutating func news() { isNews = true }

  mutating func leave() {
    isLeaving = true
    endAll()
    returning = [:]
    wanted = []
  }

  // MARK: Answers

  /// Handles an error of the operation in progress.
  mutating func failed(at now: Instant) {
    guard let operation = outstanding else { return }
    outstanding = nil
    // The row ends by itself when it is not renewed.
    if case .leave = operation { member = nil }
    if case .renew = operation { isNews = true }
    failures += 1
    let pause = min(Duration.milliseconds(50) * (1 << min(failures, 10)), interval)
    retry = now + pause
  }

  private mutating func succeeded() {
    outstanding = nil
    failures = 0
    retry = nil
  }

  mutating func joined(_ member: Int64, begun: Instant) {
    guard case .join = outstanding else { return }
    succeeded()
    self.member = member
    former = nil
    expiry = begun + lasting
    // Looks at the pool at once.
    nextRenewal = begun
  }

  /// Handles the answer to a renewal; nil if this is no member any more.
  mutating func renewed(_ look: Look?, begun: Instant) {
    guard case .renew(let asked, _) = outstanding else { return }
    succeeded()
    guard asked == member else { return }
    guard let look else {
      former = nil
      return loseWithoutFormer()
    }
    expiry = max(expiry, begun + lasting)
    nextRenewal = begun + interval
    if let list = look.list { reconcile(list) }
    share(look)
  }

  private mutating func loseWithoutFormer() {
    lose()
    former = nil
  }

  /// Takes over what the database says, after an answer was lost.
  private mutating func reconcile(_ list: [LeasedLog]) {
    var rest = leases
    for log in list where returning[log.name] != log.epoch {
      if rest.removeValue(forKey: log.name)?.epoch != log.epoch { gain(log) }
    }
    for (name, lease) in rest where leases[name]?.epoch == lease.epoch {
      leases[name] = nil
      changes.append(.ended(LeasedLog(name: name, epoch: lease.epoch)))
    }
    let held = Set(list)
    returning = returning.filter { held.contains(LeasedLog(name: $0.key, epoch: $0.value)) }
  }

  /// Decides what to claim and what to give back, so that no member has more than its share.
  private mutating func share(_ look: Look) {
    let members = max(look.members, 1)
    let share = (look.logs + members - 1) / members
    for (name, lease) in leases {
      guard let age = lease.revokedFor else { continue }
      leases[name]?.revokedFor = age + 1
      if age + 1 >= Self.patience { giveBack(LeasedLog(name: name, epoch: lease.epoch)) }
    }
    let kept = leases.filter { $0.value.revokedFor == nil }
    // The oldest first: those that were asked for lately are in use.
    let oldest = kept.sorted { $0.value.order < $1.value.order }.prefix(max(kept.count - share, 0))
    for (name, lease) in oldest {
      leases[name]?.revokedFor = 0
      changes.append(.revoked(LeasedLog(name: name, epoch: lease.epoch)))
    }
    claims = max(min(look.free, share - leases.count - returning.count), 0)
  }

  mutating func claimed(_ logs: [LeasedLog]) {
    guard case .claim(let asked, _) = outstanding else { return }
    succeeded()
    guard asked == member else { return }
    claims = 0
    for log in logs { gain(log) }
  }

  /// Handles the answer to a request for named logs: those that are held here now; nil if this is no member
  /// any more.
  mutating func took(_ logs: [LeasedLog]?) {
    guard case .take(let asked, let names) = outstanding else { return }
    succeeded()
    guard asked == member else { return }
    guard let logs else {
      // The names are asked for again by the next membership.
      isNews = true
      return
    }
    for name in names { unwant(name) }
    // One that is on its way back has ended here already.
    for log in logs where returning[log.name] != log.epoch { gain(log) }
  }

  mutating func released(_ names: [ExactName]) {
    guard case .release(let asked, let logs) = outstanding else { return }
    succeeded()
    guard asked == member else { return }
    let released = Set(names)
    for log in logs where released.contains(log.name) && returning[log.name] == log.epoch {
      returning[log.name] = nil
    }
    // The rest is locked by a write; the next renewal is soon enough. What was given back meanwhile is not
    // meant.
    releaseDue = logs.allSatisfy { released.contains($0.name) } ? nil : nextRenewal
  }

  mutating func left() {
    guard case .leave = outstanding else { return }
    succeeded()
    member = nil
  }

  private mutating func gain(_ log: LeasedLog) {
    if isLeaving || leases[log.name]?.epoch == log.epoch { return }
    if let old = leases[log.name] { changes.append(.ended(LeasedLog(name: log.name, epoch: old.epoch))) }
    order += 1
    leases[log.name] = Lease(epoch: log.epoch, order: order)
    changes.append(.gained(log))
  }
}
