public import Millrace

/// What each event makes of a state.
///
/// See ``Engine/store(_:name:isolation:fold:)``.
public struct EventFold<State> {
  /// Changes a state by an event of one type.
  typealias Change = (inout State, any AnyEvent) -> Void

  /// The changes by the type of their events, in order.
  private(set) var changes: [ObjectIdentifier: [Change]] = [:]
  /// What adds listeners of those types, which send what they hear.
  private(set) var listenings:
    [ObjectIdentifier: (EngineCore, AnyObject, @escaping (any AnyEvent) -> Void) -> Void] = [:]

  /// Changes the state by the events of commands of a type: by what was produced, and if it is wanted, by progress and
  /// by errors.
  public mutating func on<C: Command>(
    _ command: C.Type, consume: @escaping (inout State, C.Output) -> Void,
    wait: ((inout State) -> Void)? = nil, rescue: ((inout State, any Error) -> Void)? = nil
  ) {
    listenings[ObjectIdentifier(Event<C>.self)] = { core, store, send in
      core.add(Listener<C>(life: ListenerLife(), owner: store) { send($0) })
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
  /// A store whose state is folded from events of several commands, on the engine's flow.
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
  /// An event's turn is followed by one of the store, so those who look at the store are told after those who react to
  /// the event. Replayed events are folded too. The store lives at the engine's home, for as long as it is kept.
  ///
  /// - Parameters:
  ///   - state: The state before the first event.
  ///   - name: What the store is called in records and errors; by default the name of the state's type.
  ///   - isolation: The engine's home.
  ///   - fold: Says what each event makes of the state; for several of one type, all of them in order.
  /// - Throws: ``Failure/notAtHome(engine:asked:)`` elsewhere than at the engine's home.
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
      for listen in listenings.values {
        listen(core, store) { [unowned store] in store.send(FoldedEvent(event: $0), isolation: nil) }
      }
    }
    return store
  }
}
