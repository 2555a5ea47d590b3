import MillraceCore

/// Carries out the decisions of the effect scheduler for one store: begins and cancels work through the
/// driver, advances sequences, and sets the timer.
///
/// It is used at the store's home only, and never calls back into the store: it passes messages to be sent at
/// once to `outbox`.
@usableFromInline
final class EffectRunner<Message: Sendable> {
  /// The data of the effect that a slot of the scheduler has; used again for the next effect.
  @usableFromInline
  final class Slot {
    /// The effect in this slot; 0 if there is none.
    @exclusivity(unchecked) @usableFromInline var serial: UInt64 = 0
    @exclusivity(unchecked) @usableFromInline var work: EffectWork<Message>?
    /// The turn that requested it.
    @exclusivity(unchecked) @usableFromInline var turn: UInt64 = 0
    /// The sends that have led to that turn.
    @exclusivity(unchecked) @usableFromInline var origin = WorkOrigin(0)
    /// The sequence whose current step contains it.
    @exclusivity(unchecked) @usableFromInline var sequence: Int?
    /// The part of the state that it belongs to.
    @exclusivity(unchecked) @usableFromInline var stay = PartStay.whole
    @exclusivity(unchecked) @usableFromInline var handle: DriverHandle?
    /// The source of its task locals and priority, if it had to wait.
    @exclusivity(unchecked) @usableFromInline var inheritance: Inheritance?
    /// The number of its messages in line; the scheduler learns of its end after them.
    @exclusivity(unchecked) @usableFromInline var undelivered = 0
    @exclusivity(unchecked) @usableFromInline var end: JobEnd?

    @inlinable
    init() {}
  }

  /// The state of an open sequence.
  @usableFromInline
  struct Steps {
    @usableFromInline var rest: ArraySlice<Effect<Message>>
    @usableFromInline let request: EffectRequest
    /// The part that later steps belong to.
    @usableFromInline let context: PartContext
    /// The inheritance of later steps.
    @usableFromInline var inheritance: Inheritance?

    @inlinable
    init(rest: ArraySlice<Effect<Message>>, request: EffectRequest, context: PartContext) {
      self.rest = rest
      self.request = request
      self.context = context
    }
  }

  /// A call to code outside the runner.
  @usableFromInline
  enum Call {
    case begin(EffectToken)
    case report(FlowError)
  }

  @exclusivity(unchecked) @usableFromInline var scheduler = EffectScheduler<EffectID, EffectID>()
  @exclusivity(unchecked) @usableFromInline var slots: ContiguousArray<Slot> = []
  @exclusivity(unchecked) @usableFromInline var actions: [EffectAction] = []
  @exclusivity(unchecked) @usableFromInline var tracker = SequenceTracker()
  /// The open sequences.
  @exclusivity(unchecked) @usableFromInline var steps: [Int: Steps] = [:]
  /// Sequences with an effect of the current step that has ended.
  @exclusivity(unchecked) @usableFromInline var left: [Int] = []

  /// The parts of the state that own effects; nil until there is one.
  var register: PartRegister?
  /// The effects of parts that have not ended, and the names of the parts.
  var partEffects: [PartStay: (name: EffectID?, tokens: [UInt64: EffectToken])] = [:]

  /// Pending calls to code outside the runner, delayed until no decision is half carried out: that code may
  /// send, and its turn may come back here.
  @exclusivity(unchecked) @usableFromInline var calls: [Call] = []
  @exclusivity(unchecked) var isCalling = false

  /// True while all effects end, because the store does.
  @exclusivity(unchecked) var isEnding = false
  /// True while a cancellation ends effects that their own state has not cancelled.
  @exclusivity(unchecked) @usableFromInline var isCancelledByOthers = false

  /// The time at which the scheduler requests a call; nil for none.
  @exclusivity(unchecked) @usableFromInline var wakeTime: Duration?

  @usableFromInline let mailbox: Mailbox<Message>
  // Sound: the store that owns this runner holds its flow.
  @usableFromInline unowned(unsafe) let flow: Flow
  @usableFromInline let timer: StoreTimer
  @usableFromInline let storeName: String
  @usableFromInline var storeNumber: UInt64 { mailbox.storeNumber }
  @usableFromInline let outbox: (Message, MessageSource, PartStay) -> Void
  /// The events of effects since the last `takeEvents()`, collected only while the flow is tapped.
  @exclusivity(unchecked) @usableFromInline var events: [EffectEvent] = []

  @usableFromInline
  init(
    mailbox: Mailbox<Message>, flow: Flow, timer: StoreTimer, storeName: String,
    register: PartRegister?, outbox: @escaping (Message, MessageSource, PartStay) -> Void
  ) {
    self.mailbox = mailbox
    self.flow = flow
    self.timer = timer
    self.storeName = storeName
    self.register = register
    self.outbox = outbox
  }

  /// True if no effect runs or waits, and no sequence has further steps.
  @usableFromInline var isIdle: Bool {
    scheduler.runningCount == 0 && scheduler.waitingCount == 0 && scheduler.stoppingCount == 0
      && tracker.openCount == 0
  }

  /// True if no body runs, so that effects progress by turns alone: those that have not ended wait for the
  /// turns of their messages.
  ///
  /// O(effects in flight).
  var allHaveReturned: Bool {
    scheduler.stoppingCount == 0 && scheduler.runningCount == slots.count { $0.end != nil }
  }

  // MARK: Events

  /// Performs the request of an update.
  ///
  /// - Parameters:
  ///   - effect: The effect.
  ///   - turn: The turn that requests it.
  ///   - origin: The sends that have led to the request; by default those of the turn.
  /// - Returns: False if the update did not know its message.
  @inlinable
  func perform(_ effect: Effect<Message>, turn: UInt64, origin: WorkOrigin? = nil) -> Bool {
    let request = EffectRequest(turn: turn, origin: origin ?? flow.chain.origin(of: turn))
    let isHandled = hand(effect, request, sequence: nil, .whole)
    goOn()
    return isHandled
  }

  /// Begins the steps whose turn has come, and makes the collected calls.
  @inlinable
  func goOn() {
    advanceSequences()
    if !calls.isEmpty { makeCalls() }
  }

  /// Returns true if messages of this effect are accepted.
  @inlinable
  func isLive(_ token: EffectToken) -> Bool { scheduler.isLive(token) }

  /// Returns the turn that requested a live effect.
  @inlinable
  func turn(of token: EffectToken) -> UInt64 { slots[token.slot].turn }

  /// Returns the sends that have led to the request of a live effect.
  @inlinable
  func origin(of token: EffectToken) -> WorkOrigin { slots[token.slot].origin }

  /// Records that a message of a live effect waits in line.
  @inlinable
  func messageWaits(_ token: EffectToken) {
    slots[token.slot].undelivered += 1
  }

  /// Records that the turn of an effect's waiting message has come; returns false if the message is no longer
  /// accepted.
  @inlinable
  func messageLeaves(_ token: EffectToken) -> Bool {
    guard scheduler.isLive(token) else { return false }
    slots[token.slot].undelivered -= 1
    return true
  }

  /// Records that the turn of such a message is over.
  @inlinable
  func messageIsDone(_ token: EffectToken) {
    guard let slot = slot(token), slot.undelivered == 0, let end = slot.end else { return }
    finish(token, end)
  }

  /// Records that the body of an effect has returned or thrown.
  ///
  /// Its end takes effect after its messages that still wait in line.
  @inlinable
  func ended(_ token: EffectToken, _ end: JobEnd) {
    if let slot = slot(token), slot.undelivered > 0 {
      slot.end = end
    } else {
      finish(token, end)
    }
  }

  /// Handles the timer, at or before the time of a queue.
  @inlinable
  func timerDue() {
    let now = timer.now
    if let wakeTime, wakeTime > now {
      // It rang for a delayed message, and rings only once.
      timer.ask(for: wakeTime)
      return
    }
    wakeTime = nil
    scheduler.ring(at: now, into: &actions)
    carryOutActions()
    goOn()
  }

  /// Cancels all work; called when the store ends, on any thread.
  ///
  /// Nothing may be called after it.
  @inlinable
  func cancelAll() {
    for slot in slots { slot.handle?.cancel() }
  }

  /// Returns the events of effects since the last call.
  @inlinable
  func takeEvents() -> [EffectEvent] {
    if events.isEmpty { return [] }
    defer { events = [] }
    return events
  }
}
