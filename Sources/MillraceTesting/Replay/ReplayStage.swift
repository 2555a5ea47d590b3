public import Millrace

/// The stage of a replay: the flow for its stores, and the list of those that the history has.
public final class ReplayStage {
  /// The flow for the stores.
  ///
  /// Effects, subscriptions and queues do nothing on it by themselves. Its error handler is silent unless it
  /// is replaced: errors in the history are part of it.
  public let flow: Flow
  /// The history to replay.
  public let replay: Replay

  let clock: ManualClock
  let driver: ReplayDriver
  private(set) var stores: [String: any ReplayedStoreProtocol] = [:]

  init(_ replay: Replay, environment: StoreEnvironment, isolation: isolated (any Actor)?) {
    self.replay = replay
    clock = ManualClock()
    driver = ReplayDriver()
    var environment = environment
    environment.clock = clock
    flow = Flow(name: replay.flow, environment: environment, driver: driver, isolation: isolation)
    flow.errorHandler = { _ in }
  }

  /// Adds a store, which the history knows by its name.
  ///
  /// - Parameter store: A store on ``flow``, in the state in which its recording began.
  /// - Returns: The same store.
  /// - Throws: ``HistoryError`` when the history does not know the store, or it is of another flow.
  @discardableResult
  public func add<State: Codable, Message: Codable & Sendable>(
    _ store: Store<State, Message>
  ) throws(HistoryError) -> Store<State, Message> {
    try add(store, ReplayForm({ $0 }, restore: { $0 }), ReplayForm({ $0 }, restore: { $0 }))
  }

  /// Adds a store whose states and messages were recorded in converted form.
  ///
  /// - Parameters:
  ///   - store: A store on ``flow``, in the state in which its recording began.
  ///   - state: A closure that returns the recorded form of a state.
  ///   - message: A closure that returns the recorded form of a message.
  ///   - restore: A closure that returns the message of a recorded form.
  /// - Returns: The same store.
  /// - Throws: ``HistoryError`` when the history does not know the store, or it is of another flow.
  @discardableResult
  public func add<State, Message: Sendable, StateForm: Codable, MessageForm: Codable>(
    _ store: Store<State, Message>,
    state: @escaping (State) throws -> StateForm,
    message: @escaping (Message) throws -> MessageForm,
    restore: @escaping (MessageForm) throws -> Message
  ) throws(HistoryError) -> Store<State, Message> {
    try add(
      store, ReplayForm(state), ReplayForm(message, restore: restore))
  }

  /// Adds a store whose states and messages were recorded with schemas, as a journal does.
  ///
  /// Values of older versions are converted to today's by the steps of the schemas.
  ///
  /// - Parameters:
  ///   - store: A store on ``flow``, as the program creates it.
  ///   - state: The schema of its states.
  ///   - messages: The schema of its messages.
  /// - Returns: The same store.
  /// - Throws: ``HistoryError`` when the history does not know the store, or it is of another flow.
  @discardableResult
  public func add<State, Message: Sendable>(
    _ store: Store<State, Message>, state: RecordSchema<State>, messages: RecordSchema<Message>
  ) throws(HistoryError) -> Store<State, Message> {
    try add(store, ReplayForm(state), ReplayForm(messages))
  }

  private func add<State, Message: Sendable, StateForm, MessageForm>(
    _ store: Store<State, Message>, _ states: ReplayForm<State, StateForm>,
    _ messages: ReplayForm<Message, MessageForm>
  ) throws(HistoryError) -> Store<State, Message> {
    let name = store.storeName
    if store.flow !== flow { throw .otherFlow(store: name, flow: store.flow.name, expected: flow.name) }
    if stores[name] != nil { throw .nameTaken(store: name) }
    if !replay.stores.contains(name) { throw .storeUnknown(store: name, known: replay.stores) }
    stores[name] = ReplayedStore(store, states, messages)
    return store
  }
}
