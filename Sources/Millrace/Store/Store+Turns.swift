import MillraceCore

/// The attributes of a waiting message.
@usableFromInline
struct Mark {
  @usableFromInline var cause: Cause
  @usableFromInline var passes = false
  /// The inheritance of its turn's effects: 0 for the task that takes the turn, 1 for none, else the number
  /// of a context.
  @usableFromInline var inheritance: UInt16
  /// The number of turns in one call that led to it, each caused by the one before; 0 for a message from
  /// outside.
  @usableFromInline var depth: UInt32 = 0
  /// The part and the gate in one word, because it is moved with every waiting message: the part above the
  /// gate.
  @usableFromInline var places: UInt64

  /// The part of the state that sent it at once, and with which it ends; the whole for all others.
  @inlinable var part: PartStay { PartStay(number: UInt32(truncatingIfNeeded: places &>> 32)) }

  /// The number of the last gate that it has passed; 0 for none.
  @inlinable var passedGate: Int {
    get { Int(places & 0xFFFF_FFFF) }
    set { places = places & ~0xFFFF_FFFF | UInt64(UInt32(clamping: newValue)) }
  }

  @usableFromInline
  init(
    _ cause: Cause, passes: Bool = false, inheritance: UInt16 = Flow.fromCaller, depth: UInt32 = 0,
    part: PartStay = .whole, passedGate: Int = 0
  ) {
    self.cause = cause
    self.passes = passes
    self.inheritance = inheritance
    self.depth = depth
    places = UInt64(part.number) &<< 32 | UInt64(UInt32(clamping: passedGate))
  }
}

extension Store {
  // MARK: The common case

  /// Takes a turn and, while no other message waits, the turns of the messages that it returns.
  ///
  /// The flow is in a turn.
  @inlinable
  @inline(__always)
  func takePlainTurns(_ first: Message) {
    var message = first
    while true {
      let effect = takeTurn(message)
      switch effect.kind {
      case .none: break
      case .now(let next):
        if flow.isPlain && flow.machine.mayContinue && flow.chain.goesOn(after: flow.sequence) {
          message = next
          continue
        }
        lineUp(next, .turn(flow.sequence))
      case .work, .plan:
        handOver(effect, message)
      }
      break
    }
    flow.machine.endTurn()
    if !flow.machine.isFree { flow.takeWaitingTurns() }
  }

  /// Takes one turn, without its effects.
  @inlinable
  @inline(__always)
  func takeTurn(_ message: Message) -> Effect<Message> {
    flow.sequence &+= 1
    isUpdating = true
    let effect = lane.pointee.turn(message, update: update)
    isUpdating = false
    if watches.count != 0 {
      let state = statePointer
      watches.walk { watch in
        if watch.isActive { watch.look(state) }
      }
    }
    if let messageObservers { messageObservers.tell(message) }
    return effect
  }

  @inlinable
  func lineUp(_ message: Message, _ cause: Cause, of part: PartStay = .whole) {
    lane.pointee.enqueue(
      message,
      cause: Mark(
        cause, inheritance: flow.inheritanceOfNext(in: laneIndex), depth: flow.depthOfNext(), part: part))
    flow.machine.enqueue(laneIndex)
  }

  /// Takes the turn that has begun, and all that follow it in this lane.
  @inlinable
  func takeRunOfTurns() {
    repeat {
      if let entry = lane.pointee.dequeue() { takeMarkedTurn(entry.message, entry.cause) }
    } while flow.machine.passTurn(to: laneIndex)
    flow.machine.endTurn()
  }

  /// Moves posted messages into the lane; the flow has recorded their place.
  @inlinable
  func lineUpPostedRun(_ count: Int) {
    lane.pointee.enqueue(
      contentsOf: mailbox.takeStaged(count), cause: Mark(.posted, inheritance: Flow.fromNowhere))
  }

  // MARK: Other turns

  /// Sends a message when the flow is not free or not plain, or when posted messages wait.
  @inlinable
  func sendInOrder(_ message: Message, _ isolation: (any Actor)?, at here: UInt) {
    flow.adopt(isolation)
    if flow.machine.isInTurn {
      lineUp(message, .turn(flow.sequence))
      return
    }
    if !flow.hasRoom(at: here) && mailbox.post(message) { return }
    flow.receivePosted()
    if case .run = flow.machine.arrive(at: laneIndex) {
      takeMarkedTurn(message, Mark(.sent))
      flow.machine.endTurn()
    } else {
      lane.pointee.enqueue(
        message, cause: Mark(.sent, inheritance: flow.inheritanceOfNext(in: laneIndex)))
    }
    if !flow.machine.isEmpty { flow.takeWaitingTurns() }
  }

  /// Takes the turn of a message that passes locks: at once, or next if a turn is in progress or a state is
  /// lent.
  @inlinable
  func sendPassing(_ message: Message, _ isolation: (any Actor)?) {
    flow.adopt(isolation)
    let isInTurn = flow.machine.isInTurn
    let mark = Mark(
      isInTurn ? .turn(flow.sequence) : .sent, passes: true,
      depth: isInTurn ? flow.chain.depth(after: flow.sequence) : 0)
    guard case .run = flow.machine.arrivePassing(at: laneIndex) else {
      lane.pointee.enqueuePassing(message, cause: mark)
      return
    }
    takeMarkedTurn(message, mark)
    flow.machine.endTurn()
    flow.takeWaitingTurns()
  }

  /// Handles a message of an effect or a subscription that has come home.
  @inlinable
  func arrive(_ message: Message, from origin: Origin) {
    assert(flow.isEntered())
    defer { assert(flow.isLeft()) }
    flow.receivePosted()
    guard let cause = cause(of: origin) else { return }
    if flow.isPlain && flow.machine.isFree {
      flow.machine.begin()
      takePlainTurns(message)
    } else {
      lineUpWelcome(message, cause)
      flow.takeWaitingTurns()
    }
  }

  /// Handles the end of the body of an effect or a subscription.
  @inlinable
  func leave(_ end: JobEnd) {
    flow.receivePosted()
    jobEnded(end)
    flow.takeWaitingTurns()
  }

  /// Performs the request of an update, which is known not to be empty.
  @inlinable
  func handOver(_ effect: Effect<Message>, _ message: Message) {
    if !runner().perform(effect, turn: flow.sequence) { reportUnhandled(message) }
  }

  /// Takes the turn of any message, after the gates and before the taps.
  @inlinable
  func takeMarkedTurn(_ message: Message, _ mark: Mark) {
    if mark.inheritance != Flow.fromCaller { flow.inherit(mark.inheritance) }
    defer { if mark.inheritance != Flow.fromCaller { flow.inheritance = .caller } }
    if mark.cause.canEnd && !isWelcome(mark.cause) { return }
    if mark.part != .whole && !isThere(mark.part) { return }
    if mark.depth != 0 { flow.beginChained(message, store: storeName, at: mark.depth) }
    if flow.isPlain {
      let effect = takeTurn(message)
      switch effect.kind {
      case .none: break
      case .now(let next): lineUp(next, .turn(flow.sequence))
      case .work, .plan: handOver(effect, message)
      }
    } else if !flow.isGated {
      takeRecordedTurn(message, mark.cause)
    } else if let message = passGates(message, mark) {
      takeRecordedTurn(message, mark.cause)
    } else {
      // The next turn belongs to another message, and to no chain with this one.
      flow.chain.turn = 0
    }
    if mark.cause.canEnd { isDone(mark.cause) }
  }

  /// Takes a turn whose record the taps receive.
  @inlinable
  func takeRecordedTurn(_ message: Message, _ cause: Cause) {
    let before = flow.wantsChanges ? lane.pointee.state : nil
    let effect = takeTurn(message)
    let sequence = flow.sequence
    var isHandled = true
    switch effect.kind {
    case .none: break
    case .now(let next): lineUp(next, .turn(sequence))
    case .work, .plan:
      isHandled = runner().perform(effect, turn: sequence)
      if !isHandled { reportUnhandled(message) }
    }
    guard flow.isTapped else { return }
    flow.tell(
      TurnRecord(
        sequence: sequence, flow: flow.name, store: storeName, message: message, cause: cause,
        isHandled: isHandled, isChanged: before.flatMap { isDifferent(from: $0) },
        effects: effects?.takeEvents() ?? []))
  }

  /// Returns true if the state differs from an earlier one; nil if it cannot be compared.
  @usableFromInline
  func isDifferent(from before: State) -> Bool? {
    (before as? any Equatable).map { $0.differs(from: lane.pointee.state) }
  }

  @usableFromInline
  func reportUnhandled(_ message: Message) {
    flow.report(.unhandledMessage(store: storeName, message: "\(message)"))
  }
}

extension Equatable {
  /// Returns true if another value is unequal, or of another type.
  fileprivate func differs(from other: some Any) -> Bool {
    other as? Self != self
  }
}
