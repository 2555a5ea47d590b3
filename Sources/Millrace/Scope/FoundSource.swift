/// A part that no key path leads to, such as a row, a case, or what an optional contains; it has cells of its
/// own.
struct FoundSource<Base: ScopeSource, State, Message: Sendable>: ScopeSource {
  /// A function that lets another one look at the part after each turn that may have changed it, until the
  /// function that it returns is called, or `isAbandoned` returns true.
  typealias Follow = (Base, _ look: PartLook<State>, _ isAbandoned: @escaping () -> Bool) -> () -> Void

  let base: Base
  let embed: @Sendable (Message) -> Base.Message
  /// A function that reads the part now.
  let get: (Base) -> State
  /// A function that returns the part of a whole; it retains nothing of the store.
  let find: (Base.State) -> State
  let follow: Follow
  let cells = PartCells<State>()

  var flow: Flow { base.flow }
  var tracking: StateTracking { base.tracking }

  func read<Value>(_ part: KeyPath<State, Value>) -> Value { get(base)[keyPath: part] }

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

  func attach<Cell: PartCell>(
    _ cell: Cell, to part: KeyPath<State, Cell.Value>, isAbandoned: @escaping () -> Bool
  ) -> () -> Void {
    let look = PartLook<State>(audience: { cell.audience }) { whole in
      var value = whole[keyPath: part]
      cell.look(&value)
    }
    return follow(base, look, isAbandoned)
  }
}

/// A cell that is two functions.
final class PartLook<Value>: PartCell {
  private let count: () -> Audience
  private let body: (Value) -> Void

  init(audience: @escaping () -> Audience, _ body: @escaping (Value) -> Void) {
    count = audience
    self.body = body
  }

  var audience: Audience { count() }

  func look(_ value: UnsafePointer<Value>) { body(value.pointee) }

  /// Returns a cell for a whole that looks at what a function finds in it.
  func found<Whole>(by find: @escaping (Whole) -> Value) -> PartLook<Whole> {
    PartLook<Whole>(audience: count) { [body] in body(find($0)) }
  }
}

// Made here, where the type of the source is known.
extension ScopeSource {
  func narrowed<Child, ChildMessage: Sendable>(
    to path: KeyPath<State, Child>, _ embed: @escaping @Sendable (ChildMessage) -> Message
  ) -> any ScopeSource<Child, ChildMessage> {
    // A key path that goes on behind an optional chain calls a wrong address where the chain ends at nil, in
    // the standard library of Swift 6.3. So a path is never appended to one that leads to an optional.
    if Child.self is any AnyOptional.Type {
      return FoundSource(base: self, embed: embed, get: { $0.read(path) }, find: { $0[keyPath: path] }) {
        $0.attach($1, to: path, isAbandoned: $2)
      }
    }
    return NarrowedSource(base: self, path: path, embed: embed)
  }

  func row<ID: Hashable, Row, RowMessage: Sendable>(
    _ id: ID, of path: KeyPath<State, RowTable<ID, Row>>,
    _ embed: @escaping @Sendable (RowMessage) -> Message
  ) -> any ScopeSource<Row?, RowMessage> {
    FoundSource(
      base: self, embed: embed, get: { $0.read(path)[id] }, find: { $0[keyPath: path][id] }
    ) { base, look, isAbandoned in
      // The observers of a row's parts share one observer of the row.
      let observer = Observer<Row?>(ownerIsGone: isAbandoned) { row in
        var row = row
        look.look(&row)
      }
      let token = base.tableCell(path).rowCell(id, base.read(path)).observers.add(observer, base.flow.gateway)
      return { token.cancel() }
    }
  }

  func found<Part, PartMessage: Sendable>(
    by optic: AffineTraversal<State, Part>, _ embed: @escaping @Sendable (PartMessage) -> Message
  ) -> any ScopeSource<Part?, PartMessage> {
    found(reading: optic.tryGet, embed)
  }

  func found<Part, PartMessage: Sendable>(
    reading find: @escaping (State) -> Part, _ embed: @escaping @Sendable (PartMessage) -> Message
  ) -> any ScopeSource<Part, PartMessage> {
    let shared = SharedLook<Part>()
    return FoundSource(base: self, embed: embed, get: { find($0.read(\.self)) }, find: find) {
      base, look, isAbandoned in
      shared.add(look, isAbandoned: isAbandoned) {
        base.attach($0.found(by: find), to: \.self, isAbandoned: $1)
      }
    }
  }
}

private protocol AnyOptional {}

extension Optional: AnyOptional {}
