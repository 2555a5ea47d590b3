/// A small observable store: one state, mixed in transactions.
///
/// ```swift
/// let app = Flask.newSubstance(definedBy: AppState.self)
/// let reactor = Flask.reactor(attachedTo: view, mixing: app) { view, reaction in
///   reaction.on(AppState.prop.counter) { change in view.show(change.newValue() ?? 0) }
/// }
/// reactor.mix(app) { $0.prop.counter += 1 }.andReact()
/// ```
///
/// Read ``state`` outside a transaction, and read and write ``prop`` inside. A transaction keeps its first
/// state until the reactors were notified, so a large array that it changes is copied once.
nonisolated open class Substance<S: FlaskState>: SubstanceConcrete {
  final let cell: StateCell<S>
  /// The cell's two states, which keys read by address.
  @usableFromInline final let states: UnsafeMutablePointer<S>
  @usableFromInline final let catalog: KeyCatalog<S>
  // Confined to the context's home; no access is held open across a call.
  @exclusivity(unchecked) @usableFromInline final var slots: ContiguousArray<KeySlot> = []
  @exclusivity(unchecked) final var history: StateHistory<S>?
  @exclusivity(unchecked) final var transactions: UInt64 = 0
  /// True if the current transaction is an undo or a redo, which the history does not record.
  @exclusivity(unchecked) final var isTimeTravel = false
  /// True while `prop` is being changed, so that no other code may read the first state.
  @exclusivity(unchecked) @usableFromInline final var isChanging = false
  final var captures: [Capture<S>] = []
  @exclusivity(unchecked) final var saver: ArchiveSaver<S>?

  /// Creates a substance of a context, which starts from its archive if it has one, and from `S()` otherwise.
  ///
  /// - Parameters:
  ///   - name: Its name in records, errors and its archive; by default the name of its type.
  ///   - archive: True if it is saved when it has been idle for ``archiveDelay()->Duration``.
  ///   - flask: The context.
  public init(name: String? = nil, archive: Bool = false, in flask: Flask) {
    cell = StateCell(S())
    states = cell.states
    catalog = flask.bus.catalog(of: S.self)
    super.init(name: name, in: flask)
    if archive { openArchive() }
  }

  /// Creates a substance of the context ``Flask/shared``.
  @MainActor public convenience init(name: String? = nil, archive: Bool = false) {
    self.init(name: name, archive: archive, in: .shared)
  }

  deinit {
    saver?.close()
  }

  override var defaultName: String {
    type(of: self) == Substance<S>.self ? "\(S.self)" : super.defaultName
  }

  // MARK: State

  /// The last committed state.
  ///
  /// Read it outside transactions. Inside a transaction of this substance it returns the state before the
  /// transaction, and the error handler receives an error.
  public final var state: S {
    if isMixing || isChanging {
      flux.report(.stateInsideMix(substance: name()))
      return states[1]
    }
    return states.pointee
  }

  /// The state that a transaction changes.
  ///
  /// Use it inside `mix`, `with`, `and` and mixers. Outside them the error handler receives an error: reading
  /// returns ``state``, and writing has no effect. The same happens while `prop` is being changed, as in the
  /// closure of `prop.list.removeAll { … }`; there, reading returns the state before the transaction.
  public final var prop: S {
    @inlinable get { isMixing && !isChanging ? states.pointee : propToRead() }
    @inlinable _modify {
      if isMixing && !isChanging {
        isChanging = true
        defer { isChanging = false }
        yield &states.pointee
      } else {
        let place = placeToDrop()
        defer { drop(place) }
        yield &place.pointee
      }
    }
  }

  /// Returns the state for a read that is not allowed.
  @usableFromInline
  final func propToRead() -> S {
    flux.report(
      isChanging ? .propInsideChange(substance: name()) : .propOutsideMix(substance: name()))
    return isChanging ? states[1] : states.pointee
  }

  /// Returns a copy of the state for a write that is not allowed.
  @usableFromInline
  final func placeToDrop() -> UnsafeMutablePointer<S> {
    let place = UnsafeMutablePointer<S>.allocate(capacity: 1)
    place.initialize(to: propToRead())
    return place
  }

  @usableFromInline
  final func drop(_ place: UnsafeMutablePointer<S>) {
    place.deinitialize(count: 1)
    place.deallocate()
  }

  // MARK: Transactions

  @usableFromInline
  override final func join() {
    if isMixing { return }
    (states + 1).initialize(to: states.pointee)
    isMixing = true
    transactions &+= 1
    flux.touched.append(.passRetained(self))
  }

  override final func commit() {
    isMixing = false
    if isTimeTravel {
      isTimeTravel = false
    } else if history != nil {
      history?.record(from: states[1], to: isChanged)
    }
  }

  override final func abort() {
    isMixing = false
    isTimeTravel = false
    states.pointee = (states + 1).move()
  }

  override final func endTransaction() {
    (states + 1).deinitialize(count: 1)
    saver?.changed(self)
  }

  override final func notify(_ lock: FluxLock?) {
    if listenerCount > 0 {
      let turn = flux.notifiedTurn
      // By index, so that no slot is retained; slots added meanwhile have no listeners for this turn.
      for index in slots.indices {
        let slot = slots[index]
        if slot.hasChange(in: transactions, from: states + 1, to: states) { slot.notify(in: turn) }
      }
    }
    if handlers.isEmpty { return }
    // A copy, because a handler may end reactors.
    let handlers = handlers
    for index in handlers.indices { handlers[index].react(to: self, lock) }
    flux.currentReaction = nil
  }

  final func replace(with state: S) {
    join()
    states.pointee = state
  }

  override final func take(_ state: any FlaskState) -> Bool {
    guard let state = state as? S else { return false }
    replace(with: state)
    return true
  }

  override final func take(outside state: any FlaskState) {
    guard let state = state as? S else { return }
    isTimeTravel = true
    replace(with: state)
  }

  override final var committed: any FlaskState { states.pointee }
  override final var undoHistory: Any? { history }
  override final var keeper: (any ArchiveKeeper)? { saver }

  // MARK: Keys

  override final func slot(named key: String) -> KeySlot? {
    for index in slots.indices where slots[index].key == key { return slots[index] }
    return add(KeySlot(key: key, Result { () throws(KeyError) in try catalog.probe(named: key) }))
  }

  @inlinable
  final func slot<V: Equatable>(at path: KeyPath<S, V>) -> KeySlot {
    for index in slots.indices where slots[index].path === path { return slots[index] }
    let offset = MemoryLayout<S>.offset(of: path)
    if let slot = slot(equal: path, isStored: offset != nil) { return slot }
    return add(
      KeySlot(
        path: path, offset: offset,
        Result { () throws(KeyError) in try catalog.probe(path) }))
  }

  /// Returns the slot of an equal path, because each use may create a new path object.
  ///
  /// A path in source code is one object for each place, and quickly found by identity; there are few of
  /// those.
  @usableFromInline
  final func slot(equal path: AnyKeyPath, isStored: Bool) -> KeySlot? {
    if isStored && slots.count < 64 { return nil }
    return slots.first { $0.path == path }
  }

  override final var stateName: String { "\(S.self)" }

  override final var keyNames: [String] { catalog.names }

  override final func hasKey(_ key: String) -> Bool { slot(named: key)?.probe != nil }

  @inlinable
  final func add(_ slot: KeySlot) -> KeySlot {
    slots.append(slot)
    return slot
  }

  @usableFromInline
  override final func isChanged(_ slot: KeySlot) -> Bool {
    slot.isChanged(in: transactions, from: states + 1, to: states)
  }

  override final var isChanged: Bool { !catalog.isSame(states + 1, states) }

  override final func values(of slot: KeySlot) -> (old: Any?, new: Any?) {
    guard let probe = slot.probe else { return (nil, nil) }
    return (probe.value(states + 1), probe.value(states))
  }

  override final func removeListeners(of core: ReactorCore) {
    for slot in slots { listenerCount -= slot.removeListeners(of: core) }
  }

  // MARK: Archives

  /// Returns the key space of the archive; "1" unless overridden.
  ///
  /// Another key space means another archive, and the previous one stays as it is.
  open func archiveKeySpace() -> String { "1" }

  /// Returns the key of the archive; "Fx.", the key space and the name unless overridden.
  open func archiveKey() -> String { "Fx.\(archiveKeySpace()).\(name())" }

  /// Returns the time without changes after which the state is saved; 2 seconds unless overridden.
  open func archiveDelay() -> Duration { (self as any DelayedInSeconds).delayInSeconds }

  /// Returns the time without changes after which the state is saved, in seconds, as the original does.
  ///
  /// An override of it counts unless the other form is overridden, too.
  @available(*, deprecated, message: "return a Duration: .seconds(2)")
  @_disfavoredOverload
  open func archiveDelay() -> Double { 2 }

  /// Returns the maximum time that a constantly changing state stays unsaved; 30 seconds unless overridden.
  open func archivePatience() -> Duration { .seconds(30) }

  /// Returns true if the state is not saved automatically for now; the opposite of ``shouldArchive`` unless
  /// overridden.
  ///
  /// The substance calls it after each transaction. Changes made meanwhile are saved after the first
  /// transaction for which it returns false, or by hand.
  open func archiveDisabled() -> Bool { !shouldArchive }
}

/// A substance whose delay is a number of seconds, as in the original.
private protocol DelayedInSeconds {
  var delayInSeconds: Duration { get }
}

extension Substance: DelayedInSeconds {
  // Called by the protocol, which has no deprecated name.
  @available(*, deprecated)
  fileprivate final var delayInSeconds: Duration {
    let seconds: Double = archiveDelay()
    // A year is longer than any program waits, and far below the limit of a duration.
    return seconds.isNaN ? .seconds(2) : .seconds(min(max(seconds, 0), 31_536_000))
  }
}
