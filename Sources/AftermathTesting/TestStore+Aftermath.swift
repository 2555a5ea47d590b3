public import Aftermath
public import Millrace
public import MillraceTesting

/// A test of an engine without a state: each command that it executes and each event that it publishes is
/// asserted once.
///
/// ```swift
/// let test = try EngineTest(engine)
/// test.send(.command(BookList(shelf: "poems")))
/// await test.receive(.event(Event<BookList>.progress))
/// await test.receive(.event(Event<BookList>.data([Book(id: 1, title: "Old")])))
/// await test.finish()
/// ```
///
/// Its state is always nil.
public typealias EngineTest = TestStore<Never?, EngineStep>

extension TestStore where State == Never?, Message == EngineStep {
  /// Creates a test of an engine without a state.
  ///
  /// The test sends commands. It receives each further command and each event, whether the handler has
  /// returned, published or thrown it, or a fact was posted. An event that middleware holds back or replaces
  /// is received as it was before the middleware.
  ///
  /// - Parameters:
  ///   - engine: The engine. The test replaces its flow's error handler; an error handler of the engine
  ///     itself receives its errors in the test's place.
  ///   - mode: The amount that must be asserted.
  ///   - patience: The longest real time to wait for something that does not arrive.
  ///   - isolation: The engine's home.
  ///   - fileID: The source location, with the next three, at which failures of the whole test are reported.
  ///   - filePath: See `fileID`.
  ///   - line: See `fileID`.
  ///   - column: See `fileID`.
  /// - Throws: `Failure.notAtHome` if the caller is not at the engine's home.
  public convenience init(
    _ engine: Engine, mode: Mode = .exhaustive, patience: Duration = .seconds(10),
    isolation: isolated any Actor = #isolation,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) throws(Failure) {
    self.init(
      engine, try engine.flow(isolation: isolation), mode, patience, state: { nil }, isolation,
      fileID, filePath, line, column)
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
      engine, store.flow, mode, patience, state: { store.withState { $0 } }, isolation,
      fileID, filePath, line, column)
  }

  private convenience init(
    _ engine: Engine, _ flow: Flow, _ mode: Mode, _ patience: Duration, state: @escaping () -> State,
    _ isolation: isolated any Actor, _ fileID: String, _ filePath: String, _ line: Int, _ column: Int
  ) {
    self.init(
      flow: flow, mode: mode, patience: patience, state: state,
      send: { if case .command(let command) = $0 { engine.execute(command: command, isolation: isolation) } },
      read: { Self.step(of: $0) },
      isolation: isolation, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Returns the step of a turn; nil for one that only continues another, such as after asynchronous
  /// middleware.
  private static func step(of record: TurnRecord) -> EngineStep? {
    if let folded = record.message as? FoldedEvent { return .folded(folded.event) }
    return switch record.message as? EngineMessage {
    case .execute(let command, _, from: 0): .command(command)
    case .publish(let event, _, from: 0): .event(event)
    case .fail(let command, let error, _): failure(error, of: type(of: command))
    case .failEvent(let event, let error, _): failure(error, of: type(of: event))
    default: nil
    }
  }

  /// Returns the step of an error event; nil for an error of the engine, which is none.
  private static func failure(_ error: any Error, of type: any ErrorEventBuilder.Type) -> EngineStep? {
    error is Failure || error is Warning ? nil : .event(type.buildEvent(fromError: error))
  }
}
