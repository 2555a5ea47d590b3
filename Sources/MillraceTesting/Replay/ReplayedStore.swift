import Millrace
import MillraceCore

/// A store on the stage, without its types.
protocol ReplayedStoreProtocol: AnyObject {
  /// The message of the turn being replayed, for people.
  var messageText: String { get }
  /// The time at which a queue of the store needs to run again.
  var nextEffectTime: Duration? { get }

  /// Compares the store with its record at the beginning, and maps recorded numbers to today's.
  func enter(_ store: HistoryStore, _ entry: HistoryEntry) throws(HistoryError) -> [ReplayFinding]
  /// Continues from the state in a journal's line, if it has one.
  func restore(_ entry: HistoryEntry) throws(HistoryError) -> [ReplayFinding]
  /// Continues with the state of the store in the program's previous run.
  func takeState(of previous: any ReplayedStoreProtocol)
  func readMessage(_ entry: HistoryEntry) throws(HistoryError)
  /// Returns the difference between the recorded message and today's; nil for none.
  func messageDifference(_ today: any Sendable) throws(HistoryError) -> String?
  /// Takes the turn of the recorded message; returns false when its source is not running here.
  func takeTurn(from cause: Cause) -> Bool
  /// Returns the difference between the recorded state and today's; nil for none.
  ///
  /// - Parameter isDue: True when an unchanged state was left out of the line, so that the last one counts.
  func stateDifference(_ entry: HistoryEntry, isDue: Bool) throws(HistoryError) -> String?

  /// Returns today's number of a recorded effect; nil for none.
  func effectToday(_ recorded: UInt64) -> UInt64?
  /// Returns the recorded number of an effect of today.
  func effectRecorded(_ today: UInt64) -> UInt64
  /// Returns today's number of a recorded subscription; nil for none.
  func subscriptionToday(_ recorded: UInt64) -> UInt64?
  /// Returns true when a part of the state that has sent something has not left.
  func isThere(_ part: PartStay) -> Bool
  /// Returns the phase of an effect today; nil when there is none or it has ended.
  func phase(ofEffect recorded: UInt64) -> EffectPhase?
  /// Ends an effect; returns false when it does not run here.
  func endEffect(_ recorded: UInt64, error: String?) -> Bool
  /// Lets the body of a running effect return, with a message still in line.
  func returnEffect(_ recorded: UInt64)
  /// Tells the store that the time its queue waits for may have come.
  func ringTimer()
  /// Begins an effect between turns, which does nothing by itself.
  func beginEffect(_ effect: RecordedEffect, in queue: EffectQueue?)
  /// Cancels an effect between turns.
  func cancelEffect(_ recorded: UInt64)
  /// Returns the bodies of cancelled effects, which then make room in their queues.
  func returnStoppingEffects()
}

final class ReplayedStore<State, Message: Sendable, StateForm, MessageForm>: ReplayedStoreProtocol {
  private let store: Store<State, Message>
  private let states: ReplayForm<State, StateForm>
  private let messages: ReplayForm<Message, MessageForm>

  private var message: (form: MessageForm, value: Message)?
  /// The state in the latest line that has one.
  private var expected: StateForm?

  private var effects = ReplayNumbers()
  private var subscriptions = ReplayNumbers()

  init(
    _ store: Store<State, Message>, _ states: ReplayForm<State, StateForm>,
    _ messages: ReplayForm<Message, MessageForm>
  ) {
    self.store = store
    self.states = states
    self.messages = messages
  }

  var messageText: String { message.map { "\($0.value)" } ?? "" }
  var nextEffectTime: Duration? { store.nextEffectTime }

  func enter(_ line: HistoryStore, _ entry: HistoryEntry) throws(HistoryError) -> [ReplayFinding] {
    var findings: [ReplayFinding] = []
    if let difference = try stateDifference(entry, isDue: true) { findings.append(.state(difference)) }

    let recorded = line.inFlight ?? []
    let today = store.effectsInFlight.map { RecordedEffect($0) }
    effects = ReplayNumbers(
      recorded: recorded.map(\.serial), last: line.lastEffect, today: today.map(\.serial), store.lastEffect)
    let renumbered = today.map { effect in
      var effect = effect
      effect.serial = effects.recorded(effect.serial)
      return effect
    }
    if let difference = ReplayFinding.difference(recorded, renumbered) {
      findings.append(.effectsAtBeginning(difference))
    }

    let heard = line.subscriptions ?? []
    let hearing = store.liveSubscriptions
    subscriptions = ReplayNumbers(
      recorded: heard.map(\.serial), last: line.lastSubscription, today: hearing.map(\.serial),
      store.lastSubscription)
    if let difference = Difference(from: heard.map(\.id), to: hearing.map { "\($0.id)" }) {
      findings.append(.subscriptionsAtBeginning("\(difference)"))
    }
    return findings
  }

  func restore(_ entry: HistoryEntry) throws(HistoryError) -> [ReplayFinding] {
    effects = ReplayNumbers(recorded: [], last: 0, today: [], store.lastEffect)
    subscriptions = ReplayNumbers()
    guard entry.hasState else { return [] }
    let form = try states.read(entry, .state, store.storeName)
    guard let restore = states.restore else {
      return try stateDifference(entry, isDue: true).map { [.state($0)] } ?? []
    }
    expected = form
    store.replace(try entry.decoding(.state, of: store.storeName, State.self) { try restore(form) })
    return []
  }

  func takeState(of previous: any ReplayedStoreProtocol) {
    if let previous = previous as? Self { store.replace(previous.store.withState { $0 }) }
  }

  func readMessage(_ entry: HistoryEntry) throws(HistoryError) {
    let form = try messages.read(entry, .message, store.storeName)
    message = try entry.decoding(.message, of: store.storeName, Message.self) {
      try messages.restore.map { (form, try $0(form)) }
    }
  }

  func messageDifference(_ today: any Sendable) throws(HistoryError) -> String? {
    guard let message, let today = today as? Message else { return "\(today)" }
    return try HistoryError.catching {
      let form = try messages.make(today)
      if try isSame(message.form, form, messages.text) { return nil }
      return Difference(from: message.form, to: form)?.description ?? "\(today)"
    } as: {
      .messageNotEncodable(
        store: store.storeName, turn: store.flow.lastSequence, message: "\(today)", reason: $0)
    }
  }

  func takeTurn(from cause: Cause) -> Bool {
    guard let message else { return false }
    return store.replay(message.value, from: cause)
  }

  func stateDifference(_ entry: HistoryEntry, isDue: Bool) throws(HistoryError) -> String? {
    if entry.hasState { expected = try states.read(entry, .state, store.storeName) }
    guard entry.hasState || isDue, let expected else { return nil }
    return try HistoryError.catching {
      let today = try states.make(store.withState { $0 })
      if try isSame(expected, today, states.text) { return nil }
      if let difference = Difference(from: expected, to: today) { return "\(difference)" }
      return "- \(try states.text(expected))\n+ \(try states.text(today))"
    } as: {
      .stateNotEncodable(store: store.storeName, turn: store.flow.lastSequence, reason: $0)
    }
  }

  /// Returns true when two values are equal, or have equal recorded forms.
  ///
  /// Data that was not recorded cannot be compared.
  private func isSame<Form>(
    _ recorded: Form, _ today: Form, _ text: (Form) throws -> String
  ) throws -> Bool {
    if let recorded = recorded as? any Equatable, recorded.isSame(as: today) { return true }
    if try text(recorded) == text(today) { return true }
    // Sets have their elements in another order each time.
    return !(recorded is any Equatable) && Difference(from: recorded, to: today) == nil
  }

  // MARK: Effects

  func effectToday(_ recorded: UInt64) -> UInt64? { effects.today(recorded) }
  func effectRecorded(_ today: UInt64) -> UInt64 { effects.recorded(today) }
  func subscriptionToday(_ recorded: UInt64) -> UInt64? { subscriptions.today(recorded) }
  func isThere(_ part: PartStay) -> Bool { store.isThere(part) }

  func phase(ofEffect recorded: UInt64) -> EffectPhase? {
    guard let serial = effects.today(recorded) else { return nil }
    return store.phase(ofEffect: serial)
  }

  func endEffect(_ recorded: UInt64, error: String?) -> Bool {
    guard let serial = effects.today(recorded) else { return false }
    return store.replayEnd(ofEffect: serial, error: error.map { ReplayedError(description: $0) })
  }

  func cancelEffect(_ recorded: UInt64) {
    if let serial = effects.today(recorded) { store.replayCancellation(ofEffect: serial) }
  }

  func beginEffect(_ effect: RecordedEffect, in queue: EffectQueue?) {
    let label = effect.label.map { EffectLabel($0) }
    store.begin(.run(in: queue, id: effect.id.map { EffectID($0) }, label: label) { _ in })
  }

  func returnEffect(_ recorded: UInt64) {
    if let serial = effects.today(recorded) { store.replayReturn(ofEffect: serial) }
  }

  func ringTimer() { store.replayTimer() }

  func returnStoppingEffects() {
    for serial in store.stoppingEffects { _ = store.replayEnd(ofEffect: serial) }
  }
}

/// The mapping between recorded numbers and today's.
///
/// Numbers from the beginning are mapped by their positions, later ones by their distance from the beginning.
struct ReplayNumbers {
  private var toToday: [UInt64: UInt64] = [:]
  private var toRecorded: [UInt64: UInt64] = [:]
  private var lastRecorded: UInt64 = 0
  private var lastToday: UInt64 = 0

  init() {}

  init(recorded: [UInt64], last: UInt64?, today: [UInt64], _ lastToday: UInt64) {
    for (recorded, today) in zip(recorded, today) {
      toToday[recorded] = today
      toRecorded[today] = recorded
    }
    lastRecorded = last ?? 0
    self.lastToday = lastToday
  }

  // The numbers of a record may be anything. One that wraps round belongs to nothing.

  func today(_ recorded: UInt64) -> UInt64? {
    recorded > lastRecorded ? recorded &- lastRecorded &+ lastToday : toToday[recorded]
  }

  func recorded(_ today: UInt64) -> UInt64 {
    today > lastToday ? today &- lastToday &+ lastRecorded : toRecorded[today] ?? today
  }
}
