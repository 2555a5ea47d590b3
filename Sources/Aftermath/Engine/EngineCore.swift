public import Millrace
public import MillraceToolkit

/// The part of an engine that is confined to its home: the handlers of commands, the listeners to events, and
/// the kernel's effects for each message.
///
/// It is the participant of the engine's store. A handler receives its command, and listeners their event,
/// in the second half of the turn. The work of a handler goes through the flow's driver, which may answer
/// in its place. Waiting work is an effect.
@usableFromInline
final class EngineCore: Participant {
  @usableFromInline let inbox: EngineInbox
  let sender: Sender<EngineMessage>
  // Sound: the store retains this core as its participant, and every caller of the core holds the store or
  // the engine, which has both. A plain reference would be counted at each call, slowly, because weak ones to
  // it exist.
  @usableFromInline let unmanagedStore: Unmanaged<Millrace.Store<EngineCore, EngineMessage>>

  // The exclusivity checks of members that every turn uses are turned off: a core is confined to its engine's
  // home, and each access is over before it calls out.
  @exclusivity(unchecked) @usableFromInline var handlers = TypeTable<HandlerEntry>()
  @exclusivity(unchecked) @usableFromInline var listeners = TypeTable<AnyListenerList>()
  /// The reactions that were given with commands, by the identities of the executions.
  var reactions: [ObjectIdentifier: AnyListenerList] = [:]
  @exclusivity(unchecked) var recorders: [WeakRecorder] = []
  /// The waiters for events that a handler publishes by hand, by the type of the event; the oldest first.
  @exclusivity(unchecked) var byHand = HandWaiters()
  /// True if nothing intervenes between commands, handlers, events and listeners, and no code records events
  /// or waits for one published by hand.
  ///
  /// Commands and events at home then need no messages.
  @exclusivity(unchecked) @usableFromInline private(set) var isPlain = true
  /// The command whose handler is being called, or whose error is on its way through the middleware.
  var failed: (any AnyCommand)?
  /// The last turn that waited for its time when the engine was invalidated; turns up to it report no missing
  /// listener.
  private(set) var lastQuietTurn: UInt64 = 0

  let commands: Chain<any AnyCommand>
  let events: Chain<any AnyEvent>

  init(
    inbox: EngineInbox, store: Millrace.Store<EngineCore, EngineMessage>
  ) {
    self.inbox = inbox
    unmanagedStore = .passUnretained(store)
    sender = store.sender(isolation: nil)
    commands = Chain(inbox: inbox, sender: sender) { .execute($0, $1, from: $2) }
    events = Chain(inbox: inbox, sender: sender) { .publish($0, $1, from: $2) }
    commands.line = { [unowned self] in send($0) }
    events.line = { [unowned self] in send($0) }
    commands.hold = { [unowned self] in send(.hold($0, ExecutionReference($1), at: $2)) }
    commands.end = { [unowned self] in try carryOut($0, $1) }
    events.hold = { [unowned self] in send(.holdEvent($0, ExecutionReference($1), at: $2)) }
    events.end = { [unowned self] in notify($0, $1) }
  }

  /// The environment of work that begins now.
  var environment: StoreEnvironment { store.flow.environment }

  /// The store that takes the turns.
  // Sound: the core is the store's state, and is used while the store lives.
  var store: Millrace.Store<EngineCore, EngineMessage> { unmanagedStore.takeUnretainedValue() }

  /// Enqueues a message, or takes its turn if none is in progress.
  @usableFromInline
  func send(_ message: EngineMessage) { store.sendOn(message) }

  @usableFromInline
  func report(_ error: any Error) {
    if let handler = inbox.errorHandler {
      handler.handle(error: error)
    } else {
      store.flow.report(.reported(store: inbox.name, error: error))
    }
  }

  // MARK: Turns

  /// The state of an engine for tools: none.
  @usableFromInline var toolState: EngineState { EngineState() }

  /// Returns the effect that a message requests.
  @usableFromInline
  func take(_ message: EngineMessage) -> Effect<EngineMessage> {
    takeEntries()
    switch message {
    case .execute, .fail, .publish, .failEvent, .replay, .report:
      return .none
    case .hold(let command, let pass, let index):
      return hold(command, pass?.take(), index)
    case .begin(let command, let pass):
      return begin(command, pass?.take())
    case .holdEvent(let event, let pass, let index):
      return hold(event, pass?.take(), index)
    case .react(let call):
      guard let place = call.place else { return .none }
      return .run(in: .concat(EffectID(place)), label: "react at another home") { _ in await call.call() }
    case .cancel(let id):
      return .cancel { run in
        guard let run = run.value as? HandlerRunID else { return false }
        return run.command == id || run.execution == id
      }
    case .invalidate:
      forgetAll()
      return .cancelAll
    case .cancelAll:
      return .cancelAll
    }
  }

  /// Calls the handler of a command, or the listeners to an event.
  @usableFromInline
  func notify(_ message: EngineMessage) {
    inbox.inTurn { handle(message) }
  }

  private func handle(_ message: EngineMessage) {
    switch message {
    case .publish(let event, let pass, let index):
      let execution = pass?.take()
      if let execution, event.inProgress {
        waitByHand(execution, ObjectIdentifier(type(of: event)), keeps: true)
      }
      deliver(event, execution, from: max(index, 0))
    case .execute(let command, let pass, let index):
      execute(command, pass?.take(), from: index)
    case .report(let error):
      report(error)
    case .fail(let command, let error, let pass):
      let execution = pass?.take()
      report(error)
      if error.isFrameworkError {
        execution?.fail(error)
      } else {
        deliver(errorEvent(of: command, error), execution, from: 0)
      }
    case .failEvent(let event, let error, let pass):
      fail(event, error, pass?.take())
    case .replay(let event, let owner):
      _ = listeners[ObjectIdentifier(type(of: event))]?.notify(event, only: owner)
    default: break
    }
  }

  // MARK: Registration

  /// Performs the requests from outside the home, in their order.
  func takeEntries() {
    if !inbox.hasEntries { return }
    for entry in inbox.takeEntries() { entry.make(self) }
  }

  /// Determines again whether any participant needs messages.
  func judge() {
    isPlain = commands.links.isEmpty && events.links.isEmpty && recorders.isEmpty && byHand.isEmpty
  }

  func register(_ entry: HandlerEntry, of command: any AnyCommand.Type) {
    let key = ObjectIdentifier(command)
    // Released last, because a deinitialiser may call this engine again.
    let replaced = handlers[key]
    handlers[key] = entry
    withExtendedLifetime(replaced) {}
  }

  /// Adds a listener to the events of its type.
  func add<C: Command>(_ listener: Listener<C>) {
    let key = ObjectIdentifier(Event<C>.self)
    let list: ListenerList<C>
    if let known = listeners[key] {
      // Sound: the value under this key was stored below.
      list = unsafeDowncast(known, to: ListenerList<C>.self)
    } else {
      list = ListenerList(inbox: inbox)
      listeners[key] = list
    }
    list.append(listener)
  }

  /// Adds the reaction to the events of one execution.
  func add<C: Command>(_ listener: Listener<C>, to execution: ObjectIdentifier) {
    let list = ListenerList<C>(inbox: inbox)
    list.append(listener)
    reactions[execution] = list
  }

  /// Removes the reaction to an execution that has ended.
  ///
  /// It is not ended, because its calls in another isolation may be on their way.
  func removeReaction(to execution: ObjectIdentifier) {
    // Released last, because a deinitialiser may call this engine again.
    let ended = reactions.removeValue(forKey: execution)
    ended?.forgetAll()
    withExtendedLifetime(ended) {}
  }

  func add(_ recorder: EventRecorder) {
    recorders.append(WeakRecorder(recorder: recorder))
    judge()
  }

  func pipe(commands links: [Chain<any AnyCommand>.Link], _ names: [String]) {
    commands.links = links
    commands.names = names
    judge()
  }

  func pipe(events links: [Chain<any AnyEvent>.Link], _ names: [String]) {
    events.links = links
    events.names = names
    judge()
  }

  func record(_ event: any AnyEvent) {
    // Retained until all have been called: the release of a recorder may call this engine again.
    let held = recorders.map(\.recorder)
    defer { withExtendedLifetime(held) {} }
    recorders.removeAll { $0.recorder?.isRecording != true }
    judge()
    for recorder in recorders { recorder.recorder?.record(event) }
  }

  /// Removes all handlers and listeners, and cancels all work in progress.
  func invalidate() {
    lastQuietTurn = store.flow.lastSequence + UInt64(store.flow.waitingCount)
    forgetAll()
    send(.cancelAll)
  }

  private func forgetAll() {
    inbox.invalidate()
    inbox.forgetHandlers()
    let forgotten = (listeners, handlers, byHand, reactions)
    listeners.forEach { $0.endAll() }
    reactions.values.forEach { $0.endAll() }
    reactions = [:]
    listeners = TypeTable()
    handlers = TypeTable()
    byHand = HandWaiters()
    judge()
    // Released last, because a deinitialiser may call this engine again.
    withExtendedLifetime(forgotten) {}
  }
}

/// The state of an engine: none, so that tools find nothing to compare.
@usableFromInline
struct EngineState: Hashable {}
