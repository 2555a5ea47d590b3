import Millrace
import MillraceCoding

/// A shared store with its types erased, used at the flow's home.
protocol SharedStore: AnyObject {
  var name: String { get }
  /// Ends the sharing of the store's turns.
  func release()
  var rules: Int { get }
  /// Returns why an entry must wait for another release; nil if it can be read here.
  func hold(of entry: LogEntry, at position: UInt64) -> ReplicaHold?
  /// Reads the message of an entry.
  func decode(_ entry: LogEntry) throws -> any Sendable
  /// Takes the first entry that is pending here on the confirmed state.
  ///
  /// - Parameters:
  ///   - entry: The entry, whose message is known.
  ///   - mayTakeTurn: True if the store may take a turn of its own, so that taps see it.
  ///   - position: The entry's position.
  func takeOwn(_ entry: LogEntry, mayTakeTurn: Bool, at position: UInt64)
  /// Takes entries of other places on the confirmed state.
  ///
  /// - Parameters:
  ///   - run: Entries of one kind and one version of the rules.
  ///   - mayTakeTurn: True if the store may take turns of its own, so that taps see them.
  ///   - failed: Receives the index from 0 of an entry that cannot be decoded, and the error. It is not
  ///     taken.
  func take(_ run: ArraySlice<LogEntry>, mayTakeTurn: Bool, failed: (_ index: Int, any Error) -> Void)
  /// Puts messages that were pending in an earlier process before those of this one.
  func restore(_ messages: [(ticket: UInt64, message: any Sendable)])
  /// Drops a pending message, so that its turn is taken back.
  ///
  /// - Parameters:
  ///   - ticket: The message's ticket.
  ///   - reason: The log's reason to refuse it; nil for another cause.
  ///   - position: The position of the confirmed state.
  /// - Returns: True if a refusal will be told by ``finish()``.
  @discardableResult
  func drop(_ ticket: UInt64, reason: String?, at position: UInt64) -> Bool
  /// Replaces the store's state by the confirmed one with the pending messages, if they differ.
  ///
  /// - Returns: True if the state was replaced.
  func settle() -> Bool
  /// Begins the effects of what was confirmed, and tells of refusals; returns true if there was either.
  func finish() -> Bool
  /// Returns the confirmed state in canonical form, as digests and snapshots have it.
  func encodedState() throws -> LogState
  /// Returns a function that puts a state of a snapshot in place.
  func reading(_ state: LogState, at position: UInt64) throws -> () -> Void
  func hold(of state: LogState, at position: UInt64) -> ReplicaHold?
  /// Returns true for a kind of states as this release writes it.
  func isPresent(_ kind: SchemaKind) -> Bool
  /// Forgets what was confirmed, before a log with another history is read.
  func startOver()
}

/// The message that an update has not accepted at its place in the log, or that the log's server has refused.
public struct ReplicaRefusal<State, Message: Sendable> {
  /// The message.
  public let message: Message
  /// The server's reason, a clause; nil if the update has not accepted the message.
  public let reason: String?
  /// The position of its entry; for a refusal of the server, that of the last entry that was taken.
  public let position: UInt64
  /// The state without the message: behind all entries before its position.
  public let confirmed: State
  /// The state that was shown here until then.
  public let shown: State
}

final class TypedSharedStore<State: Sendable, Message: Sendable>: SharedStore {
  typealias Update = (inout State, Message) -> Effect<Message>
  typealias Refused = ReplicaRefusal<State, Message>

  struct Pending {
    let ticket: UInt64
    let message: Message
    /// True if the message has its turn here already; false for one that waits for the log.
    let isShown: Bool
    let answer: ((State, UInt64, _ isAccepted: Bool) -> Void)?
  }

  let store: Store<State, Message>
  let states: RecordSchema<State>
  let messages: SharedMessages<Message>
  let rules: Int
  private let earlier: [Int: Update]
  private let refused: ((Refused) -> Void)?
  private let first: State

  /// The state behind the last entry that was taken, changed in place.
  private var confirmed: State
  /// The messages that wait; a slice, so that each one that is taken costs the same.
  private var pending: ArraySlice<Pending> = []
  /// True if the store's state is not the confirmed one with the pending messages.
  private(set) var isStale = false
  private var effects: [Effect<Message>] = []
  private var refusals: [Refused] = []
  private let encoder = RecordEncoder()

  var name: String { store.storeName }

  init(
    _ store: Store<State, Message>, states: RecordSchema<State>, messages: SharedMessages<Message>,
    rules: Int,
    earlier: [Int: Update], refused: ((Refused) -> Void)?
  ) {
    self.store = store
    self.states = states
    self.messages = messages
    self.rules = rules
    self.earlier = earlier
    self.refused = refused
    store.becomeShareable()
    first = store.withState { copy $0 }
    confirmed = first
  }

  func release() { store.share(nil) }

  // MARK: Messages of this place

  func encode(_ message: Message) throws -> (kind: SchemaKind, bytes: [UInt8]) {
    try messages.encode(message, encoder)
  }

  func add(
    _ message: Message, ticket: UInt64, isShown: Bool, answer: ((State, UInt64, Bool) -> Void)? = nil
  ) {
    pending.append(Pending(ticket: ticket, message: message, isShown: isShown, answer: answer))
  }

  /// Takes back a turn that cannot be shared.
  func takeBack() { isStale = true }

  func restore(_ messages: [(ticket: UInt64, message: any Sendable)]) {
    let restored = messages.compactMap { restored in
      (restored.message as? Message).map {
        Pending(ticket: restored.ticket, message: $0, isShown: true, answer: nil)
      }
    }
    pending = restored + pending[...]
    isStale = true
  }

  func drop(_ ticket: UInt64, reason: String?, at position: UInt64) -> Bool {
    guard let index = pending.firstIndex(where: { $0.ticket == ticket }) else { return false }
    let dropped = pending.remove(at: index)
    guard dropped.isShown else { return false }
    isStale = true
    guard let reason, refused != nil else { return false }
    refuse(dropped.message, reason: reason, at: position)
    return true
  }

  private func refuse(_ message: Message, reason: String? = nil, at position: UInt64) {
    guard refused != nil else { return }
    let shown = store.withState { copy $0 }
    refusals.append(
      Refused(message: message, reason: reason, position: position, confirmed: confirmed, shown: shown))
  }

  /// The messages that wait, in the order of their entries.
  var pendingMessages: [Message] { pending.map(\.message) }

  // MARK: Entries

  func hold(of entry: LogEntry, at position: UInt64) -> ReplicaHold? {
    if entry.rules != rules, earlier[entry.rules] == nil {
      return .rules(entry.rules, store: name, position: position)
    }
    switch messages.reach(entry.kind) {
    case .current, .upcast: return nil
    case .gap, .newer, .unknown: return .kind("\(entry.kind)", store: name, position: position)
    }
  }

  func decode(_ entry: LogEntry) throws -> any Sendable {
    try messages.reader(entry.kind)(entry.message)
  }

  func takeOwn(_ entry: LogEntry, mayTakeTurn: Bool, at position: UInt64) {
    guard let own = pending.popFirst() else { return }
    let effect = update(of: entry.rules)(&confirmed, own.message)
    // What is shown already is at the same place, unless something came between.
    if !own.isShown { show(own.message, rules: entry.rules, mayTakeTurn: mayTakeTurn) }
    if effect.isUnhandled {
      if own.isShown { isStale = true }
      refuse(own.message, at: position)
      own.answer?(confirmed, position, false)
    } else {
      let effect = own.isShown ? effect.withoutEarlyParts : effect
      if !effect.isNone { effects.append(effect) }
      own.answer?(confirmed, position, true)
    }
  }

  func take(_ run: ArraySlice<LogEntry>, mayTakeTurn: Bool, failed: (_ index: Int, any Error) -> Void) {
    guard let first = run.first else { return }
    let (update, read) = (update(of: first.rules), messages.reader(first.kind))
    for index in run.indices {
      do {
        let message = try read(run[index].message)
        _ = update(&confirmed, message)
        show(message, rules: first.rules, mayTakeTurn: mayTakeTurn)
      } catch {
        failed(index - run.startIndex, error)
      }
    }
  }

  /// The update by a version of the rules that ``hold(of:at:)`` has found.
  private func update(of rules: Int) -> Update {
    if rules != self.rules, let update = earlier[rules] { return update }
    return { [store] state, message in store.apply(message, to: &state) }
  }

  /// Shows a message by a turn where one leads to the confirmed state, and else by the next ``settle()``.
  private func show(_ message: Message, rules: Int, mayTakeTurn: Bool) {
    if mayTakeTurn && rules == self.rules && !isStale && !pending.contains(where: \.isShown) {
      if !store.takeShared(message) { isStale = true }
    } else {
      isStale = true
    }
  }

  func settle() -> Bool {
    if store.takeWasReplaced() { isStale = true }
    guard isStale else { return false }
    isStale = false
    var state = confirmed
    for pending in pending where pending.isShown { _ = store.apply(pending.message, to: &state) }
    store.replace(state)
    _ = store.takeWasReplaced()
    return true
  }

  func finish() -> Bool {
    let (effects, refusals) = (effects, refusals)
    (self.effects, self.refusals) = ([], [])
    for refusal in refusals { refused?(refusal) }
    for effect in effects { store.begin(effect) }
    return !effects.isEmpty || !refusals.isEmpty
  }

  // MARK: States

  func encodedState() throws -> LogState {
    guard let place = states.place(of: confirmed) else {
      throw EncodingError.invalidValue(
        confirmed, .init(codingPath: [], debugDescription: "the schema has no kind for the state; add one"))
    }
    let bytes = try RecordEncoder.canonical.encode { try states.encode(confirmed, at: place, to: $0) }
    return LogState(store: name, kind: states.kinds[place], rules: rules, state: bytes)
  }

  func hold(of state: LogState, at position: UInt64) -> ReplicaHold? {
    if state.rules > rules { return .rules(state.rules, store: name, position: position) }
    switch states.reach(of: state.kind) {
    case .current, .upcast: return nil
    case .gap, .newer, .unknown: return .kind("\(state.kind)", store: name, position: position)
    }
  }

  func reading(_ state: LogState, at position: UInt64) throws -> () -> Void {
    let value = try state.state.withUnsafeBytes { bytes in
      try RecordDecoder().decode(bytes) { try states.decode(state.kind, from: $0) }
    }
    return { [self] in
      confirmed = value
      isStale = true
    }
  }

  func isPresent(_ kind: SchemaKind) -> Bool { states.reach(of: kind) == .current }

  func startOver() {
    confirmed = first
    isStale = true
  }
}
