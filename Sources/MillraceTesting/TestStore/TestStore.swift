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
/// The closure of a step receives the state before its turn and changes it to the expected state after it.
/// Without a closure no change is expected; a closure that changes nothing is a failure. A step with another
/// message or state fails at its line, and the failure shows the difference. Further failures are:
///
/// - a message that was received and not asserted, before the next one is sent and at the end;
/// - an error of the flow that was not expected by
///   ``expectError(isolation:fileID:filePath:line:column:where:)``, such as a message that the update does
///   not handle;
/// - a read of a key of the environment that has no test value, and was not set: see ``environment``;
/// - at the end: effects that run or wait, messages that wait or are delayed, and sleepers on the
///   environment's ``ManualClock``.
///
/// In the mode ``Mode/relaxed`` only the asserted parts must be as asserted. Skipped parts are printed.
///
/// A test store lives where its store does. Create it before anything is sent. It observes the whole flow:
/// effects and errors of other stores on the flow count as well, their turns do not. Stores of one flow need
/// different names, because records identify them by these. The states before and after a turn are copies, so
/// a state that is a reference is always the same.
///
/// A dialect's store is a test store of its state with the messages its users know. Where the kernel's store
/// is accessible, ``init(_:mode:patience:isolation:fileID:filePath:line:column:)`` takes it; otherwise
/// ``init(flow:mode:patience:state:send:read:isolation:fileID:filePath:line:column:)`` takes the flow, and
/// closures that interpret its records.
public final class TestStore<State, Message> {
  /// The amount that must be asserted.
  public enum Mode: Sendable, Hashable {
    /// Everything must be asserted.
    case exhaustive
    /// The asserted parts must be as asserted, and the rest is printed.
    case relaxed
  }

  /// The amount that must be asserted; it may be changed between steps.
  public var mode: Mode
  /// The flow on which the store takes its turns.
  public let flow: Flow

  @usableFromInline let ledger: TestLedger<State, Message>
  @usableFromInline let patience: Duration
  /// The source location where the test store was created.
  @usableFromInline let madeAt: TestLocation
  @usableFromInline let comparison: StateComparison<State>
  /// The state after the last turn that was asserted or skipped.
  @exclusivity(unchecked) @usableFromInline var asserted: State

  /// Sends a message; returns its work, if the store is one of the kernel.
  @usableFromInline let sendMessage: (Message) -> SentWork?
  @usableFromInline let tap: ObservationToken

  /// Creates a test of a store that takes its turns on `flow`.
  ///
  /// ```swift
  /// let test = TestStore<App, Input>(
  ///   flow: harvester.store.flow, state: { harvester.state }, send: { harvester.send($0) },
  ///   read: { if case .input(let input) = $0.message as? HarvesterMessage<Input> { input } else { nil } })
  /// ```
  ///
  /// - Parameters:
  ///   - flow: The flow. The test store replaces its error handler for as long as it lives.
  ///   - mode: The amount that must be asserted.
  ///   - patience: The longest real time to wait for something that does not arrive. It is reached by tests
  ///     that fail, and by ``finish(isolation:fileID:filePath:line:column:)`` in the mode ``Mode/relaxed``
  ///     while work goes on.
  ///   - state: A closure that returns the state; called after each turn that counts.
  ///   - send: A closure that sends a message whose turn is taken before it returns.
  ///   - read: A closure that returns the message of a record; nil for a turn that does not count, such as
  ///     another store's.
  ///   - isolation: The flow's home.
  ///   - fileID: The source location, with the next three, at which failures of the whole test are reported.
  ///   - filePath: See `fileID`.
  ///   - line: See `fileID`.
  ///   - column: See `fileID`.
  @inlinable
  public convenience init(
    flow: Flow, mode: Mode = .exhaustive, patience: Duration = .seconds(10),
    state: @escaping () -> State, send: @escaping (Message) -> Void,
    read: @escaping (TurnRecord) -> Message?,
    isolation: isolated (any Actor)? = #isolation,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) {
    self.init(
      flow: flow, mode: mode, patience: patience, state: state,
      sendMessage: {
        send($0)
        return nil
      }, read: read, isolation: isolation,
      place: TestLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  @inlinable
  init(
    flow: Flow, mode: Mode, patience: Duration, state: @escaping () -> State,
    sendMessage: @escaping (Message) -> SentWork?, read: @escaping (TurnRecord) -> Message?,
    isolation: isolated (any Actor)?, place: TestLocation
  ) {
    let ledger = TestLedger(place: place, nudge: flow.nudgeOfTest(in: isolation), state: state, read: read)
    self.flow = flow
    self.mode = mode
    self.patience = patience
    madeAt = place
    self.ledger = ledger
    comparison = StateComparison()
    asserted = state()
    self.sendMessage = sendMessage
    tap = flow.tap(effect: { ledger.take($0) }, { ledger.take($0) })
    ledger.takeErrors(of: flow)
    ledger.issues.take(from: flow)
  }

  deinit {
    tap.cancel()
    ledger.issues.close(at: madeAt)
    reportEnd(isFinished: false, somethingElse: nil)
  }

  /// The present state.
  public var state: State { ledger.state() }
}

extension TestLedger {
  /// Replaces the error handler of a flow, for as long as this lives.
  @usableFromInline
  func takeErrors(of flow: Flow) {
    let handler = flow.errorHandler
    flow.errorHandler = { [weak self] error in
      if let self { take(error) } else { handler(error) }
    }
  }
}

extension Flow {
  /// Returns the closure that wakes a test store waiting on this flow.
  ///
  /// The flow's home becomes `isolation` unless it has another.
  @usableFromInline
  func nudgeOfTest(in isolation: (any Actor)?) -> @Sendable () -> Void {
    adopt(home: isolation)
    return nudge
  }
}

extension TestStore where Message: Sendable {
  /// Creates a test of a store of the kernel.
  ///
  /// - Parameters:
  ///   - store: The store. The test store replaces its flow's error handler for as long as it lives.
  ///   - mode: The amount that must be asserted.
  ///   - patience: The longest real time to wait for something that does not arrive. It is reached by tests
  ///     that fail, and by ``finish(isolation:fileID:filePath:line:column:)`` in the mode ``Mode/relaxed``
  ///     while work goes on.
  ///   - isolation: The store's home.
  ///   - fileID: The source location, with the next three, at which failures of the whole test are reported.
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
      sendMessage: { store.send($0, isolation: nil) },
      read: { [name = store.storeName] in $0.store == name ? $0.message as? Message : nil },
      isolation: isolation,
      place: TestLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}
