public import Aftermath
public import Millrace
public import MillraceTesting

/// An event of an engine that a test can assert.
public enum EngineStep: Sendable {
  /// The engine executes a command.
  case command(any AnyCommand)
  /// The engine publishes an event.
  case event(any AnyEvent)
  /// A store of the engine folds an event into its state.
  case folded(any AnyEvent)

  /// True for an event of progress.
  public var isProgress: Bool { if case .event(let event) = self { event.inProgress } else { false } }

  /// True when a store folds an event into its state.
  public var isFolded: Bool { if case .folded = self { true } else { false } }

  /// Returns true for an event that carries the output of a command of this type.
  public func isData<C: Command>(of command: C.Type) -> Bool {
    guard case .event(let event) = self else { return false }
    return event is Event<C> && event.result != nil
  }
}

extension TestStore where Message == EngineStep {
  /// Creates a test of an engine, with the state of a store that is folded from its events.
  ///
  /// The test sends commands. It receives each event that follows, and the turn in which the store folds it:
  ///
  /// ```swift
  /// let test = TestStore(engine, shelf)
  /// test.send(.command(BookList(shelf: "poems")))
  /// await test.receive(where: \.isProgress)
  /// ```
  ///
  /// - Parameters:
  ///   - engine: The engine.
  ///   - store: The store, one of the engine's flow.
  ///   - mode: The amount that must be asserted.
  ///   - patience: The longest real time to wait for something that does not arrive.
  ///   - isolation: The engine's home.
  ///   - fileID: The source location, with the next three, at which failures of the whole test are reported.
  ///   - filePath: See `fileID`.
  ///   - line: See `fileID`.
  ///   - column: See `fileID`.
  public convenience init(
    _ engine: Engine, _ store: Store<State, FoldedEvent>, mode: Mode = .exhaustive,
    patience: Duration = .seconds(10), isolation: isolated any Actor = #isolation,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) {
    self.init(
      flow: store.flow, mode: mode, patience: patience, state: { store.withState { $0 } },
      send: { if case .command(let command) = $0 { engine.execute(command: command, isolation: isolation) } },
      read: { Self.step(of: $0) },
      isolation: isolation, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  private static func step(of record: TurnRecord) -> EngineStep? {
    if let folded = record.message as? FoldedEvent { return .folded(folded.event) }
    return switch record.message as? EngineMessage {
    case .execute(let command, _, _): .command(command)
    case .publish(let event, _, _): .event(event)
    default: nil
    }
  }
}
