import Millrace
import MillraceCore

/// A store on the stage, whatever its types are.
protocol ReplayedStoreProtocol: AnyObject {
  /// The message of the turn that is being replayed, for people.
  var messageText: String { get }
  /// When a queue of the store wants to be told the time.
  var nextEffectTime: Duration? { get }

  /// Compares the store with what it was when its recording began, and takes down which numbers of the record are
  /// which numbers of today.
  func enter(_ store: HistoryStore, _ entry: HistoryEntry) throws(HistoryError) -> [ReplayFinding]
  /// Reads the message of a turn.
  func readMessage(_ entry: HistoryEntry) throws(HistoryError)
  /// What differs between the recorded message and one that today's code has sent; nil for nothing.
  func messageDifference(_ today: any Sendable) throws(HistoryError) -> String?
  /// Takes the turn of the recorded message; false when what sent it is not running here.
  func takeTurn(from cause: ReplayedCause) -> Bool
  /// What differs between the recorded state and today's; nil for nothing.
  ///
  /// - Parameter isDue: Whether a state that has not changed was not written either, so that the last one holds.
  func stateDifference(_ entry: HistoryEntry, isDue: Bool) throws(HistoryError) -> String?

  /// The number that an effect of the record has today; nil for none.
  func effectToday(_ recorded: UInt64) -> UInt64?
  /// The number that an effect of today has in the record.
  func effectRecorded(_ today: UInt64) -> UInt64
  /// The number that a subscription of the record has today; nil for none.
  func subscriptionToday(_ recorded: UInt64) -> UInt64?
  /// True when a part of the state that has sent something has not left.
  func isThere(_ part: PartStay) -> Bool
  /// Where an effect stands today; nil when there is none or it has ended.
  func phase(ofEffect recorded: UInt64) -> EffectPhase?
  /// An effect has ended; false when it does not run here.
  func endEffect(_ recorded: UInt64, error: String?) -> Bool
  /// The body of a running effect has returned, with a message still in line.
  func returnEffect(_ recorded: UInt64)
  /// The time that a queue waits for may have come.
  func ringTimer()
}

final class ReplayedStore<State, Message: Sendable, StateForm: Codable, MessageForm: Codable>:
  ReplayedStoreProtocol
{
  private let store: Store<State, Message>
  private let stateForm: (State) throws -> StateForm
  private let messageForm: (Message) throws -> MessageForm
  private let restore: (MessageForm) throws -> Message

  private var message: (form: MessageForm, value: Message)?
  /// The state that the last line said.
  private var expected: StateForm?

  private var effects = ReplayNumbers()
  private var subscriptions = ReplayNumbers()

  init(
    _ store: Store<State, Message>,
    state: @escaping (State) throws -> StateForm,
    message: @escaping (Message) throws -> MessageForm,
    restore: @escaping (MessageForm) throws -> Message
  ) {
    self.store = store
    stateForm = state
    messageForm = message
    self.restore = restore
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

  func readMessage(_ entry: HistoryEntry) throws(HistoryError) {
    let form: MessageForm = try entry.message(of: store.storeName)
    do {
      message = (form, try restore(form))
    } catch {
      throw .notDecodable(
        line: entry.number, store: store.storeName, part: "message", type: "\(Message.self)",
        reason: CodingReason.text(error))
    }
  }

  func messageDifference(_ today: any Sendable) throws(HistoryError) -> String? {
    guard let message, let today = today as? Message else { return "\(today)" }
    do {
      let form = try messageForm(today)
      if try isSame(message.form, form) { return nil }
      return Difference(from: message.form, to: form)?.description ?? "\(today)"
    } catch {
      throw .messageNotEncodable(
        store: store.storeName, turn: store.flow.lastSequence, message: "\(today)",
        reason: CodingReason.text(error))
    }
  }

  func takeTurn(from cause: ReplayedCause) -> Bool {
    guard let message else { return false }
    return store.replay(message.value, from: cause)
  }

  func stateDifference(_ entry: HistoryEntry, isDue: Bool) throws(HistoryError) -> String? {
    if entry.hasState { expected = try entry.state(of: store.storeName) }
    guard entry.hasState || isDue, let expected else { return nil }
    do {
      let today = try stateForm(store.withState { $0 })
      if try isSame(expected, today) { return nil }
      if let difference = Difference(from: expected, to: today) { return "\(difference)" }
      return "- \(try HistoryCoding.text(expected))\n+ \(try HistoryCoding.text(today))"
    } catch {
      throw .stateNotEncodable(
        store: store.storeName, turn: store.flow.lastSequence, reason: CodingReason.text(error))
    }
  }

  /// Whether two values are equal, or are recorded as the same: what was not recorded cannot be compared.
  private func isSame<Value: Encodable>(_ recorded: Value, _ today: Value) throws -> Bool {
    if let recorded = recorded as? any Equatable, recorded.isEqual(to: today) { return true }
    if try HistoryCoding.text(recorded) == HistoryCoding.text(today) { return true }
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

  func returnEffect(_ recorded: UInt64) {
    if let serial = effects.today(recorded) { store.replayReturn(ofEffect: serial) }
  }

  func ringTimer() { store.replayTimer() }
}

/// Which numbers of a record are which numbers of today: those of what was there at the beginning by their places, and
/// those that were given later by their distance from the beginning.
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

  // The numbers of a record may be anything. One that wraps round is the number of nothing.

  func today(_ recorded: UInt64) -> UInt64? {
    recorded > lastRecorded ? recorded &- lastRecorded &+ lastToday : toToday[recorded]
  }

  func recorded(_ today: UInt64) -> UInt64 {
    today > lastToday ? today &- lastToday &+ lastRecorded : toRecorded[today] ?? today
  }
}

extension Equatable {
  fileprivate func isEqual(to other: some Any) -> Bool {
    other as? Self == self
  }
}
