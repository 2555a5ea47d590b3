public import Aftermath
public import Millrace
public import MillraceTesting

/// What happens on an engine, as a test sees it.
public enum EngineStep: Sendable {
  /// A command is executed.
  case command(any AnyCommand)
  /// An event is published.
  case event(any AnyEvent)
  /// A store of the engine takes an event in.
  case folded(any AnyEvent)

  /// Whether it is an event of progress.
  public var isProgress: Bool { if case .event(let event) = self { event.inProgress } else { false } }

  /// Whether a store takes an event in.
  public var isFolded: Bool { if case .folded = self { true } else { false } }

  /// Whether it is an event that brings the output of a command of this type.
  public func isData<C: Command>(of command: C.Type) -> Bool {
    guard case .event(let event) = self else { return false }
    return event is Event<C> && event.result != nil
  }
}

extension TestStore where Message == EngineStep {
  /// Tests an engine, with the state of a store that is folded from its events.
  ///
  /// Commands are sent; what comes of them is received, each event and the turn in which the store takes it in:
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
  ///   - mode: How much must be asserted.
  ///   - patience: How long, in real time, is waited for what does not come.
  ///   - isolation: The engine's home.
  ///   - fileID: Where failures of the test as a whole are reported, as are the next three.
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
