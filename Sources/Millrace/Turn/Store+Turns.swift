import MillraceCore

/// The one way in: gates, update, observers, effects, taps.
extension Store {
  // MARK: The common case

  /// Takes a turn that nothing observes from outside and, while no other message waits, the turns of the
  /// messages that its effects send at once.
  ///
  /// The flow is in a turn.
  @inlinable
  @inline(__always)
  func runPlain(_ first: Message) {
    var message = first
    while true {
      let effect = update(with: message)
      if case .message(let next) = effect.content, flow.isPlain && flow.machine.mayContinue,
        flow.chain.goesOn(after: flow.sequence)
      {
        message = next
        continue
      }
      _ = handOver(effect, of: message)
      break
    }
    flow.machine.endTurn()
    if !flow.machine.isFree { flow.drain() }
  }

  /// Numbers the turn, changes the state, and calls the observers; returns the requested effect.
  @inlinable
  @inline(__always)
  func update(with message: Message) -> Effect<Message> {
    let effect = change(with: message)
    callObservers(of: message)
    return effect
  }

  /// Numbers the turn, and changes the state; returns the requested effect.
  @inlinable
  @inline(__always)
  func change(with message: Message) -> Effect<Message> {
    flow.sequence &+= 1
    isUpdating = true
    let effect = lane.pointee.turn(message, update: update)
    isUpdating = false
    return effect
  }

  @inlinable
  @inline(__always)
  func callObservers(of message: Message) {
    if watches.count != 0 {
      let state = statePointer
      watches.walk { watch in
        if watch.isActive { watch.look(state) }
      }
    }
    if let messageObservers { messageObservers.notify(message) }
  }

  /// Begins what an update has requested; returns false if it did not know the message.
  @inlinable
  @inline(__always)
  func handOver(_ effect: Effect<Message>, of message: Message) -> Bool {
    switch effect.content {
    case .none: return true
    case .message(let next):
      lineUp(next, .turn(flow.sequence, flow.chain.origin(of: flow.sequence)))
      return true
    default:
      if runner().perform(effect, turn: flow.sequence) { return true }
      reportUnhandled(message)
      return false
    }
  }

  // MARK: Waiting messages

  @inlinable
  func lineUp(_ message: Message, _ source: MessageSource, of part: PartStay = .whole) {
    lane.pointee.enqueue(
      message,
      mark: WaitingMark(
        source, inheritance: flow.inheritanceOfNext(in: laneIndex), depth: flow.depthOfNext(), part: part))
    flow.machine.enqueue(laneIndex)
  }

  /// Moves posted messages into the lane; the flow has recorded their place.
  @inlinable
  func lineUpPostedRun(_ count: Int) {
    lane.pointee.enqueue(
      contentsOf: mailbox.takeStaged(count), mark: WaitingMark(.posted(0), inheritance: Flow.fromNowhere))
  }

  /// The messages that wait for their turns, in order.
  package var waitingMessages: [Message] { lane.pointee.waitingMessages }

  /// Drops the messages that wait for their turns, except those that pass a lock and those that a gate
  /// delays.
  @discardableResult
  package func dropWaitingMessages() -> [Message] {
    var dropped: [Message] = []
    while let entry = lane.pointee.dequeue() {
      dropped.append(entry.message)
      flow.forget(entry.mark.inheritance)
      if case .posted = entry.mark.source { mailbox.noteTurn() }
      if entry.mark.source.canEnd && isWelcome(entry.mark.source) { isDone(entry.mark.source) }
    }
    flow.machine.drop(laneIndex)
    return dropped
  }

  /// Takes the turn that has begun, and all that follow it in this lane.
  @inlinable
  func drainLane() {
    repeat {
      if let entry = lane.pointee.dequeue() {
        take(entry.message, entry.mark)
        if case .posted = entry.mark.source { mailbox.noteTurn() }
      }
      flow.passLeft &-= 1
    } while flow.passLeft > 0 && flow.machine.passTurn(to: laneIndex)
    flow.machine.endTurn()
  }

  /// Takes the turn of a message, if its sender and its part have not ended.
  @inlinable
  func take(_ message: Message, _ mark: WaitingMark) {
    if mark.inheritance != Flow.fromCaller { flow.inherit(mark.inheritance) }
    defer { if mark.inheritance != Flow.fromCaller { flow.inheritance = .caller } }
    if mark.source.canEnd && !isWelcome(mark.source) { return }
    if mark.part != .whole && !isThere(mark.part) { return }
    beginTurn(of: mark.source, at: mark.depth)
    if mark.depth != 0 { flow.noteChained(message, store: storeName, at: mark.depth) }
    if !flow.isGated {
      takeUngated(message, mark.source)
    } else if let message = passGates(message, mark) {
      takeTapped(message, mark.source)
    } else {
      // The next turn belongs to another message, and to no chain with this one.
      flow.chain.turn = 0
    }
    if mark.source.canEnd { isDone(mark.source) }
  }

  /// Records the sends and the chain that have led to the turn that begins.
  @inlinable
  func beginTurn(of source: MessageSource, at depth: UInt32 = 0) {
    let turn = flow.sequence &+ 1
    var origin = WorkOrigin(turn)
    switch source {
    case .turn(_, let known): origin = known
    case .effect(let token, _): if let effects { origin = effects.origin(of: token) }
    case .sent(let number), .posted(let number):
      if number != 0 {
        origin = WorkOrigin(number)
      } else if depth == 0 && !flow.isGated {
        return
      }
    case .subscription: if depth == 0 && !flow.isGated { return }
    }
    flow.chain.begin(turn, at: depth, origin)
  }

  /// Takes a turn on a flow without gates.
  @inlinable
  @inline(__always)
  func takeUngated(_ message: Message, _ source: MessageSource) {
    if flow.isPlain {
      _ = handOver(update(with: message), of: message)
    } else {
      takeTapped(message, source)
    }
  }

  /// Takes a turn, and gives the taps its record.
  @inlinable
  func takeTapped(_ message: Message, _ source: MessageSource) {
    if !flow.wanted.isEmpty { return takeDetailed(message, source) }
    let isHandled = handOver(allowed(update(with: message), of: message), of: message)
    notifyTaps(message, source, isHandled: isHandled)
  }

  /// Takes a turn, and gives the taps the record with the details that they request.
  @usableFromInline
  func takeDetailed(_ message: Message, _ source: MessageSource) {
    if flow.wanted.contains(.before) {
      flow.taps.walk { tap in
        if tap.isActive { tap.before?(storeNumber) { self.shownState } }
      }
    }
    let before = flow.wanted.contains(.changes) ? toolState : nil
    let isTimed = flow.wanted.contains(.times)
    let start = isTimed ? flow.timekeeper.now : .zero
    let effect = change(with: message)
    let middle = isTimed ? flow.timekeeper.now : .zero
    callObservers(of: message)
    let end = isTimed ? flow.timekeeper.now : .zero
    let isHandled = handOver(allowed(effect, of: message), of: message)
    notifyTaps(
      message, source, isHandled: isHandled, isChanged: before.flatMap { isDifferent(from: $0) },
      times: isTimed ? TurnTimes(update: middle - start, observers: end - middle) : nil)
  }

  @inlinable
  @inline(__always)
  func notifyTaps(
    _ message: Message, _ source: MessageSource, isHandled: Bool, isChanged: Bool? = nil,
    times: TurnTimes? = nil
  ) {
    guard flow.isTapped else { return }
    flow.notify(
      TurnRecord(
        sequence: flow.sequence, flow: flow.name, store: storeName, message: message, cause: source.cause,
        isHandled: isHandled, isChanged: isChanged, times: times, effects: effects?.takeEvents() ?? []))
  }

  // MARK: Arrivals

  /// Sends a message when the flow is not free or not plain, or when posted messages wait; returns the number
  /// of the send, or 0 if the message was refused.
  @inlinable
  func sendInOrder(_ message: Message, _ isolation: (any Actor)?, at here: UInt) -> UInt64 {
    checkHasState()
    flow.adopt(isolation)
    if flow.machine.isInTurn {
      let number = flow.numberOfSend()
      lineUp(message, .turn(flow.sequence, flow.currentOrigin.sending(number)))
      return number
    }
    if let refusal = flow.refusal {
      refusal.refuse(storeName, message)
      return 0
    }
    if flow.refusesNew && refusesNew(message) { return 0 }
    if !flow.hasRoom(at: here), let number = mailbox.postTracked(message) { return number }
    flow.receivePosted()
    let number: UInt64
    if flow.machine.isFree && !flow.isGated {
      number = flow.sequence &+ 1
      flow.machine.begin()
      takeUngated(message, .sent(0))
      flow.machine.endTurn()
    } else if flow.machine.isFree {
      number = flow.numberOfSend()
      flow.machine.begin()
      take(message, WaitingMark(.sent(number)))
      flow.machine.endTurn()
    } else {
      number = flow.numberOfSend()
      flow.machine.enqueue(laneIndex)
      lane.pointee.enqueue(
        message, mark: WaitingMark(.sent(number), inheritance: flow.inheritanceOfNext(in: laneIndex)))
    }
    if !flow.machine.isEmpty { flow.drain() }
    return number
  }

  /// Takes the turn of a message that passes locks: at once, or next if a turn is in progress or a state is
  /// lent.
  @inlinable
  func sendPassing(_ message: Message, _ isolation: (any Actor)?) {
    checkHasState()
    flow.adopt(isolation)
    let isInTurn = flow.machine.isInTurn
    if flow.refusesNew && !isInTurn && refusesNew(message) { return }
    let mark = WaitingMark(
      isInTurn ? .turn(flow.sequence, flow.currentOrigin.sending(flow.numberOfSend())) : .sent(0),
      passes: true,
      depth: isInTurn ? flow.chain.depth(after: flow.sequence) : 0)
    guard case .run = flow.machine.arrivePassing(at: laneIndex) else {
      lane.pointee.enqueuePassing(message, mark: mark)
      return
    }
    take(message, mark)
    flow.machine.endTurn()
    flow.drain()
  }

  /// Handles a message of an effect or a subscription that has come home.
  @inlinable
  func arrive(_ message: Message, from source: MessageSource) {
    assert(flow.isEntered())
    defer { assert(flow.isLeft()) }
    flow.receivePosted()
    guard accepts(source) else { return }
    if flow.isPlain && flow.machine.isFree {
      flow.machine.begin()
      beginTurn(of: source)
      runPlain(message)
    } else {
      lineUpWelcome(message, source)
      flow.drain()
    }
  }

  /// Handles the end of the body of an effect or a subscription.
  @inlinable
  func leave(_ end: JobEnd) {
    flow.receivePosted()
    jobEnded(end)
    flow.drain()
  }

  @usableFromInline
  func reportUnhandled(_ message: Message) {
    flow.report(.unhandledMessage(store: storeName, message: "\(message)"))
  }
}
