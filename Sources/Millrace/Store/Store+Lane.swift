import MillraceCore

/// The operations of a store that its flow uses, and the runners that perform the requests of its turns.
extension Store: LaneStore {
  /// Joins the flow; the initialiser's last step before the first subscriptions.
  @usableFromInline
  func join() {
    flow.connect(self, mailbox, lane: laneIndex)
  }

  /// Begins the first subscriptions, and updates them after each turn.
  @inlinable
  func begin<Wanted, Key: Hashable>(
    _ wanted: @escaping (State) -> [Wanted], key: @escaping (Wanted) -> Key,
    isSame: @escaping (Key, Wanted) -> Bool, make: @escaping (Wanted) -> StoreSubscription<Message>
  ) {
    let follow = subscriptionRunner().follower(key: key, isSame: isSame, make: make)
    follow(wanted(lane.pointee.state))
    watches.append(
      Watch(followsPresent: true) { state in
        // Sound: a watch receives the address of its own store's state.
        follow(wanted(state.assumingMemoryBound(to: State.self).pointee))
      })
  }

  package var storeNumber: UInt64 { mailbox.storeNumber }

  var isIdle: Bool {
    delayed.count == 0 && (effects?.isIdle ?? true)
  }

  var awaitsTurnsOnly: Bool {
    isIdle || timer?.isArmed != true && effects?.allHaveReturned != false
  }

  // MARK: Posted messages

  func lineUpStaged(_ count: Int) {
    lineUpPosted(self, count)
  }

  func lineUp(_ message: any Sendable, from source: MessageSource) {
    guard accepts(source), let message = message as? Message else { return }
    lineUpWelcome(message, source)
  }

  func lineUp(_ message: any Sendable, inheriting context: TaskContext, ofSend number: UInt64) {
    guard let message = message as? Message else { return }
    lane.pointee.enqueue(
      message, mark: WaitingMark(.posted(number), inheritance: flow.keep(context, lane: laneIndex)))
    flow.machine.enqueue(laneIndex)
  }

  func drain() {
    drainSpecialised(self)
  }

  func takePassing() {
    if let entry = lane.pointee.dequeuePassing() { take(entry.message, entry.mark) }
    flow.machine.endTurn()
  }

  // MARK: Effects and subscriptions

  @inlinable
  func runner() -> EffectRunner<Message> {
    effects ?? openRunner()
  }

  @usableFromInline
  func openRunner() -> EffectRunner<Message> {
    let runner = EffectRunner<Message>(
      mailbox: mailbox, flow: flow, timer: alarm(), storeName: storeName, register: register,
      outbox: { [unowned self] in lineUp($0, $1, of: $2) })
    effects = runner
    return runner
  }

  private func alarm() -> StoreTimer {
    if let timer { return timer }
    let alarm = StoreTimer(
      timekeeper: flow.timekeeper, driver: gateway.driver, owner: storeName, number: storeNumber,
      ring: { [mailbox] in mailbox.postTimer() })
    timer = alarm
    return alarm
  }

  /// Returns true if messages from this source are accepted: it has not ended.
  @inlinable
  func accepts(_ source: MessageSource) -> Bool {
    switch source {
    case .effect(let token, _): effects?.isLive(token) ?? false
    case .subscription(let serial): isLive(serial)
    case .sent, .posted, .turn: true
    }
  }

  /// Returns true if a subscription has not been stopped.
  @usableFromInline
  func isLive(_ serial: UInt64) -> Bool { subscriptions?.isLive(serial) ?? false }

  /// Returns true if a part of the state has not left.
  @usableFromInline
  package func isThere(_ part: PartStay) -> Bool {
    part != .cancelled && effects?.register?.isThere(part) ?? true
  }

  /// Enqueues a message of an effect or a subscription.
  ///
  /// It is checked again when its turn has come, because earlier turns may end its sender.
  @usableFromInline
  func lineUpWelcome(_ message: Message, _ source: MessageSource) {
    if case .effect(let token, _) = source { effects?.messageWaits(token) }
    lineUp(message, source)
  }

  /// Returns true if the sender of a message that waited in line has not ended.
  @usableFromInline
  func isWelcome(_ source: MessageSource) -> Bool {
    if case .effect(let token, _) = source { return effects?.messageLeaves(token) ?? false }
    return accepts(source)
  }

  /// Records that the turn of a message that waited in line is over.
  @usableFromInline
  func isDone(_ source: MessageSource) {
    guard case .effect(let token, _) = source else { return }
    effects?.messageIsDone(token)
    if flow.isTapped { notifyEffectEvents() }
  }

  @inlinable
  func jobEnded(_ end: JobEnd) {
    switch end.source {
    case .effect(let token, _): effects?.ended(token, end)
    case .subscription(let serial): subscriptionEnded(serial, end.error)
    case .sent, .posted, .turn: break
    }
    if flow.isTapped { notifyEffectEvents() }
  }

  @usableFromInline
  func subscriptionEnded(_ serial: UInt64, _ error: (any Error)?) {
    subscriptions?.ended(serial, error: error)
  }

  /// Sends the taps the events of effects outside turns.
  @usableFromInline
  func notifyEffectEvents() {
    flow.notify(effects?.takeEvents() ?? [])
  }

  // MARK: Time

  func timerDue() {
    guard let timer else { return }
    timer.rang()
    while let (message, mark) = delayed.take(at: timer.now) {
      if mark.passes {
        lane.pointee.enqueuePassing(message, mark: mark)
        flow.machine.enqueuePassing(laneIndex)
      } else {
        lane.pointee.enqueue(message, mark: mark)
        flow.machine.enqueue(laneIndex)
      }
    }
    if let next = delayed.nextTime { timer.ask(for: next) }
    effects?.timerDue()
    if flow.isTapped { notifyEffectEvents() }
  }

  // MARK: Gates

  /// Returns the message as the gates leave it; nil if it does not pass now.
  @usableFromInline
  func passGates(_ message: Message, _ mark: WaitingMark) -> Message? {
    let outcome = flow.askGates(
      message, lane: laneIndex, store: storeName, cause: mark.source.cause, part: mark.part,
      passed: mark.passedGate)
    switch outcome {
    case .passed: return message
    case .dropped:
      if flow.gateHasRefused { noteRefused(mark.source) }
      return nil
    case .changed(let changed, let gate): return cast(changed, by: gate)
    case .delayed(let changed, let gate, let time):
      guard let message = cast(changed, by: gate) else { return nil }
      switch mark.source {
      case .effect(let token, _): effects?.messageWaits(token)
      case .posted: mailbox.returning += 1
      case .sent, .turn, .subscription: break
      }
      let due = alarm().now + time.bounded
      var waiting = mark
      waiting.passedGate = gate.number
      waiting.inheritance = Flow.fromNowhere
      delayed.add((message, waiting), until: due)
      alarm().ask(for: due)
      return nil
    }
  }

  private func noteRefused(_ source: MessageSource) {
    flow.gateHasRefused = false
    gateway.noteLost([source])
  }

  private func cast(_ message: any Sendable, by gate: FlowGate) -> Message? {
    if let message = message as? Message { return message }
    flow.report(
      .gateChangedType(
        gate: gate.name, store: storeName, expected: "\(Message.self)", got: "\(type(of: message))"))
    return nil
  }
}
