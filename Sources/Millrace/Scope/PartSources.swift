/// A row of a table.
struct RowSource<Base: ScopeSource, ID: Hashable, Row, Message: Sendable>: PartSource {
  typealias State = Row?

  let base: Base
  let path: KeyPath<Base.State, RowTable<ID, Row>>
  let id: ID
  let embed: @Sendable (Message) -> Base.Message
  let cells = PartCells<Row?>()

  var find: (Base.State) -> Row? { { [path, id] in $0[keyPath: path][id] } }

  /// The observers of a row's parts share one observer of the row.
  func attach<Cell: PartCell>(
    _ cell: Cell, to part: KeyPath<Row?, Cell.Value>, isAbandoned: @escaping () -> Bool
  ) -> () -> Void {
    let observer = Observer<Row?>(ownerIsGone: isAbandoned) { row in
      var value = row[keyPath: part]
      cell.look(&value)
    }
    let rowCell = base.tableCell(path).rowCell(id, base.read(path))
    let token = rowCell.observers.add(observer, flow.gateway)
    return { token.cancel() }
  }
}

/// A part at a key path that may be absent.
struct OptionalSource<Base: ScopeSource, State, Message: Sendable>: PartSource {
  let base: Base
  let path: KeyPath<Base.State, State>
  let embed: @Sendable (Message) -> Base.Message
  let cells = PartCells<State>()

  var find: (Base.State) -> State { { [path] in $0[keyPath: path] } }

  func read<Value>(_ part: KeyPath<State, Value>) -> Value { base.read(path)[keyPath: part] }

  func attach<Cell: PartCell>(
    _ cell: Cell, to part: KeyPath<State, Cell.Value>, isAbandoned: @escaping () -> Bool
  ) -> () -> Void {
    base.attach(StepCell(part: part, cell: cell), to: path, isAbandoned: isAbandoned)
  }
}

/// Shows a cell its part of what it looks at.
private final class StepCell<Whole, Cell: PartCell>: PartCell {
  let part: KeyPath<Whole, Cell.Value>
  let cell: Cell
  var audience: Audience { cell.audience }

  init(part: KeyPath<Whole, Cell.Value>, cell: Cell) {
    self.part = part
    self.cell = cell
  }

  func look(_ whole: UnsafePointer<Whole>) {
    var value = whole.pointee[keyPath: part]
    cell.look(&value)
  }
}

/// The part that an optic finds, or nil.
struct OpticSource<Base: ScopeSource, Part, Message: Sendable>: PartSource {
  typealias State = Part?

  let base: Base
  let optic: AffineTraversal<Base.State, Part>
  let embed: @Sendable (Message) -> Base.Message
  let cells = PartCells<Part?>()

  var find: (Base.State) -> Part? { optic.tryGet }

  func attach<Cell: PartCell>(
    _ cell: Cell, to part: KeyPath<Part?, Cell.Value>, isAbandoned: @escaping () -> Bool
  ) -> () -> Void {
    base.attach(OpticCell(optic: optic, part: part, cell: cell), to: \.self, isAbandoned: isAbandoned)
  }
}

/// Shows a cell its part of what an optic finds.
private final class OpticCell<Whole, Part, Cell: PartCell>: PartCell {
  let optic: AffineTraversal<Whole, Part>
  let part: KeyPath<Part?, Cell.Value>
  let cell: Cell
  var audience: Audience { cell.audience }

  init(optic: AffineTraversal<Whole, Part>, part: KeyPath<Part?, Cell.Value>, cell: Cell) {
    self.optic = optic
    self.part = part
    self.cell = cell
  }

  func look(_ whole: UnsafePointer<Whole>) {
    var value = optic.tryGet(whole.pointee)[keyPath: part]
    cell.look(&value)
  }
}

/// A part that no key path leads to; it has cells of its own.
protocol PartSource<State, Message>: ScopeSource {
  associatedtype Base: ScopeSource
  var base: Base { get }
  var embed: @Sendable (Message) -> Base.Message { get }
  var cells: PartCells<State> { get }
  /// The function that returns the part of a whole; it retains nothing of the store.
  var find: (Base.State) -> State { get }
}

extension PartSource {
  var flow: Flow { base.flow }
  var tracking: StateTracking { base.tracking }

  func read<Value>(_ part: KeyPath<State, Value>) -> Value {
    find(base.read(\.self))[keyPath: part]
  }

  func withState<Result, Failure: Error>(
    _ body: (borrowing State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try base.withState { (whole: borrowing Base.State) throws(Failure) in try body(find(copy whole)) }
  }

  func send(_ message: Message, isolation: isolated (any Actor)?) -> SentWork {
    base.send(embed(message), isolation: isolation)
  }

  func sender(isolation: isolated (any Actor)?) -> Sender<Message> {
    base.sender(isolation: isolation).map(embed)
  }

  func observeTurns(_ body: @escaping (State) -> Void) -> ObservationToken {
    base.observeTurns { [find] in body(find($0)) }
  }

  func observeTurns<Owner: AnyObject>(owner: Owner, _ body: @escaping (Owner, State) -> Void) {
    base.observeTurns(owner: owner) { [find] in body($0, find($1)) }
  }

  func valueCell<Value: Equatable>(_ part: KeyPath<State, Value>) -> ValueCell<Value> {
    cells.cell(.value, part, in: self) { ValueCell($0) }
  }

  func changeCell<Value: Equatable>(_ part: KeyPath<State, Value>) -> ChangeCell<Value> {
    cells.cell(.change, part, in: self) { ChangeCell($0) }
  }

  func stampCell<Value: ChangeStamped>(_ part: KeyPath<State, Value>) -> StampCell<Value> {
    cells.cell(.stamp, part, in: self) { StampCell($0) }
  }

  func tableCell<ID: Hashable, Row>(_ part: KeyPath<State, RowTable<ID, Row>>) -> TableCell<ID, Row> {
    cells.cell(.table, part, in: self) { table in
      let cell = TableCell(table)
      cell.observers.whenEmpty = { [weak cell] in cell?.abandonIfEmpty() }
      return cell
    }
  }
}
