public import Millrace

/// A store under test: each message that is sent or received is asserted, with the change it makes.
///
/// ```swift
/// let test = TestStore(Store(Search(), environment: environment, update: search))
/// test.send(.typed("swift"), effects: [.starts("search swift")]) { $0.query = "swift" }
/// await test.receive(.found(["Swift"])) { $0.results = ["Swift"] }
/// await test.finish()
/// ```
///
/// The closure of a step is given the state before its turn and changes it to what is expected after it.
/// Without one nothing is expected to change; one that changes nothing is a failure. A step whose message or
/// state is another fails at its line, and the failure shows what differs. What else counts as a failure:
///
/// - a message that was received and not asserted, before the next one is sent and at the end;
/// - an error of the flow that was not expected by ``expectError(isolation:fileID:filePath:line:column:where:)``, such
///   as a message that the update does not know;
/// - at the end: effects that run or wait, messages that wait or are delayed, and sleepers on the environment's
///   ``ManualClock``.
///
/// In the mode ``Mode/relaxed`` only what is asserted must be as asserted. What was skipped is printed.
///
/// A test store lives where its store does. It is made before anything is sent, and listens to all of the
/// flow: effects and errors of other stores on the flow count as well, their turns do not. Stores of one flow
/// need different names, because records know them by these. The states before and after a turn are copies,
/// so a state that is a reference is always the same.
///
/// A dialect's store is a test store of its state with the messages its users know. Where the kernel's store
/// is at hand, ``init(_:mode:patience:isolation:fileID:filePath:line:column:)`` takes that; otherwise
/// ``init(flow:mode:patience:state:send:read:isolation:fileID:filePath:line:column:)`` takes the flow, and
/// closures that say what its records mean.
public final class TestStore<State, Message> {
  /// How much of what happens must be asserted.
  public enum Mode: Sendable, Hashable {
    /// All of it.
    case exhaustive
    /// What is asserted must be so, and the rest is printed.
    case relaxed
  }

  /// How much of what happens must be asserted; it may be changed between steps.
  public var mode: Mode
  /// The flow on which the store takes its turns.
  public let flow: Flow

  @usableFromInline let ledger: TestLedger<State, Message>
  @usableFromInline let patience: Duration
  /// Where the test store was made.
  @usableFromInline let madeAt: SourcePlace
  @usableFromInline let comparison: StateComparison<State>
  /// The state after the last turn that was asserted or skipped.
  @exclusivity(unchecked) @usableFromInline var asserted: State

  @usableFromInline let currentState: () -> State
  @usableFromInline let sendMessage: (Message) -> Void
  @usableFromInline let tap: ObservationToken

  /// Tests a store that takes its turns on `flow`.
  ///
  /// ```swift
  /// let test = TestStore<App, Input>(
  ///   flow: harvester.store.flow, state: { harvester.state }, send: { harvester.send($0) },
  ///   read: { if case .input(let input) = $0.message as? HarvesterMessage<Input> { input } else { nil } })
  /// ```
  ///
  /// - Parameters:
  ///   - flow: The flow. Its error handler is taken over for as long as the test store lives.
  ///   - mode: How much must be asserted.
  ///   - patience: How long, in real time, is waited for what does not come. Reached by tests that fail, and by
  ///     ``finish(isolation:fileID:filePath:line:column:)`` in the mode ``Mode/relaxed`` while something goes on.
  ///   - state: Gives the state; asked after each turn that counts.
  ///   - send: Sends a message whose turn is taken before this returns.
  ///   - read: The message of a record; nil for a turn that does not count, as of another store.
  ///   - isolation: Where the flow lives.
  ///   - fileID: Where failures of the test as a whole are reported, as are the next three.
  ///   - filePath: See `fileID`.
  ///   - line: See `fileID`.
  ///   - column: See `fileID`.
  @inlinable
  public init(
    flow: Flow, mode: Mode = .exhaustive, patience: Duration = .seconds(10),
    state: @escaping () -> State, send: @escaping (Message) -> Void,
    read: @escaping (TurnRecord) -> Message?,
    isolation: isolated (any Actor)? = #isolation,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    let ledger = TestLedger(place: place, nudge: flow.nudgeOfTest(in: isolation), state: state, read: read)
    self.flow = flow
    self.mode = mode
    self.patience = patience
    madeAt = place
    self.ledger = ledger
    comparison = StateComparison()
    asserted = state()
    currentState = state
    sendMessage = send
    tap = flow.tap(effect: { ledger.take($0) }, { ledger.take($0) })
    ledger.takeErrors(of: flow)
  }

  deinit {
    tap.cancel()
    reportEnd(isFinished: false, somethingElse: nil)
  }

  /// The state there is now.
  public var state: State { currentState() }
}

extension TestLedger {
  /// Takes over the error handler of a flow, for as long as this lives.
  @usableFromInline
  func takeErrors(of flow: Flow) {
    let tell = flow.errorHandler
    flow.errorHandler = { [weak self] error in
      if let self { take(error) } else { tell(error) }
    }
  }
}

extension Flow {
  /// What wakes a test store that waits on this flow, whose home is `isolation` unless it has another.
  @usableFromInline
  func nudgeOfTest(in isolation: (any Actor)?) -> @Sendable () -> Void {
    adopt(home: isolation)
    return nudge
  }
}

extension TestStore where Message: Sendable {
  /// Tests a store of the kernel.
  ///
  /// - Parameters:
  ///   - store: The store. The error handler of its flow is taken over for as long as the test store lives.
  ///   - mode: How much must be asserted.
  ///   - patience: How long, in real time, is waited for what does not come. Reached by tests that fail, and by
  ///     ``finish(isolation:fileID:filePath:line:column:)`` in the mode ``Mode/relaxed`` while something goes on.
  ///   - isolation: Where the store lives.
  ///   - fileID: Where failures of the test as a whole are reported, as are the next three.
  ///   - filePath: See `fileID`.
  ///   - line: See `fileID`.
  ///   - column: See `fileID`.
  @inlinable
  public convenience init(
    _ store: Store<State, Message>, mode: Mode = .exhaustive, patience: Duration = .seconds(10),
    isolation: isolated (any Actor)? = #isolation,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) {
    self.init(
      flow: store.flow, mode: mode, patience: patience, state: { store.withState { $0 } },
      send: { store.send($0, isolation: nil) },
      read: { [name = store.storeName] in $0.store == name ? $0.message as? Message : nil },
      isolation: isolation, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
