/// The source of a scope's state and the target of its messages; a protocol, so that the type of the store
/// does not show in the type of the scope.
protocol ScopeSource<State, Message> {
  associatedtype State
  associatedtype Message: Sendable

  var flow: Flow { get }
  /// The store's record of the reads that `Observation` tracks.
  var tracking: StateTracking { get }
  func read<Value>(_ path: KeyPath<State, Value>) -> Value
  func withState<Result, Failure: Error>(
    _ body: (borrowing State) throws(Failure) -> Result
  ) throws(Failure) -> Result
  func send(_ message: Message, isolation: isolated (any Actor)?) -> SentWork
  func sender(isolation: isolated (any Actor)?) -> Sender<Message>

  /// Calls `body` after every turn of the store.
  func observeTurns(_ body: @escaping (State) -> Void) -> ObservationToken
  func observeTurns<Owner: AnyObject>(owner: Owner, _ body: @escaping (Owner, State) -> Void)

  // The cells of parts, which observers share; see those of the store.
  func valueCell<Value: Equatable>(_ part: KeyPath<State, Value>) -> ValueCell<Value>
  func changeCell<Value: Equatable>(_ part: KeyPath<State, Value>) -> ChangeCell<Value>
  func stampCell<Value: ChangeStamped>(_ part: KeyPath<State, Value>) -> StampCell<Value>
  func tableCell<ID: Hashable, Row>(_ part: KeyPath<State, RowTable<ID, Row>>) -> TableCell<ID, Row>

  /// Lets a cell look at a part after each turn that may have changed it, until `isAbandoned` returns true or
  /// the returned function is called.
  ///
  /// Nothing that it stores in the store retains the store.
  func attach<Cell: PartCell>(
    _ cell: Cell, to part: KeyPath<State, Cell.Value>, isAbandoned: @escaping () -> Bool
  ) -> () -> Void
}

/// The whole state of a store; its observers share the cells of the store.
struct StoreSource<State, Message: Sendable>: ScopeSource {
  let store: Store<State, Message>

  var flow: Flow { store.flow }
  var tracking: StateTracking { store.stateTracking() }

  func read<Value>(_ part: KeyPath<State, Value>) -> Value { store.read(part) }

  func withState<Result, Failure: Error>(
    _ body: (borrowing State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try store.withState(body)
  }

  func send(_ message: Message, isolation: isolated (any Actor)?) -> SentWork {
    store.send(message, isolation: isolation)
  }

  func sender(isolation: isolated (any Actor)?) -> Sender<Message> { store.sender(isolation: isolation) }

  func observeTurns(_ body: @escaping (State) -> Void) -> ObservationToken {
    store.stateObservers().add(store.gateway, body)
  }

  func observeTurns<Owner: AnyObject>(owner: Owner, _ body: @escaping (Owner, State) -> Void) {
    store.stateObservers().add(owner: owner, body)
  }

  func valueCell<Value: Equatable>(_ part: KeyPath<State, Value>) -> ValueCell<Value> {
    store.valueCell(part)
  }

  func changeCell<Value: Equatable>(_ part: KeyPath<State, Value>) -> ChangeCell<Value> {
    store.changeCell(part)
  }

  func stampCell<Value: ChangeStamped>(_ part: KeyPath<State, Value>) -> StampCell<Value> {
    store.stampCell(part)
  }

  func tableCell<ID: Hashable, Row>(_ part: KeyPath<State, RowTable<ID, Row>>) -> TableCell<ID, Row> {
    store.tableCell(part)
  }

  func attach<Cell: PartCell>(
    _ cell: Cell, to part: KeyPath<State, Cell.Value>, isAbandoned: @escaping () -> Bool
  ) -> () -> Void {
    let watch = store.makeWatch(part, cell, isAbandoned: isAbandoned)
    let watches = store.watches
    watches.append(watch)
    return { [weak watches, weak watch] in
      watch?.isActive = false
      watches?.sweep()
    }
  }
}

/// A part of another source's state at a key path; its observers share the cells of that.
struct NarrowedSource<Base: ScopeSource, State, Message: Sendable>: ScopeSource {
  let base: Base
  let path: KeyPath<Base.State, State>
  let embed: @Sendable (Message) -> Base.Message

  var flow: Flow { base.flow }
  var tracking: StateTracking { base.tracking }

  func read<Value>(_ part: KeyPath<State, Value>) -> Value { base.read(path)[keyPath: part] }

  func withState<Result, Failure: Error>(
    _ body: (borrowing State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try base.withState { (root: borrowing Base.State) throws(Failure) in try body((copy root)[keyPath: path])
    }
  }

  func send(_ message: Message, isolation: isolated (any Actor)?) -> SentWork {
    base.send(embed(message), isolation: isolation)
  }

  func sender(isolation: isolated (any Actor)?) -> Sender<Message> {
    base.sender(isolation: isolation).map(embed)
  }

  func observeTurns(_ body: @escaping (State) -> Void) -> ObservationToken {
    base.observeTurns { [path] in body($0[keyPath: path]) }
  }

  func observeTurns<Owner: AnyObject>(owner: Owner, _ body: @escaping (Owner, State) -> Void) {
    base.observeTurns(owner: owner) { [path] in body($0, $1[keyPath: path]) }
  }

  func valueCell<Value: Equatable>(_ part: KeyPath<State, Value>) -> ValueCell<Value> {
    base.valueCell(path.appending(path: part))
  }

  func changeCell<Value: Equatable>(_ part: KeyPath<State, Value>) -> ChangeCell<Value> {
    base.changeCell(path.appending(path: part))
  }

  func stampCell<Value: ChangeStamped>(_ part: KeyPath<State, Value>) -> StampCell<Value> {
    base.stampCell(path.appending(path: part))
  }

  func tableCell<ID: Hashable, Row>(_ part: KeyPath<State, RowTable<ID, Row>>) -> TableCell<ID, Row> {
    base.tableCell(path.appending(path: part))
  }

  func attach<Cell: PartCell>(
    _ cell: Cell, to part: KeyPath<State, Cell.Value>, isAbandoned: @escaping () -> Bool
  ) -> () -> Void {
    base.attach(cell, to: path.appending(path: part), isAbandoned: isAbandoned)
  }
}
