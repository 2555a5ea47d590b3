public import Millrace

/// Stores that are equal in many places, because each place takes the entries of one ``SharedLog`` in its order.
///
/// A message that is sent to a shared store takes its turn at once, and waits as an entry for the log. When the log
/// has entries of other places before it, the states go back to the last confirmed position, take those, and then
/// the pending messages again; observers are called once, for the difference. Updates stay as they are. They must
/// depend on nothing but the state and the message.
///
/// ```swift
/// let replica = Replica(of: flow, log: try await FileLog.open(path), writer: try LogWriter("kitchen"))
/// try replica.share(notes, state: RecordSchema("notes"), messages: RecordSchema("note"))
/// try replica.start()
/// ```
///
/// An effect of a shared update begins once, in the place that has sent its message, when the log has the message
/// (or with its turn, see ``Millrace/Effect/beforeConfirmation``). The messages of effects are shared like others.
/// Stores of the flow that are not shared stay here alone.
///
/// A replica belongs to the flow's home, and shares as long as it is retained.
public final class Replica {
  /// The name of this place among the writers of the log.
  public let writer: LogWriter
  /// The settings.
  public let options: ReplicaOptions
  /// Receives the status when it has changed, at the flow's home.
  public var statusHandler: ((ReplicaStatus) -> Void)?
  /// Receives errors that do not end the sharing, at the flow's home, such as an entry that cannot be decoded.
  ///
  /// By default they go to the flow's error handler.
  public var errorHandler: ((ReplicaError) -> Void)?

  let flow: Flow
  private let log: any SharedLog
  let home: ReplicaHome
  private var link: ReplicaLink?
  private var keeper: ReplicaKeeper?
  /// The number of renumberings that the file knows.
  private var keptRenumberings = 0
  private var machine: ReplicaMachine
  private var stores: [ExactText: any SharedStore] = [:]
  /// The stores of the pending entries, by ticket.
  private var places: [UInt64: any SharedStore] = [:]
  private var checks = CheckBook()
  var waiters = ReplicaWaiters()
  private var lastStatus: ReplicaStatus?
  /// The position behind which the log is followed; nil if it is not.
  private var followed: UInt64?
  private var isStarted = false

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
    let queue = flow.homeQueue
    home = ReplicaHome(posting: { queue.post($0) })
    home.connect(to: self)
  }

  deinit {
    link?.end()
    waiters.endAll(.ended)
  }

  // MARK: Shared stores

  /// Shares the turns of a store from now on.
  ///
  /// Its present state is the one before the first entry of the log, and must be equal in all places.
  ///
  /// - Parameters:
  ///   - store: The store, which the replica retains.
  ///   - state: The schema of its states.
  ///   - messages: The schema of its messages.
  ///   - rules: The version of the update's rules. Raise it when the same message leads to another state than
  ///     before.
  ///   - earlier: The updates of earlier versions, by which their entries are taken. A replica that does not know
  ///     the version of an entry waits for another release.
  ///   - refused: A closure that receives each message sent here that the update did not accept at its place in
  ///     the log; see `Effect.unhandled`.
  /// - Throws: ``ReplicaError`` for a store of another flow, a name that is taken, an invalid schema, and after the
  ///   start.
  public func share<State: Sendable, Message: Sendable>(
    _ store: Store<State, Message>, state: RecordSchema<State>, messages: RecordSchema<Message>,
    rules: Int = 1, earlier: [Int: (inout State, Message) -> Effect<Message>] = [:],
    refused: ((ReplicaRefusal<State, Message>) -> Void)? = nil
  ) throws(ReplicaError) {
    let name = store.storeName
    if isStarted { throw .alreadyStarted(what: "sharing the store `\(name)`") }
    if store.flow !== flow { throw .otherFlow(store: name) }
    if stores[ExactText(name)] != nil { throw .nameTaken(store: name) }
    let flaws = state.flaws + messages.flaws
    if !flaws.isEmpty { throw .schema(store: name, flaws: flaws) }
    let shared = TypedSharedStore(
      store, states: state, messages: messages, rules: rules, earlier: earlier, refused: refused)
    stores[ExactText(name)] = shared
    store.share { [weak self, weak shared] message, effect in
      guard let self, let shared, !effect.isUnhandled else { return effect }
      return line(up: message, of: shared, isShown: true) == nil ? .none : effect.earlyParts
    }
  }

  /// Makes an entry of a message; returns its ticket, or nil if it cannot be shared.
  private func line<State, Message>(
    up message: Message, of shared: TypedSharedStore<State, Message>, isShown: Bool,
    answer: ((State, UInt64, Bool) -> Void)? = nil
  ) -> UInt64? {
    do {
      let (kind, bytes) = try shared.encode(message)
      if bytes.count > LogEntry.messageLimit {
        throw ReplicaError.unshareable(
          store: shared.name,
          reason: "it has \(bytes.count) bytes in CBOR, and the limit is \(LogEntry.messageLimit)")
      }
      let time = flow.environment.dates.now().nanoseconds
      let (_, ticket) = machine.add { number in
        LogEntry(
          writer: writer, number: number, store: shared.name, kind: kind, rules: shared.rules, time: time,
          message: bytes)
      }
      shared.add(message, ticket: ticket, isShown: isShown, answer: answer)
      places[ticket] = shared
      if let entry = machine.pending.last?.entry { keeper?.keep(.pending(entry)) }
      advance()
      return ticket
    } catch {
      report(
        error as? ReplicaError
          ?? .unshareable(store: shared.name, reason: "it cannot be encoded: \(CodingReason.text(error))"))
      if isShown {
        shared.takeBack()
        home.run { $0.settle() }
      }
      return nil
    }
  }

  // MARK: Sharing

  /// Begins to share, or goes on after ``stop()``.
  ///
  /// - Throws: ``ReplicaError`` if it shares already or no store is shared.
  public func start(isolation: isolated (any Actor)? = #isolation) throws(ReplicaError) {
    flow.adopt(home: isolation)
    if link != nil { throw .alreadyStarted(what: "starting it again") }
    if stores.isEmpty { throw .notShared(store: "any") }
    isStarted = true
    machine.resume()
    link = ReplicaLink(
      log, keeper: keeper, clock: flow.environment.clock, options: options, home: home)
    advance()
  }

  /// Begins to share, and keeps what waits and what was confirmed in a file.
  ///
  /// Messages that wait survive the end of the process, also by `kill -9`: the next start with the same file shows
  /// them again and sends them. An entry reaches the log only when it is in the file. The effects of a message that
  /// was confirmed before the end do not begin again; durable effects of a journal do.
  ///
  /// - Parameters:
  ///   - path: The file, for this log and this writer alone.
  ///   - permissions: The rights of a new file.
  ///   - isolation: The caller's isolation; omit it.
  /// - Throws: ``ReplicaError``, also for a file of another log or writer, one that another replica has, and one
  ///   that cannot be read.
  public func start(
    keepingIn path: String, permissions: AccessPermissions = .ownerOnly,
    isolation: isolated (any Actor)? = #isolation
  ) async throws(ReplicaError) {
    flow.adopt(home: isolation)
    if isStarted || keeper != nil { throw .alreadyStarted(what: "naming its file") }
    if stores.isEmpty { throw .notShared(store: "any") }
    isStarted = true
    do throws(SharedLogError) {
      let file = try await ReplicaFile.open(
        path: path, log: log.name, writer: writer, permissions: permissions)
      let contents = try await file.load()
      keeper = ReplicaKeeper(file, home: home)
      restore(contents)
    } catch {
      isStarted = false
      throw .log(error)
    }
    try start()
  }

  /// Returns when all messages that were sent here are in the file of ``start(keepingIn:permissions:isolation:)``.
  ///
  /// - Throws: ``ReplicaError`` if the file cannot be written, or there is none.
  public func waitUntilKept(isolation: isolated (any Actor)? = #isolation) async throws(ReplicaError) {
    guard let keeper else { throw .notStarted(what: "keeping messages in a file") }
    if let error = await keeper.flush() { throw .log(error) }
  }

  /// Ends the sharing, writes what waits, and closes the file.
  public func close(isolation: isolated (any Actor)? = #isolation) async {
    stop()
    let keeper = keeper
    self.keeper = nil
    await keeper?.close()
  }

  /// Puts the contents of the file in place; messages that were sent meanwhile come behind them.
  private func restore(_ contents: ReplicaContents) {
    var position: UInt64 = 0
    var writers: [LogWriter: UInt64] = [:]
    if let snapshot = contents.snapshot {
      guard read(snapshot) else { return }
      position = snapshot.position
      writers = Dictionary(snapshot.writers.map { ($0.writer, $0.number) }, uniquingKeysWith: max)
    }
    for entry in contents.confirmed {
      position += 1
      writers[entry.writer] = entry.number
      guard let store = stores[ExactText(entry.store)] else {
        return machine.hold(.store(entry.store, position: position))
      }
      if let hold = store.hold(of: entry, at: position) { return machine.hold(hold) }
      // An entry that cannot be decoded was reported when it came.
      guard let message = try? store.decode(entry) else { continue }
      store.take(message, rules: entry.rules, mayTakeTurn: false, at: position)
    }
    let tickets = machine.restore(
      position: position, last: contents.confirmed.last, writers: writers, pending: contents.pending,
      sentUpTo: contents.mayHaveBeenSent)
    let earlier = Array(machine.pending.dropFirst(tickets.count).map(\.entry))
    for entry in earlier { keeper?.keep(.pending(entry)) }
    keptRenumberings = machine.renumberings
    var restored: [ExactText: [(ticket: UInt64, message: any Sendable)]] = [:]
    for (entry, ticket) in zip(contents.pending, tickets) {
      let name = ExactText(entry.store)
      guard let store = stores[name] else { return machine.hold(.store(entry.store, position: position)) }
      do {
        restored[name, default: []].append((ticket, try store.decode(entry)))
        places[ticket] = store
      } catch {
        report(
          .unshareable(
            store: entry.store, reason: "it cannot be read from the file: \(CodingReason.text(error))"))
        return machine.hold(.kind("\(entry.kind)", store: entry.store, position: position))
      }
    }
    for (name, messages) in restored { stores[name]?.restore(messages) }
    settle()
  }

  /// Gives the file what has changed in the numbers of the pending entries.
  private func keepNumbers() {
    if keptRenumberings == machine.renumberings { return }
    keptRenumberings = machine.renumberings
    keeper?.keep(.allPending(machine.pending.map(\.entry)))
  }

  func fileFailed(_ error: SharedLogError) {
    machine.stop(.log(error))
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
      } else if let failure {
        .offline(failure)
      } else {
        machine.isCurrent ? .current : .catchingUp
      }
    return ReplicaStatus(
      phase: phase, position: machine.position, head: machine.head, pendingCount: machine.pending.count)
  }

  /// The error of the last attempt; nil after an answer.
  private var failure: SharedLogError?

  // MARK: Confirmed messages

  /// Sends a message, and returns when its entry is in the log and has had its turn here.
  ///
  /// The message takes no turn before that. Reads that follow see it.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - store: A shared store.
  ///   - answer: A closure that reads the state right behind the message, before any later entry.
  ///   - isolation: The caller's isolation; omit it.
  /// - Returns: The result of `answer`.
  /// - Throws: ``ReplicaError/notAccepted(store:position:)`` if the update returned
  ///   `Effect.unhandled`, and others. After ``ReplicaError/cancelled`` the message may still reach the
  ///   log.
  public func commit<State: Sendable, Message: Sendable, Answer: Sendable>(
    _ message: Message, to store: Store<State, Message>, isolation: isolated (any Actor)? = #isolation,
    answering answer: @escaping (State) -> Answer
  ) async throws(ReplicaError) -> Answer {
    guard let shared = stores[ExactText(store.storeName)] as? TypedSharedStore<State, Message>,
      shared.store === store
    else { throw .notShared(store: store.storeName) }
    if let error = blocking("a commit") { throw error }
    var result: Answer?
    let number = waiters.next()
    let ticket = line(
      up: message, of: shared, isShown: false,
      answer: { [weak self] state, position, isAccepted in
        if isAccepted { result = answer(state) }
        self?.waiters.note(
          number, isAccepted ? nil : .notAccepted(store: shared.name, position: position))
      })
    guard let ticket else { throw .unshareable(store: shared.name, reason: "it cannot be encoded") }
    waiters.tickets[ticket] = number
    if let error = await wait(number) { throw error }
    guard let result else { throw .ended }
    return result
  }

  /// Sends a message, and returns when its entry is in the log and has had its turn here.
  public func commit<State: Sendable, Message: Sendable>(
    _ message: Message, to store: Store<State, Message>, isolation: isolated (any Actor)? = #isolation
  ) async throws(ReplicaError) {
    try await commit(message, to: store, isolation: isolation) { _ in () }
  }

  /// Returns when everything has had its turn here that the log had when this was called.
  ///
  /// - Throws: ``ReplicaError``, also when the log cannot be reached now.
  public func catchUp(isolation: isolated (any Actor)? = #isolation) async throws(ReplicaError) {
    if let error = blocking("reading the log") { throw error }
    if let failure { throw .log(failure) }
    machine.news()
    let number = waiters.next()
    waiters.wantHead(number, whileAsking: machine.outstanding != nil)
    advance()
    if let error = await wait(number) { throw error }
  }

  /// Returns when all messages that were sent here have had their turns at their places in the log.
  ///
  /// While the log cannot be reached it waits.
  public func waitUntilConfirmed(isolation: isolated (any Actor)? = #isolation) async throws(ReplicaError) {
    if let error = blocking("waiting for the log") { throw error }
    guard let last = machine.pending.last else { return }
    let number = waiters.next()
    waiters.wantConfirmed(number, upTo: last.ticket)
    if let error = await wait(number) { throw error }
  }

  /// Returns why nothing can be waited for.
  private func blocking(_ what: String) -> ReplicaError? {
    if let problem = machine.problem { return problem }
    if let hold = machine.hold { return .held(hold) }
    return link == nil ? .notStarted(what: what) : nil
  }

  // MARK: Answers of the link, at home

  func answered(_ answer: ReplicaLink.Answer) {
    guard let link else { return }
    switch answer {
    case .failure(let error): failed(error)
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

  private func failed(_ error: SharedLogError) {
    if let ticket = machine.failed(error) {
      let store = places.removeValue(forKey: ticket)
      store?.drop(ticket)
      let refusal = ReplicaError.refused(store: store?.name ?? "", reason: "\(error)")
      if !waiters.end(ticket: ticket, refusal) { report(refusal) }
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
  private func advance() {
    if let link {
      keepNumbers()
      if let request = machine.nextRequest(check: checks.latest) {
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

  private func noteStatus() {
    let status = status
    if status == lastStatus { return }
    lastStatus = status
    statusHandler?(status)
  }

  func report(_ error: ReplicaError) {
    if let errorHandler { errorHandler(error) } else { flow.report(error, from: "replica") }
  }

  // MARK: Entries

  private func take(_ entries: ArraySlice<LogEntry>, of page: LogPage) {
    // A follower takes each entry in a turn, which tools see; one that is far behind takes them at once.
    let mayTakeTurns = entries.count <= Self.turnLimit
    let before = machine.position
    var ownNumber: UInt64?
    var snapshot: LogSnapshot?
    for entry in entries {
      let position = machine.position + 1
      guard let store = stores[ExactText(entry.store)] else {
        machine.hold(.store(entry.store, position: position))
        break
      }
      if let hold = store.hold(of: entry, at: position) {
        machine.hold(hold)
        break
      }
      guard let origin = machine.take(entry) else { break }
      switch origin {
      case .here(let ticket):
        places[ticket] = nil
        ownNumber = entry.number
        store.take(nil, rules: entry.rules, mayTakeTurn: mayTakeTurns, at: position)
        waiters.confirmed(ticket)
      case .elsewhere:
        do {
          store.take(
            try store.decode(entry), rules: entry.rules, mayTakeTurn: mayTakeTurns, at: position)
        } catch {
          report(
            .undecodable(
              position: position, store: entry.store, writer: entry.writer, reason: CodingReason.text(error)))
        }
      }
      snapshot = noteDigest(entry) ?? snapshot
      if !machine.isRunning { break }
    }
    machine.finished()
    let taken = Array(entries.prefix(Int(machine.position - before)))
    if !taken.isEmpty {
      keeper?.keep(.confirmed(taken, after: before, removingPendingUpTo: ownNumber))
      // Behind the entries, which it replaces up to its position.
      if let snapshot { keeper?.keep(.snapshot(snapshot)) }
    }
    keepNumbers()
    waiters.reached(machine.position, head: page.head)
    settle()
  }

  /// The number of entries in a page that take turns of their own at most: 64.
  private static let turnLimit = 64

  /// Brings the stores' states up to date, and begins what was confirmed.
  func settle() {
    if flow.isInTurn || flow.isLent { return home.run { $0.settle() } }
    var isReplaced = false
    for store in sortedStores where store.settle() { isReplaced = true }
    if isReplaced {
      _ = flow.breakHistory("Entries of other places came before messages that were sent here")
    }
    for store in sortedStores { store.finish { report($0) } }
    waiters.settle()
    noteStatus()
  }

  private var sortedStores: [any SharedStore] {
    stores.values.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  // MARK: Digests and snapshots

  private func digest() throws -> UInt64 {
    var digest = StateDigest()
    for store in sortedStores { try store.add(to: &digest) }
    return digest.value
  }

  /// Compares and makes digests, and has a snapshot kept where one is due; returns it.
  private func noteDigest(_ entry: LogEntry) -> LogSnapshot? {
    if let check = entry.check, let known = checks.digest(at: check.position), known != check.digest {
      machine.stop(.diverged(position: check.position, writer: entry.writer))
      return nil
    }
    let position = machine.position
    func isDue(_ interval: UInt64) -> Bool { interval > 0 && position.isMultiple(of: interval) }
    let isKept = isDue(options.snapshotInterval)
    guard isKept || isDue(options.digestInterval) else { return nil }
    do {
      let digest = try digest()
      checks.note(LogCheck(position: position, digest: digest))
      guard isKept, entry.writer == writer || keeper != nil else { return nil }
      let snapshot = LogSnapshot(
        position: position, digest: digest, states: try sortedStores.map { try $0.encodedState() },
        writers: machine.writers.map { LogWriterNumber(writer: $0.key, number: $0.value) }
          .sorted { $0.writer < $1.writer })
      if entry.writer == writer { link?.keep(snapshot, keeping: options.keptEntries) }
      return snapshot
    } catch {
      let reason = "a shared state cannot be encoded: \(CodingReason.text(error))"
      report(.unshareable(store: entry.store, reason: reason))
      return nil
    }
  }

  private func begin(with snapshot: LogSnapshot) {
    guard read(snapshot) else { return }
    keeper?.keep(.snapshot(snapshot))
    for ticket in machine.start(from: snapshot) {
      let store = self.places.removeValue(forKey: ticket)
      store?.drop(ticket)
      let error = ReplicaError.confirmedUnseen(store: store?.name ?? "")
      if !waiters.end(ticket: ticket, error) { report(error) }
      waiters.confirmed(ticket)
    }
    keeper?.keep(.allPending(machine.pending.map(\.entry)))
    keptRenumberings = machine.renumberings
    settle()
  }

  /// Puts the states of a snapshot in place; returns false, with the machine stopped, if they cannot be read.
  private func read(_ snapshot: LogSnapshot) -> Bool {
    var places: [() -> Void] = []
    do {
      for state in snapshot.states {
        guard let store = stores[ExactText(state.store)] else {
          machine.hold(.store(state.store, position: snapshot.position))
          return false
        }
        if let hold = store.hold(of: state, at: snapshot.position) {
          machine.hold(hold)
          return false
        }
        places.append(try store.reading(state, at: snapshot.position))
      }
      // A store that the snapshot does not have yet begins with its first state.
      for store in stores.values { store.startOver() }
      for place in places { place() }
      let digest = try digest()
      // The digest of states that were read from older kinds is another one.
      if snapshot.states.count == stores.count, digest != snapshot.digest, isOfPresentKinds(snapshot) {
        machine.stop(.diverged(position: snapshot.position, writer: nil))
        return false
      }
      checks.note(LogCheck(position: snapshot.position, digest: digest))
      return true
    } catch {
      machine.stop(.unreadableSnapshot(position: snapshot.position, reason: CodingReason.text(error)))
      return false
    }
  }

  private func isOfPresentKinds(_ snapshot: LogSnapshot) -> Bool {
    snapshot.states.allSatisfy { state in stores[ExactText(state.store)]?.isPresent(state.kind) ?? false }
  }
}
