public import Millrace

/// The changes of a state by each type of event.
///
/// See ``Engine/store(_:name:isolation:fold:)``.
public struct EventFold<State> {
  /// A function that changes a state by an event of one type.
  typealias Change = (inout State, any AnyEvent) -> Void

  /// The changes in order, by the type of their events.
  private(set) var changes: [ObjectIdentifier: [Change]] = [:]
  /// Functions that add a listener to events of each type and pass them to the store.
  private(set) var listenings:
    [ObjectIdentifier: (EngineCore, AnyObject, @escaping (any AnyEvent) -> Void) -> Void] = [:]

  /// Changes the state by the events of commands of a type: by output and, optionally, by progress and
  /// errors.
  public mutating func on<C: Command>(
    _ command: C.Type, consume: @escaping (inout State, C.Output) -> Void,
    wait: ((inout State) -> Void)? = nil, rescue: ((inout State, any Error) -> Void)? = nil
  ) {
    listenings[ObjectIdentifier(Event<C>.self)] = { core, store, send in
      core.add(Listener<C>(life: ListenerLife(), owner: ReactionOwner(store)) { send($0) })
    }
    changes[ObjectIdentifier(Event<C>.self), default: []].append { state, event in
      switch project(event, as: Event<C>.self) {
      case .progress: wait?(&state)
      case .data(let output): consume(&state, output)
      case .error(let error): rescue?(&state, error)
      }
    }
  }

  /// Changes the state by facts of a type.
  public mutating func on<F: Fact>(_ fact: F.Type, _ change: @escaping (inout State, F) -> Void) {
    on(FactCommand<F>.self, consume: change)
  }
}

/// The message of a store that is folded from events.
public struct FoldedEvent: Sendable {
  /// The event.
  public let event: any AnyEvent
}

extension Engine {
  /// Creates a store on the engine's flow whose state is folded from events of several commands.
  ///
  /// ```swift
  /// let library = try engine.store(Library()) { fold in
  ///   fold.on(BookList.self) { library, books in library.books = books }
  ///   fold.on(BookUpdate.self) { library, book in library.books[book.id] = book }
  ///   fold.on(LoggedOut.self) { library, _ in library = Library() }
  /// }
  /// library.observe(\.books) { books in list.show(books) }
  /// ```
  ///
  /// Each event's turn is followed by a turn of the store, so observers of the store are notified after the
  /// reactions to the event. Replayed events are folded too. The store belongs to the engine's home, and
  /// works until it is released.
  ///
  /// - Parameters:
  ///   - state: The state before the first event.
  ///   - name: The store's name in records and errors; by default the name of the state's type.
  ///   - isolation: The engine's home.
  ///   - fold: Registers the changes of the state by type of event; several for one type run in order.
  /// - Throws: ``Failure/notAtHome(engine:asked:)`` if the caller is not at the engine's home.
  public func store<State>(
    _ state: State, name: String? = nil, isolation: isolated (any Actor)? = #isolation,
    fold: (inout EventFold<State>) -> Void
  ) throws(Failure) -> Millrace.Store<State, FoldedEvent> {
    guard isAtHome(isolation), isolation != nil else {
      throw .notAtHome(engine: self.name, asked: "store of a state")
    }
    var made = EventFold<State>()
    fold(&made)
    let (changes, listenings) = (made.changes, made.listenings)
    let store = Millrace.Store<State, FoldedEvent>(
      state, name: name, flow: try flow(isolation: isolation), isolation: isolation
    ) { state, message in
      for change in changes[ObjectIdentifier(type(of: message.event)), default: []] {
        change(&state, message.event)
      }
      return .none
    }
    enter(isolation) { [weak store] core in
      guard let store else { return }
      core.store.feeds(store.storeName)
      for listen in listenings.values {
        listen(core, store) { [unowned store] in store.send(FoldedEvent(event: $0), isolation: nil) }
      }
    }
    return store
  }
}
