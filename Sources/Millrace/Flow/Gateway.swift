public import Synchronization

/// The entrance of a flow for other threads: everything that comes from outside its home waits here, in
/// order.
///
/// One lock guards the order of everything posted to one flow. The messages themselves are stored, with their
/// types, in the mailboxes of the stores, under the same lock. The first post after a quiet time starts one
/// hop home, which takes everything collected by then.
@usableFromInline
final class Gateway: @unchecked Sendable {
  // Sound: what is marked "under the lock" is touched only between `lock.lock()` and `lock.unlock()`; `flow`
  // is set before the gateway is shared and read only at home; `isContinued` and `passLeft` are touched only
  // there; the rest never changes. The exclusivity checks are turned off because the lock already excludes.

  /// An item that waits, in the order of posting.
  enum Posted {
    /// This many messages, in the mailbox of this lane.
    case messages(lane: Int, count: Int)
    /// Any other notice for the home.
    case notice(Notice)
  }

  enum Notice {
    case error(FlowError)
    /// The store of this lane has ended.
    case retired(lane: Int)
    /// An observer, a gate or a tap has ended.
    ///
    /// Its reference is counted, and is released at home.
    case over(Unmanaged<Life>)
    /// The last reference to a held lock was released.
    case abandoned(name: String)
    /// A message of an effect or a subscription of the store of this lane, which had no home yet.
    case delivery(lane: Int, message: any Sendable, source: MessageSource)
    /// A message that was posted with the task locals and the priority of its poster.
    ///
    /// `send` is the number of the send; 0 if its sender does not wait.
    case inheriting(lane: Int, message: any Sendable, TaskContext, send: UInt64)
    /// The body of an effect or a subscription has returned.
    case ended(lane: Int, JobEnd)
    /// A timer of the store of this lane is due.
    case timer(lane: Int)
    /// The subscriptions of the first state of the store of this lane wait to begin.
    case beginning(lane: Int)
    /// Work for the home that is not a message.
    case homeWork(@Sendable () -> Void)

    /// True for a notice that leads to turns: a message, the end of an effect, a timer, a subscription.
    var isWork: Bool {
      switch self {
      case .delivery, .inheriting, .ended, .timer, .beginning: true
      case .error, .retired, .over, .abandoned, .homeWork: false
      }
    }
  }

  /// The calls to make once the lock is released.
  @usableFromInline
  struct Wake: Sendable {
    var home: (any Actor)?
    var waiters: [CheckedContinuation<Void, Never>] = []
    var onPost: (@Sendable () -> Void)?
    /// True if only the program itself could take what was posted, and no watch observes it yet.
    var isStranded = false
  }

  @usableFromInline let lock = PlatformLock()
  @usableFromInline let driver: any Driver
  /// True if the driver adds nothing to synchronous work, which then need not go through it.
  @usableFromInline let isLive: Bool
  let name: String

  /// True while something waits.
  ///
  /// Read at home before every turn, so it is an atomic beside the lock.
  @usableFromInline let attention = Atomic(false)

  /// The number of running bodies of effects, cancelled ones included; counted for a ``LiveDriver`` only.
  @usableFromInline let bodies = Atomic(0)
  /// The number of tasks that wait until no body runs.
  let bodyWaiters = Atomic(0)
  /// The number of passes that are over; written at home only.
  private let passes = Atomic(0)
  /// True if a test has replaced the environment that the flow was created with.
  private let hasReplacedEnvironment = Atomic(false)

  // Under the lock:
  private var posted: [Posted] = []
  /// The run of messages that grows at the end, not yet in `posted`; no messages if the lane is -1.
  @exclusivity(unchecked) @usableFromInline var openLane = -1
  @exclusivity(unchecked) @usableFromInline var openCount = 0
  /// True if the next post has to wake the home: the first after a quiet time.
  @exclusivity(unchecked) @usableFromInline var mustWake = true
  private var home: HomeReference?
  /// True if the flow has ended, or its home has before it, so that nothing can take what is posted.
  @exclusivity(unchecked) @usableFromInline var isAbandoned = false
  private var waiters: [CheckedContinuation<Void, Never>] = []
  private var hasEnded = false
  /// Work for the home, and releases, that came after the home had ended; the first one is running.
  private var orphans: [@Sendable () -> Void] = []
  private var wakings = 0
  /// The number of the latest posted message that its sender waits for.
  var lastPostedSend = WorkOrigin.firstPostedSend
  /// The numbers of the posted messages that were refused, or whose store has ended before their turns, while
  /// their senders wait.
  var lostSends: Set<UInt64> = []
  private var onPost: (@Sendable () -> Void)?
  private var stranded = StrandedWork()
  private var environment: StoreEnvironment?

  // At home only:
  weak var flow: Flow?
  /// True while a job that takes the rest of a long pass is on its way.
  private var isContinued = false
  /// The number of messages that passes may take until the home's other jobs have run.
  private var passLeft = Flow.passLimit

  init(name: String, driver: any Driver, home: (any Actor)?) {
    self.name = name
    self.driver = driver
    isLive = driver is LiveDriver
    self.home = home.map { HomeReference($0) }
  }

  deinit {
    abandon()
  }

  /// The environment that has replaced the one that the flow was created with; nil if none has.
  var replacedEnvironment: StoreEnvironment? {
    hasReplacedEnvironment.load(ordering: .acquiring) ? lock.withLock { environment } : nil
  }

  func replaceEnvironment(by environment: StoreEnvironment) {
    lock.withLock { self.environment = environment }
    hasReplacedEnvironment.store(true, ordering: .releasing)
  }

  /// Ends the gateway with its flow: what was posted is released, and nothing more is accepted.
  func abandon() {
    var dropped: [Posted] = []
    lock.withLock {
      isAbandoned = true
      hasEnded = true
      swap(&dropped, &posted)
    }
    var members: [Unmanaged<Life>] = []
    for case .notice(.over(let member)) in dropped { members.append(member) }
    release(members)
  }

  /// Releases ended observers of a flow that can no longer take notice of them.
  ///
  /// The values that their closures capture belong to the home. They are released there, or, when the home
  /// has ended, one after another, since no code can run in it.
  private func release(_ members: [Unmanaged<Life>]) {
    if members.isEmpty { return }
    if let home = currentHome {
      Task.detached { await Self.release(members, at: home) }
    } else {
      doOrphan { for member in members { member.release() } }
    }
  }

  private static func release(_ members: [Unmanaged<Life>], at home: isolated any Actor) async {
    for member in members { member.release() }
  }

  /// Connects the gateway to its flow; called once, by the flow's initialiser.
  func connect(to flow: Flow) {
    self.flow = flow
  }

  // MARK: From anywhere, under the lock

  /// Records the place of a message that was put into the mailbox of `lane`.
  @usableFromInline
  func noteMessage(lane: Int) -> Wake? {
    if lane == openLane {
      openCount += 1
    } else {
      closeRun()
      openLane = lane
      openCount = 1
    }
    return wake(forWork: true)
  }

  /// Records any other notice.
  func note(_ notice: Notice) -> Wake? {
    closeRun()
    posted.append(.notice(notice))
    return wake(forWork: notice.isWork)
  }

  private func closeRun() {
    if openLane >= 0 { posted.append(.messages(lane: openLane, count: openCount)) }
    openLane = -1
    openCount = 0
  }

  private func wake(forWork isWork: Bool) -> Wake? {
    if isWork && home == nil { stranded.hasWork = true }
    let isStranded = beginWatch()
    guard mustWake else { return isStranded ? Wake(isStranded: true) : nil }
    let home = home?.actor
    if home == nil && self.home != nil {
      isAbandoned = true
      return nil
    }
    mustWake = false
    attention.store(true, ordering: .releasing)
    defer { waiters = [] }
    return Wake(home: home, waiters: waiters, onPost: onPost, isStranded: isStranded)
  }

  /// Returns true if the items that wait without a home need a watch from now on.
  private func beginWatch() -> Bool { isLive && hasNoTaker && stranded.beginWatch() }

  /// True if no task is suspended in `run`, and no event loop has a handler.
  private var hasNoTaker: Bool { waiters.isEmpty && onPost == nil }

  // MARK: From anywhere, not under the lock

  /// Notes that messages have no turns which their senders may wait for.
  func noteLost(_ sources: [MessageSource]) {
    if sources.isEmpty { return }
    lock.withLock {
      for case .posted(let number) in sources where number != 0 { lostSends.insert(number) }
    }
  }

  func post(_ notice: Notice) {
    let (isTaken, wake) = lock.withLock {
      if home != nil && home?.actor == nil { isAbandoned = true }
      return isAbandoned ? (false, nil) : (true, note(notice))
    }
    if isTaken { return carryOut(wake) }
    switch notice {
    case .over(let member): release([member])
    case .homeWork(let work): if !lock.withLock({ hasEnded }) { doOrphan(work) }
    default: break
    }
  }

  /// Runs work whose home has ended: on this thread, because no code can run in that home, but one at a
  /// time.
  private func doOrphan(_ work: @escaping @Sendable () -> Void) {
    let mustDo = lock.withLock {
      orphans.append(work)
      return orphans.count == 1
    }
    guard mustDo else { return }
    // The running work stays at the front until it is over.
    var next: (@Sendable () -> Void)? = work
    while let work = next {
      work()
      // Captured values are released outside the lock.
      let (done, following) = lock.withLock { (orphans.removeFirst(), orphans.first) }
      withExtendedLifetime(done) { next = following }
    }
  }

  @usableFromInline
  func carryOut(_ wake: Wake?) {
    guard let wake else { return }
    for waiter in wake.waiters { waiter.resume() }
    wake.onPost?()
    if let home = wake.home {
      let past = passes.load(ordering: .relaxed)
      _ = driver.start(DriverJob(.wake, owner: name)) { [self] in await enter(home, behind: past) }
    } else if wake.isStranded {
      watchStranded()
    }
  }

  /// Makes a pass, in a job that was enqueued behind a number of passes.
  private func enter(_ home: isolated any Actor, behind past: Int) async {
    // What was posted is taken by the job that takes the rest of a pass.
    if isContinued { return }
    // A job that was enqueued during a pass may stand before other jobs that have waited as long. It takes
    // only what that pass has left of its bound.
    if past == passes.load(ordering: .relaxed) { passLeft = Flow.passLimit }
    makePass(home)
  }

  private func makePass(_ home: isolated any Actor) {
    guard let flow else { return }
    let isOver = !flow.makePass(within: &passLeft)
    passes.store(passes.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
    if isOver { return }
    // The rest is taken by a job of its own, behind those that wait for the home by now.
    isContinued = true
    _ = driver.start(DriverJob(.wake, owner: name)) { [self] in await goOn(home) }
  }

  private func goOn(_ home: isolated any Actor) async {
    isContinued = false
    passLeft = Flow.passLimit
    makePass(home)
  }

  var isHomeless: Bool { lock.withLock { home == nil } }

  @usableFromInline var currentHome: (any Actor)? {
    lock.withLock { home?.actor }
  }

  /// The number of waiting items: each message, and each notice.
  var postedCount: Int {
    lock.withLock {
      posted.reduce(max(openCount, 0)) { count, item in
        if case .messages(_, let messages) = item { count + messages } else { count + 1 }
      }
    }
  }

  // MARK: At home

  /// Removes and returns what was posted, oldest first; empty if nothing waits.
  ///
  /// `stage` moves the typed messages of a lane under the same lock.
  func takePosted(stage: (_ lane: Int) -> Void) -> [Posted] {
    lock.withLock {
      mustWake = true
      stranded.taken()
      attention.store(false, ordering: .relaxed)
      closeRun()
      var taken: [Posted] = []
      swap(&taken, &posted)
      for case .messages(let lane, _) in taken { stage(lane) }
      return taken
    }
  }

  /// Records the flow's home, and sends what was posted before on its way.
  func adopt(_ home: any Actor) {
    carryOut(
      lock.withLock {
        self.home = HomeReference(home)
        stranded.endForGood()
        return mustWake ? nil : Wake(home: home)
      })
  }

  /// Calls `handler` from the posting thread when something is posted after a quiet time.
  func setPostHandler(_ handler: (@Sendable () -> Void)?) {
    let isWaiting = lock.withLock {
      onPost = handler
      return !mustWake
    }
    if isWaiting { handler?() }
  }

  /// The number of times that waiting tasks were woken to check again.
  var wakingCount: Int {
    lock.withLock { wakings }
  }

  /// Suspends until something is posted, the home wakes it to check again, or the task is cancelled.
  ///
  /// Returns at once if the home did so after `count` was read: the way here may lead over other threads.
  func nextChange(since count: Int) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let mustWait = lock.withLock {
          let mustWait = mustWake && wakings == count && !Task.isCancelled
          if mustWait { waiters.append(continuation) }
          return mustWait
        }
        if !mustWait { continuation.resume() }
      }
    } onCancel: {
      wakeWaiters()
    }
  }

  /// Records that a body is about to begin.
  @inlinable
  func bodyBegins() {
    bodies.add(1, ordering: .sequentiallyConsistent)
  }

  /// Records that a body has returned or thrown, and that all its messages were delivered.
  @inlinable
  func bodyEnds() {
    if bodies.subtract(1, ordering: .sequentiallyConsistent).newValue == 0 { lastBodyEnds() }
  }

  @usableFromInline
  func lastBodyEnds() {
    if bodyWaiters.load(ordering: .sequentiallyConsistent) > 0 { wakeWaiters() }
  }

  /// Wakes all tasks that wait for a change.
  func wakeWaiters() {
    let waiting = lock.withLock {
      defer { waiters = [] }
      wakings += 1
      return waiters
    }
    for waiter in waiting { waiter.resume() }
  }
}

// Posted items of a flow without a home that nothing takes.
extension Gateway {
  /// The number of times that posted items were taken, while further ones wait that nothing is known to take.
  ///
  /// That is so if there is no home, no task is suspended in `run`, and no event loop has a handler; nil
  /// otherwise.
  var strandedSince: Int? {
    lock.withLock { stranded.hasWork && !hasEnded && hasNoTaker ? stranded.takings : nil }
  }

  /// Records a wait without a home, which `end` ends if it would last for ever.
  func addReader(isSequence: Bool, _ end: @escaping @Sendable () -> Void) {
    let mustWatch = lock.withLock {
      if home != nil { return false }
      stranded.readers.append(StrandedWork.Reader(isSequence: isSequence, end: end))
      return beginWatch()
    }
    if mustWatch { watchStranded() }
  }

  /// Records that the program takes turns by hand, so that sequences without a home may wait.
  func notePump() {
    lock.withLock { stranded.isPumped = true }
  }

  /// Reports on standard error, once, that something has waited for seconds on a flow without a home, and
  /// ends the sequences that wait for it.
  private func watchStranded() {
    let (watch, since, patience) = lock.withLock { (stranded.watch, stranded.takings, stranded.patience) }
    Task.detached { [weak self] in
      await Timekeeper.pause(patience)
      self?.endWatch(watch, since: since)
    }
  }

  private func endWatch(_ watch: Int, since: Int) {
    let isStranded = strandedSince == since
    let (isNew, ended, mustWatch) = lock.withLock {
      let (isNew, ended) = stranded.endWatch(watch, isStranded: isStranded)
      // Work that was posted during the watch, after others were taken, needs a watch of its own.
      return (isNew, ended, beginWatch())
    }
    if mustWatch { watchStranded() }
    if isNew { StandardError.report("\(FlowError.homeless(flow: name))") }
    for end in ended { end() }
  }
}

/// The end of the body of an effect or a subscription, which has returned or thrown.
@usableFromInline
struct JobEnd: Sendable {
  @usableFromInline let source: MessageSource
  @usableFromInline let error: (any Error)?

  @usableFromInline
  init(source: MessageSource, error: (any Error)?) {
    self.source = source
    self.error = error
  }
}
