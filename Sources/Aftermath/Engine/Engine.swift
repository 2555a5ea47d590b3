public import Millrace
import MillraceToolkit
import Synchronization

/// An engine that passes commands to their handlers, and events and facts to reactions.
///
/// An engine is `Sendable`: any code may execute, publish and post on it, from anywhere. It has a *home*, the
/// isolation that created it. A message from the home has its turn, with all immediate consequences, before
/// the call returns; a message from any other isolation is posted, and has its turn soon. Inside a turn, a
/// message waits behind those that already wait, so a reaction may execute a command without a deadlock and
/// without overtaking. A turn of another engine runs inside this one's. If such turns nest so deep that the
/// stack has no more room, the message is posted, and has its turn soon.
///
/// ``shared`` belongs to the main actor. Any other engine belongs to the isolation that creates it. If there
/// is none, as in the default value of a property, it belongs to the isolation that uses it first. A handler
/// that is registered by code without an isolation does not decide that:
///
/// ```swift
/// let engine = Engine(name: "search")
/// engine.use(handler: BookListHandler())
/// engine.execute(command: BookList())
/// ```
///
/// On the kernel it is a participant without a state, whose messages are ``EngineMessage``s: gates and taps
/// of its flow receive each of them, and records name the work of handlers as effects.
public final class Engine: Sendable {
  /// The engine used by default; it belongs to the main actor.
  public static let shared = Engine(name: "shared", home: MainActor.shared)
  /// The mark of an ``EngineUser`` without an optional engine; it executes and publishes nothing.
  @usableFromInline static let undeclared = Engine(name: "undeclared", home: MainActor.shared)

  /// The engine's name in records and errors.
  public var name: String { inbox.name }
  /// The environment of the work of its handlers and its middleware.
  public let environment: StoreEnvironment

  let home: EngineHome
  let inbox: EngineInbox
  @usableFromInline let sender: Sender<EngineMessage>

  // Sound: these two are touched at home only: by the functions below if the caller's isolation is the home,
  // and by the store itself.
  @usableFromInline nonisolated(unsafe) let core: EngineCore
  nonisolated(unsafe) private let store: Millrace.Store<EngineCore, EngineMessage>

  /// Creates an engine with a flow of its own.
  ///
  /// - Parameters:
  ///   - name: The engine's name in records and errors.
  ///   - environment: The environment of its work.
  ///   - driver: The driver that performs the work.
  ///   - home: The isolation of its turns; by default that of the caller. If there is none, as in an actor's
  ///     initialiser or the default value of a property, the isolation of the first use becomes the home, or,
  ///     on a plain thread, an actor of the engine's own. The engine does not retain its home, because an
  ///     actor that owns an engine could then never end.
  public convenience init(
    name: String = "engine", environment: StoreEnvironment = StoreEnvironment(),
    driver: any Driver = LiveDriver(),
    home: (any Actor)? = #isolation
  ) {
    let flow =
      if let home {
        Flow(name: name, environment: environment, driver: driver, home: home)
      } else {
        Flow(name: name, environment: environment, driver: driver, isolation: nil)
      }
    self.init(name: name, flow: flow, home: home, ownsFlow: true)
  }

  /// Creates an engine on a flow that it shares with other stores.
  ///
  /// The flow orders their turns and the engine's together, and its gates and taps see all of them.
  public convenience init(
    name: String = "engine", flow: Flow, isolation: isolated any Actor = #isolation
  ) {
    self.init(name: name, flow: flow, home: isolation, ownsFlow: false)
  }

  private init(name: String, flow: Flow, home: (any Actor)?, ownsFlow: Bool) {
    let inbox = EngineInbox(name: name)
    let report = flow.errorHandler
    if ownsFlow {
      flow.errorHandler = { error in
        if let handler = inbox.errorHandler { handler.handle(error: error) } else { report(error) }
      }
    }
    var made: EngineCore?
    let store = Millrace.Store(name: name, flow: flow) { store in
      let core = EngineCore(inbox: inbox, store: store)
      made = core
      return core
    }
    StoreInternals(store).describe(facts: { $0.facts })
    store.tellNew { $0.isNew }
    if let home { flow.adopt(home: home) }
    self.inbox = inbox
    self.home = EngineHome(home)
    // Sound: the initialiser of a store calls the closure, which sets `made`, before it returns.
    core = made.unsafelyUnwrapped
    self.store = store
    environment = flow.environment
    sender = store.sender(isolation: nil)
    inbox.engine.value = self
  }

  deinit {
    inbox.invalidate()
  }

  // MARK: Isolation

  /// Returns true if the caller is at home; if there is no home yet, the first caller's isolation becomes it.
  ///
  /// A caller without an isolation is at home if a turn of the engine has called it, or if it runs on the
  /// main actor and that is the home.
  @usableFromInline
  func isAtHome(_ isolation: (any Actor)?) -> Bool {
    if isolation == nil && inbox.turnThread.load(ordering: .relaxed) == currentThread() { return true }
    return home.isHere(isolation) { store.flow.adopt(home: $0) }
  }

  /// Takes the turn of a message now, or posts it from outside the home.
  ///
  /// - Returns: False if the message is not taken.
  @usableFromInline
  @discardableResult
  func send(_ message: EngineMessage, _ isolation: isolated (any Actor)?) -> Bool {
    if isAtHome(isolation) {
      if !store.send(message, isolation: isolation).isRefused { return true }
      refused(message, isolation)
    } else {
      if sender.send(message) { return true }
      if case .report(let error) = message { reportHere(error) }
      missed(message, isolation)
    }
    return false
  }

  /// Takes the turn of a message as ``send(_:_:)`` does, and returns the work that the message leads to.
  func track(_ message: EngineMessage, _ isolation: isolated (any Actor)?) -> SentWork {
    if isAtHome(isolation) {
      let work = store.send(message, isolation: isolation)
      if work.isRefused { refused(message, isolation) }
      return work
    }
    let (isTaken, work) = sender.track(message)
    if !isTaken { missed(message, isolation) }
    // Sound: `sender` is that of a store, whose sender always knows the work.
    return work.unsafelyUnwrapped
  }

  /// Sends an event of work in progress, which the engine takes also while it refuses new messages.
  func sendAnswer(_ event: any AnyEvent, _ execution: Execution?, _ isolation: isolated (any Actor)?) {
    let reference = ExecutionReference(execution)
    if sender.refusal == nil {
      send(.publish(event, reference, from: 0), isolation)
    } else if !sender.sendAnswer(.publish(event, reference, from: EngineMessage.asAnswer)) {
      reportHere(Failure.homeEnded(engine: name))
    }
  }

  /// Calls `body` with the core: now, or from outside the home before the next turn.
  func enter(_ isolation: isolated (any Actor)?, _ body: @escaping (EngineCore) -> Void) {
    if isAtHome(isolation) {
      core.takeEntries()
      body(core)
    } else if home.hasEnded {
      reportHere(Failure.homeEnded(engine: name))
    } else {
      inbox.enter(body)
    }
  }

  // MARK: Flow

  /// Returns the flow of the engine's turns, for gates, taps and locks.
  ///
  /// - Throws: ``Failure/notAtHome(engine:asked:)`` if the caller is not at the engine's home, or has no
  ///   isolation and could take the flow anywhere.
  public func flow(isolation: isolated (any Actor)? = #isolation) throws(Failure) -> Flow {
    guard isAtHome(isolation), isolation != nil else { throw .notAtHome(engine: name, asked: "flow") }
    return store.flow
  }

  /// Waits until there are no messages to process and no work in flight.
  ///
  /// It may be called from anywhere. See `Flow.run`.
  public func run(isolation: isolated (any Actor)? = #isolation) async {
    _ = isAtHome(isolation)
    if let home = home.actor { await run(at: home) }
  }

  private func run(at home: isolated any Actor) async {
    await store.run(isolation: home)
  }

  // MARK: Errors

  /// Receives failures, warnings and errors; by default each is printed to standard error.
  ///
  /// It may be set on any thread.
  public var errorHandler: (any ErrorHandler)? {
    get { inbox.errorHandler }
    set { inbox.errorHandler = newValue }
  }

  /// Calls the error handler on the current thread, because the home has ended.
  func reportHere(_ error: any Error) {
    if let handler = errorHandler {
      handler.handle(error: error)
    } else {
      StandardError.report("\(error)")
    }
  }

  /// Passes an error to the error handler, at home.
  public func report(_ error: any Error, isolation: isolated (any Actor)? = #isolation) {
    send(.report(error), isolation)
  }

  // MARK: The end

  /// Removes all handlers and reactions, and cancels all work.
  ///
  /// Listeners that have not yet received the current event do not receive it. A caller that waits for a
  /// result receives ``Failure/engineInvalidated(engine:)``, and sequences of events end. Middleware stays,
  /// and the engine may be used again. From outside the home it happens soon.
  public func invalidate(isolation: isolated (any Actor)? = #isolation) {
    if isAtHome(isolation) {
      core.takeEntries()
      core.invalidate()
    } else {
      send(.invalidate, isolation)
    }
  }
}
