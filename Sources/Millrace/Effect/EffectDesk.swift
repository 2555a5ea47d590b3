import MillraceCore

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
    /// The part of the state that it belongs to.
    @exclusivity(unchecked) @usableFromInline var stay = PartStay.whole
    @exclusivity(unchecked) @usableFromInline var handle: DriverHandle?
    /// From where it inherits, if it had to wait.
    @exclusivity(unchecked) @usableFromInline var inheritance: Inheritance?
    /// How many of its messages are in line; its end is told to the scheduler after them.
    @exclusivity(unchecked) @usableFromInline var undelivered = 0
    @exclusivity(unchecked) @usableFromInline var end: JobEnd?

    @inlinable
    init() {}
  }

  /// Something that calls out.
  @usableFromInline
  enum Call {
    /// Begin the callback work of this effect.
    case begin(EffectToken)
    /// Tell the error handler.
    case report(FlowError)
  }

  @exclusivity(unchecked) @usableFromInline var scheduler = EffectScheduler<EffectID, EffectID>()
  @exclusivity(unchecked) @usableFromInline var tickets: ContiguousArray<Ticket> = []
  @exclusivity(unchecked) @usableFromInline var actions: [EffectAction] = []
  @exclusivity(unchecked) @usableFromInline var tracker = SequenceTracker()
  /// The steps that each open sequence has still to begin, the turn that asked for it, the part it belongs to, and from
  /// where the steps inherit that begin later.
  @exclusivity(unchecked) @usableFromInline var steps:
    [Int: (rest: ArraySlice<Effect<Message>>, turn: UInt64, context: PartContext, inheritance: Inheritance?)] =
      [:]
  /// Sequences of whose current step an effect has ended.
  @exclusivity(unchecked) @usableFromInline var left: [Int] = []

  /// The parts of the state that effects belong to; nil while there was none.
  var register: PartRegister?
  /// The effects of parts that have not ended, and what the parts are called.
  var partEffects: [PartStay: (name: EffectID?, tokens: [UInt64: EffectToken])] = [:]

  /// What calls out to other people's code, kept until the desk has no decision half carried out: that code may
  /// send, and its turn come back here.
  @exclusivity(unchecked) @usableFromInline var calls: [Call] = []
  @exclusivity(unchecked) var isCalling = false

  /// When the scheduler wants to be called; nil when it does not.
  @exclusivity(unchecked) @usableFromInline var wakeTime: Duration?

  @usableFromInline let inlet: Inlet<Message>
  // Sound: the store that owns this desk holds its flow.
  @usableFromInline unowned(unsafe) let flow: Flow
  @usableFromInline let timer: StoreTimer
  @usableFromInline let storeName: String
  /// The number of the store on its flow.
  @usableFromInline var storeNumber: UInt64 { inlet.storeNumber }
  @usableFromInline let outbox: (Message, Cause, PartStay) -> Void
  /// What became of effects since this was taken last; kept only while the flow is tapped.
  @exclusivity(unchecked) @usableFromInline var events: [EffectEvent] = []

  @usableFromInline
  init(
    inlet: Inlet<Message>, flow: Flow, timer: StoreTimer, storeName: String,
    register: PartRegister?, outbox: @escaping (Message, Cause, PartStay) -> Void
  ) {
    self.inlet = inlet
    self.flow = flow
    self.timer = timer
    self.storeName = storeName
    self.register = register
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
    let isHandled = hand(effect, turn: turn, sequence: nil, .whole)
    goOn()
    return isHandled
  }

  /// Begins the steps whose turn has come, and makes the calls that have gathered.
  @inlinable
  func goOn() {
    advanceSequences()
    if !calls.isEmpty { makeCalls() }
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
    scheduler.ring(at: now, into: &actions)
    carryOutActions()
    goOn()
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
}
