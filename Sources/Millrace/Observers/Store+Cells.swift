/// The cells of a store, which compare parts of the state.
///
/// The functions that create a `Watch` are inlinable, so that its closure is specialised.
extension Store {
  @inlinable
  func read<Value>(_ path: KeyPath<State, Value>) -> Value {
    checkNotUpdating()
    return lane.pointee.state[keyPath: path]
  }

  /// Creates a watch through which a cell reads its part.
  ///
  /// A stored property is read in place; any other part (a computed property, a part of an enum or of a
  /// class) is read by its key path.
  @inlinable
  func makeWatch<Cell: PartCell>(
    _ path: KeyPath<State, Cell.Value>, _ cell: Cell, isAbandoned: (() -> Bool)? = nil
  ) -> Watch {
    if let offset = MemoryLayout<State>.offset(of: path) {
      return Watch(isAbandoned: isAbandoned) { state in
        // Sound: the offset of a stored property holds for every value of the type, and the state's memory is
        // bound to it for the store's life.
        cell.look((state + offset).assumingMemoryBound(to: Cell.Value.self))
      }
    }
    return Watch(isAbandoned: isAbandoned) { state in
      // Sound: as above.
      var value = state.assumingMemoryBound(to: State.self).pointee[keyPath: path]
      cell.look(&value)
    }
  }

  @usableFromInline
  func cell<Cell>(_ key: CellKey) -> Cell? { cells[key] as? Cell }

  /// Returns the existing cell for an observer that is about to join it.
  ///
  /// Inside a turn the cell compares first, so that the new observer is called for later turns and not for
  /// this one. The comparison may end the cell's last observer, and with it the cell.
  @inlinable
  func joinable<Cell: PartCell>(_ key: CellKey, _ path: KeyPath<State, Cell.Value>) -> Cell? {
    guard let kept: Cell = cell(key) else { return nil }
    if flow.machine.isInTurn { makeWatch(path, kept).look(statePointer) }
    return cell(key)
  }

  /// Stores a cell, and its watch until the registry is empty; returns the function that removes both.
  @usableFromInline
  func keep(_ cell: AnyObject, _ key: CellKey, _ watch: Watch) -> () -> Void {
    cells[key] = cell
    watches.append(watch)
    return { [weak self, weak watch] in
      watch?.isActive = false
      self?.cells[key] = nil
      self?.watches.sweep()
    }
  }

  @inlinable
  func valueCell<Value: Equatable>(_ path: KeyPath<State, Value>) -> ValueCell<Value> {
    let key = CellKey(.value, path)
    if let cell: ValueCell<Value> = joinable(key, path) { return cell }
    let cell = ValueCell(read(path))
    cell.observers.whenEmpty = keep(cell, key, makeWatch(path, cell))
    return cell
  }

  @inlinable
  func changeCell<Value: Equatable>(_ path: KeyPath<State, Value>) -> ChangeCell<Value> {
    let key = CellKey(.change, path)
    if let cell: ChangeCell<Value> = joinable(key, path) { return cell }
    let cell = ChangeCell(read(path))
    cell.observers.whenEmpty = keep(cell, key, makeWatch(path, cell))
    return cell
  }

  @inlinable
  func stampCell<Value: ChangeStamped>(_ path: KeyPath<State, Value>) -> StampCell<Value> {
    let key = CellKey(.stamp, path)
    if let cell: StampCell<Value> = joinable(key, path) { return cell }
    let cell = StampCell(read(path))
    cell.observers.whenEmpty = keep(cell, key, makeWatch(path, cell))
    return cell
  }

  @inlinable
  func tableCell<ID: Hashable, Row>(_ path: KeyPath<State, RowTable<ID, Row>>) -> TableCell<ID, Row> {
    let key = CellKey(.table, path)
    if let cell: TableCell<ID, Row> = joinable(key, path) { return cell }
    let cell = TableCell(read(path))
    cell.whenEmpty = keep(cell, key, makeWatch(path, cell))
    cell.observers.whenEmpty = { [weak cell] in cell?.abandonIfEmpty() }
    return cell
  }

  func stateObservers() -> WeakRegistry<Observer<State>> {
    // As in `joinable`.
    if flow.machine.isInTurn { stateCell?.look(statePointer, turn: flow.sequence) }
    if let stateCell { return stateCell.observers }
    let cell = StateCell<State>(turn: flow.sequence)
    let watch = Watch { [unowned flow] state in cell.look(state, turn: flow.sequence) }
    cell.observers.whenEmpty = { [weak self, weak watch] in
      watch?.isActive = false
      self?.stateCell = nil
      self?.watches.sweep()
    }
    stateCell = cell
    watches.append(watch)
    return cell.observers
  }

  func messageRoster(of kind: Any.Type) -> WeakRegistry<Observer<Message>> {
    openMessageObservers().registry(of: kind)
  }

  func openMessageObservers() -> MessageObservers<Message> {
    if let messageObservers { return messageObservers }
    let observers = MessageObservers<Message>()
    messageObservers = observers
    return observers
  }
}
