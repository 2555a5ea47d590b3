public import Millrace

/// Where a replay's stores are made: their flow, and the list of those that the history speaks of.
public final class ReplayStage {
  /// The flow to make the stores on; nothing that effects, subscriptions and queues wait for happens on it by itself.
  ///
  /// Its error handler is silent unless it is replaced: what goes wrong in the history is part of it.
  public let flow: Flow
  /// The history that is replayed.
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

  /// Adds a store, found in the history by its name.
  ///
  /// - Parameter store: A store on ``flow``, as it was when its recording began.
  /// - Returns: The same store.
  /// - Throws: ``HistoryError`` when the history does not know the store, or it is of another flow.
  @discardableResult
  public func add<State: Codable, Message: Codable & Sendable>(
    _ store: Store<State, Message>
  ) throws(HistoryError) -> Store<State, Message> {
    try add(store, state: { $0 }, message: { $0 }, restore: { $0 })
  }

  /// Adds a store of which other values were recorded than its states and messages.
  ///
  /// - Parameters:
  ///   - store: A store on ``flow``, as it was when its recording began.
  ///   - state: What was recorded of a state.
  ///   - message: What was recorded of a message.
  ///   - restore: The message again.
  /// - Returns: The same store.
  /// - Throws: ``HistoryError`` when the history does not know the store, or it is of another flow.
  @discardableResult
  public func add<State, Message: Sendable, StateForm: Codable, MessageForm: Codable>(
    _ store: Store<State, Message>,
    state: @escaping (State) throws -> StateForm,
    message: @escaping (Message) throws -> MessageForm,
    restore: @escaping (MessageForm) throws -> Message
  ) throws(HistoryError) -> Store<State, Message> {
    let name = store.storeName
    if store.flow !== flow { throw .otherFlow(store: name, flow: store.flow.name, expected: flow.name) }
    if stores[name] != nil { throw .nameTaken(store: name) }
    if !replay.stores.contains(name) { throw .storeUnknown(store: name, known: replay.stores) }
    stores[name] = ReplayedStore(store, state: state, message: message, restore: restore)
    return store
  }
}
