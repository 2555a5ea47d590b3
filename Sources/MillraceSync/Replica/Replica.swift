public import Millrace

/// Stores that are equal in many places, because each place takes the entries of one ``SharedLog`` in its
/// order.
///
/// A message that is sent to a shared store takes its turn at once, and waits as an entry for the log. When
/// the log has entries of other places before it, the states go back to the last confirmed position, take
/// those, and then the pending messages again; observers are called once, for the difference. Updates stay as
/// they are. They must depend on nothing but the state and the message.
///
/// ```swift
/// let replica = Replica(of: flow, log: try await FileLog.open(path), writer: try LogWriter("kitchen"))
/// try replica.share(notes, state: RecordSchema("notes"), messages: RecordSchema("note"))
/// try replica.start()
/// ```
///
/// An effect of a shared update begins once, in the place that has sent its message, when the log has the
/// message (or with its turn, see ``Millrace/Effect/beforeConfirmation``). The messages of effects are shared
/// like others. Stores of the flow that are not shared stay here alone.
///
/// A replica belongs to the flow's home, and shares as long as it is retained.
public final class Replica {
  /// The name of this place among the writers of the log.
  public let writer: LogWriter
  /// The settings.
  public let options: ReplicaOptions
  /// Receives the status when it has changed, at the flow's home.
  public var statusHandler: ((ReplicaStatus) -> Void)?
  /// Receives errors that do not end the sharing, at the flow's home, such as an entry that cannot be
  /// decoded.
  ///
  /// By default they go to the flow's error handler.
  public var errorHandler: ((ReplicaError) -> Void)?

  let flow: Flow
  let log: any SharedLog
  let home: ReplicaHome
  var link: ReplicaLink?
  /// The number of the latest link; an answer of an earlier one is not taken.
  var links: UInt64 = 0
  var keeper: ReplicaKeeper?
  /// The changes of the file that wait for the effects of their entries.
  var unkept: [ReplicaKeeper.Change] = []
  /// The number of renumberings that the file knows.
  var keptRenumberings = 0
  var machine: ReplicaMachine
  var stores: [ExactText: any SharedStore] = [:]
  /// The stores of the pending entries, by ticket.
  var places: [UInt64: any SharedStore] = [:]
  var checks = CheckBook()
  var waiters = ReplicaWaiters()
  var lastStatus: ReplicaStatus?
  /// The position behind which the log is followed; nil if it is not.
  var followed: UInt64?
  var isStarted = false
  /// True after ``close(isolation:)``.
  var isClosed = false

  /// Creates a replica; ``start(isolation:)`` begins the sharing.
  ///
  /// - Parameters:
  ///   - flow: The flow of the shared stores, which the replica retains.
  ///   - log: The log.
  ///   - writer: The name of this place; no other replica of the log has it at the same time.
  ///   - options: The settings, equal in all places.
  public init(
    of flow: Flow, log: any SharedLog, writer: LogWriter, options: ReplicaOptions = ReplicaOptions()
  ) {
    self.flow = flow
    self.log = log
    self.writer = writer
    self.options = options
    machine = ReplicaMachine(log: log.name, writer: writer)
    home = ReplicaHome(flow.homeQueue)
    home.connect(to: self)
  }

  deinit {
    link?.end()
    waiters.endAll(.ended)
    releaseStores()
  }

  // MARK: Sharing

  /// Begins to share, or goes on after ``stop()``, also when an error of the log had ended the sharing.
  ///
  /// - Throws: ``ReplicaError`` if it shares already, no store is shared, or the replica was closed.
  public func start(isolation: isolated (any Actor)? = #isolation) throws(ReplicaError) {
    flow.adopt(home: isolation)
    if isClosed { throw .closed }
    if link != nil { throw .alreadyStarted(what: "starting it again") }
    if stores.isEmpty { throw .nothingShared }
    isStarted = true
    machine.resume()
    keeper?.retry()
    links += 1
    link = ReplicaLink(
      log, number: links, keeper: keeper, clock: flow.environment.clock, options: options, home: home)
    advance()
  }

  /// Begins to share, and keeps what waits and what was confirmed in a file.
  ///
  /// Messages that wait survive the end of the process, also by `kill -9`: the next start with the same file
  /// shows them again and sends them. An entry reaches the log only when it is in the file.
  ///
  /// While the file cannot be written, the phase is ``ReplicaStatus/Phase/failing(_:)``. The replica takes
  /// what others send; what is sent here waits in memory, and is written and sent when the file can be
  /// written.
  ///
  /// An effect that had begun and not ended when the process did is lost, unless it is a durable effect of a
  /// journal: then it is on the journal's disk before the file forgets that its message was pending. Give it
  /// a key of its own, since a message that was confirmed in the last moments is confirmed again by the next
  /// process.
  ///
  /// - Parameters:
  ///   - path: The file, for this log and this writer alone.
  ///   - permissions: The rights of a new file.
  ///   - isolation: The caller's isolation; omit it.
  /// - Throws: ``ReplicaError``, also for a file of another log or writer, one that another replica has, and
  ///   one that cannot be read.
  public func start(
    keepingIn path: String, permissions: AccessPermissions = .ownerOnly,
    isolation: isolated (any Actor)? = #isolation
  ) async throws(ReplicaError) {
    try await start(keepingIn: path, permissions: permissions, vfs: nil)
  }

  func start(
    keepingIn path: String, permissions: AccessPermissions = .ownerOnly, vfs: String?,
    isolation: isolated (any Actor)? = #isolation
  ) async throws(ReplicaError) {
    flow.adopt(home: isolation)
    if isClosed { throw .closed }
    if isStarted || keeper != nil { throw .alreadyStarted(what: "naming its file") }
    if stores.isEmpty { throw .nothingShared }
    isStarted = true
    do throws(SharedLogError) {
      let file = try await ReplicaFile.open(
        path: path, log: log.name, writer: writer, permissions: permissions, vfs: vfs)
      let contents = try await file.load()
      if isClosed {
        await file.close()
      } else {
        keeper = ReplicaKeeper(file, clock: flow.environment.clock, options: options, home: home)
        restore(contents)
      }
    } catch {
      isStarted = false
      throw error.isTransient ? .notKept(reason: error.reason) : .log(error)
    }
    try start()
  }

  /// Returns when all messages that were sent here are in the file of
  /// ``start(keepingIn:permissions:isolation:)``.
  ///
  /// It tries to write now, if the file could not be written before.
  ///
  /// - Throws: ``ReplicaError/notKept(reason:)`` if the file cannot be written, and another ``ReplicaError``
  ///   if there is none.
  public func waitUntilKept(isolation: isolated (any Actor)? = #isolation) async throws(ReplicaError) {
    guard let keeper else { throw .notStarted(what: "keeping messages in a file") }
    if let error = await keeper.flush() { throw .notKept(reason: error.reason) }
  }

  /// Ends the sharing for good, writes what waits, and closes the file.
  ///
  /// Messages that are sent to the stores afterwards take ordinary turns, and stay in this place. The next
  /// start with the file is that of another replica, with stores in their first states. ``stop()`` is for a
  /// pause. If the file cannot be written, the error handler receives
  /// ``ReplicaError/closedUnkept(pending:reason:)``.
  public func close(isolation: isolated (any Actor)? = #isolation) async {
    isClosed = true
    stop()
    releaseStores()
    let keeper = keeper
    self.keeper = nil
    fileFailure = nil
    if let error = await keeper?.close() {
      report(.closedUnkept(pending: machine.pending.count, reason: error.reason))
    }
  }

  private func releaseStores() {
    for store in stores.values { store.release() }
  }

  func fileFailed(_ error: SharedLogError) {
    // The close reports it.
    if isClosed { return }
    let failure = ReplicaError.notKept(reason: error.reason)
    fileFailure = failure
    advance()
    report(failure)
  }

  func fileRecovered() {
    fileFailure = nil
    advance()
  }

  /// Ends the sharing; messages wait until ``start(isolation:)`` is called again.
  public func stop() {
    link?.end()
    link = nil
    followed = nil
    waiters.endAll(.notStarted(what: "waiting for the log"))
    noteStatus()
  }

  /// Forgets what was confirmed, and takes the log's state, whatever happened to the log.
  ///
  /// Pending messages stay, and are sent again. Use it after ``ReplicaError/otherHistory(log:position:)``,
  /// ``SharedLogError/wentBack(log:head:known:)`` and ``ReplicaError/diverged(position:writer:)``.
  public func startOver(isolation: isolated (any Actor)? = #isolation) throws(ReplicaError) {
    stop()
    machine.startOver()
    checks = CheckBook()
    unkept = []
    keeper?.keep(.reset)
    keeper?.keep(.allPending(machine.pending.map(\.entry)))
    keptRenumberings = machine.renumberings
    for store in stores.values { store.startOver() }
    home.run { $0.settle() }
    try start()
  }

  /// The progress of the sharing.
  public var status: ReplicaStatus {
    let phase: ReplicaStatus.Phase =
      if let problem = machine.problem {
        .stopped(problem)
      } else if let hold = machine.hold {
        .held(hold)
      } else if link == nil {
        .notSharing
      } else if let fileFailure {
        .failing(fileFailure)
      } else if let failure {
        .offline(failure)
      } else {
        machine.isCurrent ? .current : .catchingUp
      }
    return ReplicaStatus(
      phase: phase, position: machine.position, head: machine.head, pendingCount: machine.pending.count)
  }

  /// The error of the last attempt; nil after an answer.
  var failure: SharedLogError?
  /// The reason why the replica's file cannot be written; nil while it can.
  var fileFailure: ReplicaError?

  // MARK: Answers of the link, at home

  func answered(_ answer: ReplicaLink.Answer, link number: UInt64) {
    guard let link, number == links else { return }
    switch answer {
    case .failure(let error): failed(error)
    case .unkept: machine.withheld()
    case .snapshot(let snapshot):
      failure = nil
      link.succeeded()
      if let snapshot = machine.received(snapshot) { begin(with: snapshot) }
    case .page(let page):
      failure = nil
      link.succeeded()
      take(machine.received(page), of: page)
    }
    advance()
  }

  func news(after position: UInt64) {
    if followed == position { followed = nil }
    machine.news()
    advance()
  }

  func retryIsDue() {
    machine.retryIsDue()
    advance()
  }

  func kept(_ position: UInt64, _ error: SharedLogError?) {
    // Without it, the next snapshot does the same.
    if let error, !error.isTransient { report(.log(error)) }
  }

  func cancelWait(_ number: UInt64) { waiters.end(number, .cancelled) }

  func failed(_ error: SharedLogError) {
    if let ticket = machine.failed(error) {
      let store = places.removeValue(forKey: ticket)
      let reason = if case .refused(_, let reason) = error { reason } else { "\(error)" }
      let isTold = store?.drop(ticket, reason: reason, at: machine.position) ?? false
      let refusal = ReplicaError.refused(store: store?.name ?? "", reason: "\(error)")
      if !waiters.end(ticket: ticket, refusal), !isTold { report(refusal) }
      waiters.confirmed(ticket)
      keeper?.keep(.allPending(machine.pending.map(\.entry)))
      keptRenumberings = machine.renumberings
      settle()
    } else if error.isTransient {
      failure = error
      waiters.endHeads(.log(error))
      link?.retryLater()
    }
  }

  /// Asks the log for what is next, and tells of what has changed.
  func advance() {
    if let link {
      keepNumbers()
      // The log gets only what the file has.
      if let request = machine.nextRequest(check: checks.latest, mayAppend: fileFailure == nil) {
        waiters.asks()
        if case .append = request { keeper?.keep(.sent(upTo: machine.sentUpTo)) }
        link.perform(request)
      } else if machine.outstanding == nil, machine.isCurrent, followed != machine.position {
        followed = machine.position
        link.follow(after: machine.position)
      }
      if let error = blocking("waiting for the log") { waiters.endAll(error) }
    }
    noteStatus()
  }

  func noteStatus() {
    let status = status
    if status == lastStatus { return }
    lastStatus = status
    statusHandler?(status)
  }

  func report(_ error: ReplicaError) {
    if let errorHandler { errorHandler(error) } else { flow.report(error, from: "replica") }
  }
}
