import MillraceCore

/// The store as its flow sees it, and the desks that perform what its turns ask for.
extension Store: LaneStore {
  /// Joins the flow; the last thing the initialiser does before the first subscriptions.
  @usableFromInline
  func join() {
    flow.connect(self, inlet, lane: laneIndex)
  }

  /// Begins the first subscriptions, and looks after each turn which there should be.
  @inlinable
  func begin<Wanted, Key: Hashable>(
    _ wanted: @escaping (State) -> [Wanted], key: @escaping (Wanted) -> Key,
    make: @escaping (Wanted) -> StoreSubscription<Message>
  ) {
    let follow = subscriptionDesk().follower(key: key, make: make)
    follow(wanted(lane.pointee.state))
    watches.append(
      Watch { state in
        // Sound: a watch is given the address of its own store's state.
        follow(wanted(state.assumingMemoryBound(to: State.self).pointee))
      })
  }

  var storeNumber: UInt64 { inlet.storeNumber }

  var isIdle: Bool {
    delayed.count == 0 && (effects?.isIdle ?? true)
  }

  var awaitsTurnsOnly: Bool {
    isIdle || timer?.isArmed != true && effects?.allHaveReturned != false
  }

  // MARK: What was posted

  func lineUpStaged(_ count: Int) {
    lineUpPosted(self, count)
  }

  func lineUp(_ message: any Sendable, from origin: Origin) {
    guard let cause = cause(of: origin), let message = message as? Message else { return }
    lineUpWelcome(message, cause)
  }

  func lineUp(_ message: any Sendable, inheriting context: TaskContext) {
    guard let message = message as? Message else { return }
    lane.pointee.enqueue(
      message, cause: Mark(.posted, inheritance: flow.keep(context, lane: laneIndex)))
    flow.machine.enqueue(laneIndex)
  }

  func takeWaitingTurns() {
    takeTurns(self)
  }

  func takePassingTurn() {
    if let entry = lane.pointee.dequeuePassing() { takeMarkedTurn(entry.message, entry.cause) }
    flow.machine.endTurn()
  }

  // MARK: Effects and subscriptions

  /// The desk that performs this store's effects.
  @inlinable
  func desk() -> EffectDesk<Message> {
    effects ?? openDesk()
  }

  @usableFromInline
  func openDesk() -> EffectDesk<Message> {
    let desk = EffectDesk<Message>(
      inlet: inlet, flow: flow, timer: alarm(), storeName: storeName, register: register,
      outbox: { [unowned self] in lineUp($0, $1, of: $2) })
    effects = desk
    return desk
  }

  private func alarm() -> StoreTimer {
    if let timer { return timer }
    let alarm = StoreTimer(
      timekeeper: flow.timekeeper, driver: gateway.driver, owner: storeName, number: storeNumber,
      ring: { [inlet] in inlet.postTimer() })
    timer = alarm
    return alarm
  }

  /// What a message from there is caused by; nil when it is unwelcome.
  @inlinable
  func cause(of origin: Origin) -> Cause? {
    switch origin {
    case .effect(let token):
      guard let effects, effects.isLive(token) else { return nil }
      return .effect(token, turn: effects.turn(of: token))
    case .subscription(let serial):
      return isLive(serial) ? .subscription(serial) : nil
    }
  }

  /// Whether a subscription has not been stopped.
  @usableFromInline
  func isLive(_ serial: UInt64) -> Bool { subscriptions?.isLive(serial) ?? false }

  /// True when a part of the state has not left.
  @usableFromInline
  package func isThere(_ part: PartStay) -> Bool { effects?.register?.isThere(part) ?? true }

  /// Puts a message of an effect or a subscription in line.
  ///
  /// It is asked again when its turn has come, because the turns before it may end what sent it.
  @usableFromInline
  func lineUpWelcome(_ message: Message, _ cause: Cause) {
    if case .effect(let token, _) = cause { effects?.messageWaits(token) }
    lineUp(message, cause)
  }

  /// Whether what sent a message that waited in line is still alive.
  @usableFromInline
  func isWelcome(_ cause: Cause) -> Bool {
    switch cause {
    case .effect(let token, _): effects?.messageLeaves(token) ?? false
    case .subscription(let serial): isLive(serial)
    case .sent, .posted, .turn: true
    }
  }

  /// The turn of a message that waited in line is over.
  @usableFromInline
  func isDone(_ cause: Cause) {
    guard case .effect(let token, _) = cause else { return }
    effects?.messageIsDone(token)
    if flow.isTapped { tellEffectEvents() }
  }

  @inlinable
  func jobEnded(_ end: JobEnd) {
    switch end.origin {
    case .effect(let token): effects?.ended(token, end)
    case .subscription(let serial): subscriptionEnded(serial, end.error)
    }
    if flow.isTapped { tellEffectEvents() }
  }

  @usableFromInline
  func subscriptionEnded(_ serial: UInt64, _ error: (any Error)?) {
    subscriptions?.ended(serial, error: error)
  }

  /// Tells the taps what became of effects outside of any turn.
  @usableFromInline
  func tellEffectEvents() {
    flow.tell(effects?.takeEvents() ?? [])
  }

  // MARK: Time

  func timerDue() {
    guard let timer else { return }
    timer.rang()
    while let (message, mark) = delayed.take(at: timer.now) {
      if mark.passes {
        lane.pointee.enqueuePassing(message, cause: mark)
        flow.machine.enqueuePassing(laneIndex)
      } else {
        lane.pointee.enqueue(message, cause: mark)
        flow.machine.enqueue(laneIndex)
      }
    }
    if let next = delayed.nextTime { timer.ask(for: next) }
    effects?.timerDue()
    if flow.isTapped { tellEffectEvents() }
  }

  // MARK: Gates

  /// The message as the gates leave it; nil when it goes no further now.
  @usableFromInline
  func passGates(_ message: Message, _ mark: Mark) -> Message? {
    let outcome = flow.askGates(
      message, lane: laneIndex, store: storeName, cause: mark.cause, part: mark.part,
      passed: mark.passedGate)
    switch outcome {
    case .passed: return message
    case .dropped: return nil
    case .changed(let changed, let gate): return cast(changed, by: gate)
    case .delayed(let changed, let gate, let time):
      guard let message = cast(changed, by: gate) else { return nil }
      if case .effect(let token, _) = mark.cause { effects?.messageWaits(token) }
      let due = alarm().now + time
      var waiting = mark
      waiting.passedGate = gate.number
      waiting.inheritance = Flow.fromNowhere
      delayed.add((message, waiting), until: due)
      alarm().ask(for: due)
      return nil
    }
  }

  private func cast(_ message: any Sendable, by gate: FlowGate) -> Message? {
    if let message = message as? Message { return message }
    flow.report(
      .gateChangedType(
        gate: gate.name, store: storeName, expected: "\(Message.self)", got: "\(type(of: message))"))
    return nil
  }
}
