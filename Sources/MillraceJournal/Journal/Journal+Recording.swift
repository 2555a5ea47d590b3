public import Millrace

extension Journal {
  // MARK: Recorded parts

  /// Records the turns of a store from the start on, and restores its state.
  ///
  /// Names of stores are compared by their bytes.
  ///
  /// - Parameter recordable: The store, as its dialect describes it.
  /// - Throws: ``JournalError`` when the store belongs to another flow, its name is taken, a schema is
  ///   invalid, or the journal was started already.
  public func record<State, Message>(_ recordable: Recordable<State, Message>) throws(JournalError) {
    let name = recordable.name
    if isStarted || isStarting { throw .alreadyStarted(what: "recording the store `\(name)`") }
    if recordable.flow !== flow {
      throw .otherFlow(store: name, flow: recordable.flow.name, expected: flow.name)
    }
    // Turns are matched to stores by name.
    let exact = ExactText(name)
    if places[exact] != nil || flow.storeNames.count(where: { ExactText($0) == exact }) > 1 {
      throw .nameTaken(store: name)
    }
    try check(recordable.states.flaws, "the states of the store `\(name)`")
    try check(recordable.messages.flaws, "the messages of the store `\(name)`")
    let journaledStore = TypedJournaledStore(recordable)
    try checkNames(journaledStore.codec)
    places[exact] = journaledStores.count
    leftOut.remove(exact)
    journaledStores.append(journaledStore)
  }

  /// Records the turns of a store from the start on, and restores its state.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - state: The schema of its states.
  ///   - messages: The schema of its messages.
  /// - Throws: ``JournalError`` when the store belongs to another flow, its name is taken, a schema is
  ///   invalid, or the journal was started already.
  public func record<State: Sendable, Message>(
    _ store: Store<State, Message>, state: RecordSchema<State>, messages: RecordSchema<Message>
  ) throws(JournalError) {
    try record(store.recordable(state: state, messages: messages))
  }

  /// Leaves the turns of a store out of the journal.
  ///
  /// Without this, or ``record(_:)``, the store's first turn is reported as an error.
  public func leaveOut(_ store: String) {
    leftOut.insert(ExactText(store))
  }

  /// Registers a durable effect of a store: the journal records it, and resumes it at a start if it has not
  /// answered.
  ///
  /// - Parameters:
  ///   - effect: The effect.
  ///   - store: The store whose updates return the effect; it must be recorded, too.
  /// - Throws: ``JournalError`` when the journal was started already, or the effect's schema or name is
  ///   invalid.
  public func durable<Request, State, Message>(
    _ effect: DurableEffect<Request, Message>, on store: Store<State, Message>
  ) throws(JournalError) {
    try durable(effect, on: store) { $0 }
  }

  /// Registers a durable effect of a part of a store, whose messages the store wraps.
  ///
  /// - Parameters:
  ///   - effect: The effect, which the store's updates return mapped.
  ///   - store: The store whose updates return the effect; it must be recorded, too.
  ///   - wrap: A closure that turns the part's message into the store's, used when the journal resumes the
  ///     effect.
  /// - Throws: ``JournalError`` when the journal was started already, or the effect's schema or name is
  ///   invalid.
  public func durable<Request, Part, State, Message>(
    _ effect: DurableEffect<Request, Part>, on store: Store<State, Message>,
    as wrap: @escaping @Sendable (Part) -> Message
  ) throws(JournalError) {
    if isStarted || isStarting { throw .alreadyStarted(what: "the durable effect `\(effect.name)`") }
    if store.flow !== flow {
      throw .otherFlow(store: store.storeName, flow: store.flow.name, expected: flow.name)
    }
    if let other = durables.first(where: { $0.isSame(effect.name, effect.requests.kinds) }) {
      throw .effectRegisteredTwice(name: effect.name, store: store.storeName, other: other.store)
    }
    let taken =
      journaledStores.flatMap { $0.codec.messageKinds + $0.codec.stateKinds } + durables.flatMap(\.kinds)
    let clashes = effect.requests.kinds.filter { kind in taken.contains { $0.isNamed(kind.name) } }
      .map { "the kind `\($0.name)` is also used by another part of the journal" }
    try check(effect.requests.flaws + clashes, "the requests of the durable effect `\(effect.name)`")
    effect.register(flow, store: store.storeName)
    durables.append(RegisteredEffect(effect, store, wrap))
  }

  private func check(_ flaws: [String], _ what: String) throws(JournalError) {
    if !flaws.isEmpty { throw .schema(of: what, flaws: flaws) }
  }

  /// Checks that the names of the kinds are unique in the whole journal.
  private func checkNames(_ codec: JournaledStoreCodec) throws(JournalError) {
    var flaws: [String] = []
    let (messages, states) = (Set(codec.messageKinds), Set(codec.stateKinds))
    for kind in messages where states.contains(where: { $0.isNamed(kind.name) }) {
      flaws.append("the kind `\(kind.name)` is used for both states and messages")
    }
    for other in journaledStores.map(\.codec) {
      flaws += Self.clashes(messages, with: other.messageKinds, other.stateKinds, of: other.name)
      flaws += Self.clashes(states, with: other.stateKinds, other.messageKinds, of: other.name)
    }
    for kind in durables.flatMap(\.kinds)
    where messages.union(states).contains(where: { $0.isNamed(kind.name) }) {
      flaws.append("the kind `\(kind.name)` is also used for a durable effect's requests")
    }
    try check(flaws, "the store `\(codec.name)`")
  }

  private static func clashes(
    _ kinds: Set<SchemaKind>, with same: [SchemaKind], _ others: [SchemaKind], of store: String
  ) -> [String] {
    kinds.flatMap { kind in
      same.filter { $0.isNamed(kind.name) && $0.version != kind.version }.map {
        "the kind `\(kind.name)` has version \(kind.version) here and \($0.version) in the store `\(store)`"
      }
        + others.filter { $0.isNamed(kind.name) }.map {
          "the kind `\($0.name)` is used for both states and messages, in the store `\(store)`"
        }
    }.sorted()
  }
}
