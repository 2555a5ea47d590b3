/// The source of a scope's state and the target of its messages; a protocol, so that the type of the store
/// does not show in the type of the scope.
protocol ScopeSource<State, Message> {
  associatedtype State
  associatedtype Message: Sendable

  var flow: Flow { get }
  var state: State { get }
  func send(_ message: Message, isolation: isolated (any Actor)?) -> SentWork
  func sender(isolation: isolated (any Actor)?) -> Sender<Message>
  /// Returns the observers of a part of the state.
  func observers<Value: Equatable>(of path: KeyPath<State, Value>) -> WeakRegistry<Observer<Value>>
}

/// A part of the state at a key path.
struct PathSource<Root, RootMessage: Sendable, State, Message: Sendable>: ScopeSource {
  let store: Store<Root, RootMessage>
  let path: KeyPath<Root, State>
  let embed: @Sendable (Message) -> RootMessage

  var flow: Flow { store.flow }

  var state: State { store.read(path) }

  func send(_ message: Message, isolation: isolated (any Actor)?) -> SentWork {
    store.send(embed(message), isolation: isolation)
  }

  func sender(isolation: isolated (any Actor)?) -> Sender<Message> {
    store.sender(isolation: isolation).map(embed)
  }

  func observers<Value: Equatable>(of part: KeyPath<State, Value>) -> WeakRegistry<Observer<Value>> {
    store.valueCell(path.appending(path: part)).observers
  }
}

/// The cells of the parts that are observed through one scope and that the store itself does not keep: all
/// observers of one part share a comparison.
final class PartCells<State> {
  private var cells: [AnyKeyPath: AnyObject] = [:]

  /// Returns the observers of a part.
  ///
  /// - Parameter begin: A function that adds a new cell to the comparisons, until `isAbandoned` returns true
  ///   or the function that it returns is called.
  func observers<Value: Equatable>(
    of part: KeyPath<State, Value>, now state: @autoclosure () -> State,
    begin: (_ cell: ValueCell<Value>, _ isAbandoned: @escaping () -> Bool) -> () -> Void
  ) -> WeakRegistry<Observer<Value>> {
    if let cell = cells[part] as? ValueCell<Value> { return cell.observers }
    let cell = ValueCell(state()[keyPath: part])
    cells[part] = cell
    var isAbandoned = false
    let end = begin(cell) {
      cell.observers.sweep()
      return isAbandoned
    }
    cell.observers.whenEmpty = { [weak self] in
      isAbandoned = true
      self?.cells[part] = nil
      end()
    }
    return cell.observers
  }
}

/// A row of a table.
///
/// Its observers share one observer of the row.
struct RowSource<Root, RootMessage: Sendable, ID: Hashable, Row, Message: Sendable>: ScopeSource {
  let store: Store<Root, RootMessage>
  let path: KeyPath<Root, RowTable<ID, Row>>
  let id: ID
  let embed: @Sendable (Message) -> RootMessage
  let cells = PartCells<Row?>()

  var flow: Flow { store.flow }

  var state: Row? { store.read(path)[id] }

  func send(_ message: Message, isolation: isolated (any Actor)?) -> SentWork {
    store.send(embed(message), isolation: isolation)
  }

  func sender(isolation: isolated (any Actor)?) -> Sender<Message> {
    store.sender(isolation: isolation).map(embed)
  }

  func observers<Value: Equatable>(of part: KeyPath<Row?, Value>) -> WeakRegistry<Observer<Value>> {
    cells.observers(of: part, now: state) { cell, isAbandoned in
      let observer = Observer<Row?>(ownerIsGone: isAbandoned) { row in
        var value = row[keyPath: part]
        cell.look(&value)
      }
      let rowCell = store.tableCell(path).rowCell(id, store.read(path))
      let token = rowCell.observers.add(observer, store.gateway)
      return { token.cancel() }
    }
  }
}

/// The part that an optic finds, or nil.
struct OpticSource<Root, RootMessage: Sendable, Part, Message: Sendable>: ScopeSource {
  let store: Store<Root, RootMessage>
  let optic: AffineTraversal<Root, Part>
  let embed: @Sendable (Message) -> RootMessage
  let cells = PartCells<Part?>()

  var flow: Flow { store.flow }

  var state: Part? { store.withState { optic.tryGet($0) } }

  func send(_ message: Message, isolation: isolated (any Actor)?) -> SentWork {
    store.send(embed(message), isolation: isolation)
  }

  func sender(isolation: isolated (any Actor)?) -> Sender<Message> {
    store.sender(isolation: isolation).map(embed)
  }

  func observers<Value: Equatable>(of part: KeyPath<Part?, Value>) -> WeakRegistry<Observer<Value>> {
    cells.observers(of: part, now: state) { cell, isAbandoned in
      let watch = Watch(isAbandoned: isAbandoned) { [optic] root in
        // Sound: a watch receives the address of its own store's state.
        var value = optic.tryGet(root.assumingMemoryBound(to: Root.self).pointee)[keyPath: part]
        cell.look(&value)
      }
      let watches = store.watches
      watches.append(watch)
      return { [weak watches, weak watch] in
        watch?.isActive = false
        watches?.sweep()
      }
    }
  }
}

struct NarrowedSource<Base: ScopeSource, State, Message: Sendable>: ScopeSource {
  let base: Base
  let path: KeyPath<Base.State, State>
  let embed: @Sendable (Message) -> Base.Message

  var flow: Flow { base.flow }

  var state: State { base.state[keyPath: path] }

  func send(_ message: Message, isolation: isolated (any Actor)?) -> SentWork {
    base.send(embed(message), isolation: isolation)
  }

  func sender(isolation: isolated (any Actor)?) -> Sender<Message> {
    base.sender(isolation: isolation).map(embed)
  }

  func observers<Value: Equatable>(of part: KeyPath<State, Value>) -> WeakRegistry<Observer<Value>> {
    base.observers(of: path.appending(path: part))
  }
}

extension ScopeSource {
  func narrowed<Child, ChildMessage: Sendable>(
    to path: KeyPath<State, Child>, _ embed: @escaping @Sendable (ChildMessage) -> Message
  ) -> any ScopeSource<Child, ChildMessage> {
    NarrowedSource(base: self, path: path, embed: embed)
  }
}
