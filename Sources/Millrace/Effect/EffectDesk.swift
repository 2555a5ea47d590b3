/// Carries out what the effect scheduler decides, for one store: begins and cancels work through the driver,
/// walks sequences, and keeps the timer.
///
/// It is touched at the store's home only. What it does never calls back into the store: messages that are to
/// be sent now are handed to `outbox`.
@usableFromInline
final class EffectDesk<Message: Sendable> {
  /// What belongs to an effect that has not ended.
  ///
  /// A slot of the scheduler keeps its ticket for the next effect.
  @usableFromInline
  final class Ticket {
    /// The effect in this slot; 0 while there is none.
    @exclusivity(unchecked) @usableFromInline var serial: UInt64 = 0
    @exclusivity(unchecked) @usableFromInline var work: Work<Message>?
    /// The turn that asked for it.
    @exclusivity(unchecked) @usableFromInline var turn: UInt64 = 0
    /// The sequence of whose current step it is a part.
    @exclusivity(unchecked) @usableFromInline var sequence: Int?
    @exclusivity(unchecked) @usableFromInline var handle: DriverHandle?
    /// How many of its messages are in line; its end is told to the scheduler after them.
    @exclusivity(unchecked) @usableFromInline var undelivered = 0
    @exclusivity(unchecked) @usableFromInline var end: JobEnd?

    @inlinable
    init() {}
  }

  @exclusivity(unchecked) @usableFromInline var scheduler = EffectScheduler<EffectID, EffectID>()
  @exclusivity(unchecked) @usableFromInline var tickets: ContiguousArray<Ticket> = []
  @exclusivity(unchecked) @usableFromInline var actions: [EffectAction] = []
  @exclusivity(unchecked) @usableFromInline var tracker = SequenceTracker()
  /// The steps that each open sequence has still to begin, and the turn that asked for it.
  @exclusivity(unchecked) @usableFromInline var steps:
    [Int: (rest: ArraySlice<Effect<Message>>, turn: UInt64)] = [:]
  /// Sequences of whose current step an effect has ended.
  @exclusivity(unchecked) @usableFromInline var left: [Int] = []

  /// When the scheduler wants to be called; nil when it does not.
  @exclusivity(unchecked) @usableFromInline var wakeTime: Duration?

  @usableFromInline let inlet: Inlet<Message>
  // Sound: the store that owns this desk holds its flow.
  @usableFromInline unowned(unsafe) let flow: Flow
  @usableFromInline let timer: StoreTimer
  @usableFromInline let storeName: String
  @usableFromInline let outbox: (Message, Cause) -> Void
  /// What became of effects since this was taken last; kept only while the flow is tapped.
  @exclusivity(unchecked) @usableFromInline var events: [EffectEvent] = []

  @usableFromInline
  init(
    inlet: Inlet<Message>, flow: Flow, timer: StoreTimer, storeName: String,
    outbox: @escaping (Message, Cause) -> Void
  ) {
    self.inlet = inlet
    self.flow = flow
    self.timer = timer
    self.storeName = storeName
    self.outbox = outbox
  }

  /// Whether no effect runs or waits, and no sequence has steps to come.
  @usableFromInline var isIdle: Bool {
    scheduler.runningCount == 0 && scheduler.waitingCount == 0 && scheduler.stoppingCount == 0
      && tracker.openCount == 0
  }

  /// Whether no body runs, so that effects go on by turns alone: those that have not ended wait for the turns
  /// of their messages.
  ///
  /// O(effects in flight).
  var allHaveReturned: Bool {
    scheduler.stoppingCount == 0 && scheduler.runningCount == tickets.count { $0.end != nil }
  }

  // MARK: Events

  /// Hands over what an update asked for.
  ///
  /// False when the update did not know its message.
  @inlinable
  func perform(_ effect: Effect<Message>, turn: UInt64) -> Bool {
    let isHandled = hand(effect, turn: turn, sequence: nil)
    advanceSequences()
    return isHandled
  }

  /// Whether messages of this effect are welcome.
  @inlinable
  func isLive(_ token: EffectToken) -> Bool { scheduler.isLive(token) }

  /// The turn that asked for a live effect.
  @inlinable
  func turn(of token: EffectToken) -> UInt64 { tickets[token.slot].turn }

  /// A message of a live effect has to wait in line.
  @inlinable
  func messageWaits(_ token: EffectToken) {
    tickets[token.slot].undelivered += 1
  }

  /// A message of an effect that waited in line has its turn now; false when it is unwelcome by now.
  @inlinable
  func messageLeaves(_ token: EffectToken) -> Bool {
    guard scheduler.isLive(token) else { return false }
    tickets[token.slot].undelivered -= 1
    return true
  }

  /// The turn of such a message is over.
  @inlinable
  func messageIsDone(_ token: EffectToken) {
    guard let ticket = ticket(token), ticket.undelivered == 0, let end = ticket.end else { return }
    finish(token, end)
  }

  /// The body of an effect has returned or thrown.
  ///
  /// Its end counts after the messages it still has in line.
  @inlinable
  func ended(_ token: EffectToken, _ end: JobEnd) {
    if let ticket = ticket(token), ticket.undelivered > 0 {
      ticket.end = end
    } else {
      finish(token, end)
    }
  }

  /// The time of a queue may have come.
  @inlinable
  func timerDue() {
    let now = timer.now
    if let wakeTime, wakeTime > now {
      // It rang for a delayed message, and rings once only.
      timer.ask(for: wakeTime)
      return
    }
    wakeTime = nil
    scheduler.timerFired(now: now, into: &actions)
    carryOutActions()
    advanceSequences()
  }

  /// Cancels the work of everything; from the store's end, on any thread.
  ///
  /// Nothing is to be called after it.
  @inlinable
  func cancelAll() {
    for ticket in tickets { ticket.handle?.cancel() }
  }

  /// What became of effects since the last call.
  @inlinable
  func takeEvents() -> [EffectEvent] {
    if events.isEmpty { return [] }
    defer { events = [] }
    return events
  }

  // MARK: Deciding and doing

  @inlinable
  func hand(_ effect: Effect<Message>, turn: UInt64, sequence: Int?) -> Bool {
    switch effect.kind {
    case .none: return true
    case .now(let message):
      outbox(message, .turn(turn))
      return true
    case .work(let work):
      request(work, turn: turn, sequence: sequence)
      return true
    case .plan(let plan):
      switch plan.step {
      case .merge(let effects):
        return effects.reduce(true) { hand($1, turn: turn, sequence: sequence) && $0 }
      case .sequence(let effects):
        let node = tracker.open(in: sequence)
        steps[node] = (effects[...], turn)
        advance(node)
        return true
      case .cancel(.id(let id)):
        scheduler.cancel(id: id, into: &actions)
        carryOutActions()
        return true
      case .cancel(.matching(let predicate)):
        scheduler.cancel(where: predicate, into: &actions)
        carryOutActions()
        return true
      case .unhandled:
        return false
      }
    }
  }

  @inlinable
  func request(_ work: Work<Message>, turn: UInt64, sequence: Int?) {
    if let queue = work.queue, let problem = queue.policy.problem {
      flow.report(.invalidQueue(store: storeName, queue: queue, problem: problem))
      request(work.with(queue: .some(nil)), turn: turn, sequence: sequence)
      return
    }
    let queue = work.queue
    let token = scheduler.request(
      id: work.id, queue: queue?.name, policy: queue?.policy ?? QueuePolicy(.merge),
      now: queue == nil ? .zero : timer.now, into: &actions)
    while tickets.count <= token.slot { tickets.append(Ticket()) }
    let ticket = tickets[token.slot]
    ticket.serial = token.serial
    ticket.work = work
    ticket.turn = turn
    ticket.sequence = sequence
    if let sequence { tracker.enter(sequence) }
    carryOutActions()
  }

  @inlinable
  func finish(_ token: EffectToken, _ end: JobEnd) {
    var failure: FlowError?
    if let ticket = ticket(token) {
      failure = end.error.map { self.failure($0, of: ticket) }
      if flow.isTapped { record(end.error.map { .failed("\($0)") } ?? .finished, ticket) }
      release(ticket)
    }
    scheduler.finish(token, into: &actions)
    carryOutActions()
    advanceSequences()
    // Last, because the error handler may send, and its turn come back to this desk.
    if let failure { flow.report(failure) }
  }

  /// Does what the scheduler asks.
  ///
  /// It is not told of any further event before all is done.
  @inlinable
  func carryOutActions() {
    if actions.isEmpty { return }
    var returned: [EffectToken] = []
    var errors: [FlowError] = []
    for action in actions {
      switch action {
      case .start(let token):
        guard let ticket = ticket(token), let work = ticket.work else { continue }
        if flow.isTapped { record(.started, ticket) }
        ticket.handle = begin(work, token)
      case .wait(let token):
        if flow.isTapped, let ticket = ticket(token) { record(.waiting, ticket) }
      case .cancel(let token):
        guard let ticket = ticket(token) else { continue }
        ticket.handle?.cancel()
        if flow.isTapped { record(.cancelled, ticket) }
        if ticket.end != nil { returned.append(token) }
        release(ticket)
        flow.settle()
      case .drop(let token, let reason):
        guard let ticket = ticket(token) else { continue }
        if flow.isTapped { record(.dropped(reason), ticket) }
        if reason == .full, let error = fullQueue(of: ticket) { errors.append(error) }
        release(ticket)
        flow.settle()
      case .wake(let time):
        wakeTime = time
        timer.ask(for: time)
      }
    }
    actions.removeAll(keepingCapacity: true)
    // Their bodies had returned before they were cancelled, so nobody else will say so.
    for token in returned {
      scheduler.finish(token, into: &actions)
      carryOutActions()
    }
    for error in errors { flow.report(error) }
  }

  /// The ticket of an effect that has not ended.
  @inlinable
  func ticket(_ token: EffectToken) -> Ticket? {
    guard token.slot < tickets.count, tickets[token.slot].serial == token.serial else { return nil }
    return tickets[token.slot]
  }

  /// The effect has ended: lets go of what belongs to it and notes that its sequence may go on.
  @inlinable
  func release(_ ticket: Ticket) {
    if let sequence = ticket.sequence { left.append(sequence) }
    ticket.serial = 0
    ticket.work = nil
    ticket.handle = nil
    ticket.undelivered = 0
    ticket.end = nil
  }

  @usableFromInline
  func fullQueue(of ticket: Ticket) -> FlowError? {
    guard let work = ticket.work, let queue = work.queue else { return nil }
    return .queueFull(store: storeName, queue: queue, label: work.label)
  }

  @usableFromInline
  func failure(_ error: any Error, of ticket: Ticket) -> FlowError {
    .effectFailed(store: storeName, label: ticket.work?.label, error: error)
  }

  @inlinable
  func begin(_ work: Work<Message>, _ token: EffectToken) -> DriverHandle {
    // In a bounded queue a cancelled effect holds its place until its body has returned; elsewhere nobody waits
    // for the news, and the hop home is saved.
    let isBounded = scheduler.keepsPlace(token)
    let job = DriverJob(
      .effect, owner: storeName, serial: token.serial, label: work.label, id: work.id)
    return flow.gateway.driver.start(job) { [inlet] in
      let origin = Origin.effect(token)
      var failure: (any Error)?
      if !Task.isCancelled {
        let send = Send(inlet, origin)
        do {
          try await work.operation(send)
        } catch {
          if !Task.isCancelled, let recover = work.recover {
            if let message = recover(error) { await send(message) }
          } else {
            failure = error
          }
        }
      }
      if !isBounded && Task.isCancelled { return }
      await inlet.finish(JobEnd(origin: origin, error: failure))
    }
  }

  // MARK: Sequences

  @inlinable
  func advanceSequences() {
    while let sequence = left.popLast() {
      if tracker.leave(sequence) { advance(sequence) }
    }
  }

  /// Begins steps until one has something to wait for, or none is left.
  @inlinable
  func advance(_ sequence: Int) {
    while let (rest, turn) = steps[sequence] {
      guard let step = rest.first else {
        steps[sequence] = nil
        if let parent = tracker.close(sequence) { left.append(parent) }
        return
      }
      steps[sequence]?.rest.removeFirst()
      // One more while the step is handed over, so that it cannot seem done before all of it has begun.
      tracker.enter(sequence)
      _ = hand(step, turn: turn, sequence: sequence)
      if !tracker.leave(sequence) { return }
    }
  }

  // MARK: Records

  @usableFromInline
  func record(_ kind: EffectEvent.Kind, _ ticket: Ticket) {
    events.append(
      EffectEvent(
        kind: kind, store: storeName, serial: ticket.serial, turn: ticket.turn,
        label: ticket.work?.label, id: ticket.work?.id, queue: ticket.work?.queue))
  }
}
