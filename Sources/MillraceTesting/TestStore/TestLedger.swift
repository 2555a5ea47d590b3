public import Millrace
public import Synchronization

/// The turns, effects and errors of a flow that a test store has received and not asserted yet.
///
/// The taps, which retain it, write it, and the steps read it; both at the flow's home.
@usableFromInline
final class TestLedger<State, Message> {
  /// A turn and the state after it; a class, because it is passed on more often than created.
  @usableFromInline
  final class Turn {
    @usableFromInline let record: TurnRecord
    @usableFromInline let message: Message
    @usableFromInline let state: State
    /// The effect that sent its message.
    @usableFromInline let origin: EffectEvent?

    @inlinable
    init(
      record: consuming TurnRecord, message: consuming Message, state: consuming State, origin: EffectEvent?
    ) {
      self.record = record
      self.message = message
      self.state = state
      self.origin = origin
    }
  }

  /// The name of an effect of a flow.
  struct EffectKey: Hashable {
    let store: String
    let serial: UInt64
  }

  /// An error that was not expected so far, and the step during or after which it came.
  @usableFromInline
  struct Mistake {
    let error: FlowError
    let place: TestLocation
  }

  // The exclusivity checks of the properties that every step touches are turned off: a ledger is confined to
  // the flow's home, and each access ends before any other code is called.
  /// The turns that were not asserted yet, from `first` on.
  @exclusivity(unchecked) @usableFromInline var turns: ContiguousArray<Turn> = []
  @exclusivity(unchecked) @usableFromInline var first = 0
  /// True while a step performs the action that causes its turn.
  @exclusivity(unchecked) @usableFromInline var isSending = false
  /// The turn that the step has caused; `countBeforeSent` turns waited before it.
  @exclusivity(unchecked) @usableFromInline var sent: Turn?
  @exclusivity(unchecked) @usableFromInline var countBeforeSent = 0

  private(set) var effectsInFlight: [EffectKey: EffectEvent] = [:]
  @exclusivity(unchecked) @usableFromInline var mistakes: [Mistake] = []
  /// The failures of the environment, which effects cause on any thread.
  @usableFromInline let issues = TestIssues()
  /// The source location of the latest step.
  @exclusivity(unchecked) @usableFromInline var place: TestLocation
  /// True while a caller waits for news.
  @exclusivity(unchecked) @usableFromInline var isAwaited = false

  @usableFromInline let nudge: @Sendable () -> Void
  @usableFromInline let state: () -> State
  @usableFromInline let read: (TurnRecord) -> Message?

  @usableFromInline
  init(
    place: TestLocation, nudge: @escaping @Sendable () -> Void, state: @escaping () -> State,
    read: @escaping (TurnRecord) -> Message?
  ) {
    self.place = place
    self.nudge = nudge
    self.state = state
    self.read = read
  }

  // MARK: Events of the flow

  @inlinable
  func take(_ record: TurnRecord) {
    var origin: EffectEvent?
    if case .effect(let serial, _) = record.cause { origin = effect(serial, of: record.store) }
    if !record.effects.isEmpty { take(record.effects) }
    guard let message = read(record) else { return }
    let turn = Turn(record: record, message: message, state: state(), origin: origin)
    if isSending, case .sent = record.cause {
      // A message that a gate had delayed may come during a step, before the step's own.
      if let sent { turns.append(sent) }
      sent = turn
      countBeforeSent = turns.count
    } else {
      turns.append(turn)
    }
    if isAwaited { nudge() }
  }

  /// Returns the effect of this number, if it has not ended.
  @usableFromInline
  func effect(_ serial: UInt64, of store: String) -> EffectEvent? {
    effectsInFlight[EffectKey(store: store, serial: serial)]
  }

  @usableFromInline
  func take(_ events: [EffectEvent]) {
    for event in events { take(event) }
  }

  @usableFromInline
  func take(_ event: EffectEvent) {
    let key = EffectKey(store: event.store, serial: event.serial)
    switch event.kind {
    case .started, .waiting: effectsInFlight[key] = event
    case .finished, .failed, .cancelled, .dropped: effectsInFlight[key] = nil
    }
    if isAwaited { nudge() }
  }

  /// Removes the errors that say that the update did not handle a message with this text.
  func forgiveUnhandled(_ text: String) {
    mistakes.removeAll {
      if case .unhandledMessage(_, message: text) = $0.error { true } else { false }
    }
  }

  func take(_ error: FlowError) {
    mistakes.append(Mistake(error: error, place: place))
    if isAwaited { nudge() }
  }

  // MARK: Reads of the steps

  /// True if there are failures to report before the next step.
  @inlinable var hasFailures: Bool { !mistakes.isEmpty || issues.hasNew.load(ordering: .acquiring) }

  /// The turns that wait to be received, oldest first.
  var waiting: ArraySlice<Turn> { ArraySlice(turns)[first...] }

  @inlinable var isEmpty: Bool { first == turns.count }

  /// Performs an action, and returns the turn that it causes; nil when there was none.
  @inlinable
  func send(_ action: () -> Void) -> Turn? {
    isSending = true
    action()
    isSending = false
    // It is stored apart from the others, so nothing is moved and nothing allocated.
    var turn: Turn?
    swap(&turn, &sent)
    return turn
  }

  /// The number of turns that came before the one that was sent.
  @inlinable var passedCount: Int { max(countBeforeSent - first, 0) }

  func takeFirst() -> Turn? {
    if isEmpty { return nil }
    defer { drop(1) }
    return turns[first]
  }

  @usableFromInline
  func takeFirst(_ count: Int) -> [Turn] {
    defer { drop(count) }
    return Array(turns[first..<(first + count)])
  }

  @usableFromInline
  func takeAll() -> [Turn] { takeFirst(turns.count - first) }

  /// Drops removed turns when they are half of all, so that many turns are received one by one in linear
  /// time.
  private func drop(_ count: Int) {
    first += count
    if first * 2 >= turns.count {
      turns.removeSubrange(..<first)
      first = 0
    }
  }

  /// The effects in flight, in the order of their stores' names and of their requests.
  var sortedEffects: [EffectEvent] {
    effectsInFlight.values.sorted { ($0.store, $0.serial) < ($1.store, $1.serial) }
  }

  func forgetEffects() {
    effectsInFlight = [:]
  }
}
