import MillraceCore

/// What a waiting message carries with it.
@usableFromInline
struct Mark {
  @usableFromInline var cause: Cause
  /// Whether it passes locks.
  @usableFromInline var passes = false
  /// From where its turn's effects inherit: 0 from the task that takes the turn, 1 from nowhere, else the number of a
  /// context.
  @usableFromInline var inheritance: UInt16
  /// The number of turns of one call that led to it, each caused by the one before; 0 for a message from outside.
  @usableFromInline var depth: UInt32 = 0
  /// The part and the gate in one word, because every message that waits is moved with it: the part above the gate.
  @usableFromInline var places: UInt64

  /// The part of the state that has sent it at once, and with which it goes; the whole for all others.
  @inlinable var part: PartStay { PartStay(number: UInt32(truncatingIfNeeded: places &>> 32)) }

  /// The number of the last gate it has already passed; 0 for none.
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

  /// Takes a turn and, while nobody else waits, those of the messages it answers with.
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

  /// One turn up to, not including, its effects.
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

  /// Puts a message in line.
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

  /// Puts messages that were posted into the lane; the flow has noted their place.
  @inlinable
  func lineUpPostedRun(_ count: Int) {
    lane.pointee.enqueue(
      contentsOf: inlet.takeStaged(count), cause: Mark(.posted, inheritance: Flow.fromNowhere))
  }

  // MARK: Everything else

  /// A `send` that finds the flow not free, not plain, or with something posted.
  @inlinable
  func sendInOrder(_ message: Message, _ isolation: (any Actor)?, at here: UInt) {
    flow.adopt(isolation)
    if flow.machine.isInTurn {
      lineUp(message, .turn(flow.sequence))
      return
    }
    if !flow.hasRoom(at: here) && inlet.post(message) { return }
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

  /// Takes the turn of a message that passes locks, at once or, inside of a turn or while a state is lent, next.
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

  /// A message of an effect or a subscription has come home.
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

  /// The body of an effect or a subscription has come home.
  @inlinable
  func leave(_ end: JobEnd) {
    flow.receivePosted()
    jobEnded(end)
    flow.takeWaitingTurns()
  }

  /// Hands over what an update asked for, of which it is known that it is something.
  @inlinable
  func handOver(_ effect: Effect<Message>, _ message: Message) {
    if !desk().perform(effect, turn: flow.sequence) { reportUnhandled(message) }
  }

  /// A turn of a message from anywhere, past the gates and before the taps.
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
      // The next turn is another message's, and in no chain with this one.
      flow.chain.turn = 0
    }
    if mark.cause.canEnd { isDone(mark.cause) }
  }

  /// A turn that is told to the taps.
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
      isHandled = desk().perform(effect, turn: sequence)
      if !isHandled { reportUnhandled(message) }
    }
    guard flow.isTapped else { return }
    flow.tell(
      TurnRecord(
        sequence: sequence, flow: flow.name, store: storeName, message: message, cause: cause,
        isHandled: isHandled, isChanged: before.flatMap { isDifferent(from: $0) },
        effects: effects?.takeEvents() ?? []))
  }

  /// Whether the state differs from an earlier one; nil when it cannot be compared.
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
  /// Whether another value is unequal, or not of this type at all.
  fileprivate func differs(from other: some Any) -> Bool {
    other as? Self != self
  }
}
