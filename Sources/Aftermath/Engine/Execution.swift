import Millrace
import Synchronization

/// A connection between the events of one execution and the caller that waits for its result, or the reaction
/// that was given with it.
///
/// It is passed with the command and its events. If it is released before an event has answered it, no answer
/// can come any more: a waiting caller receives an error, and a reaction ends.
final class Execution: Sendable {
  private enum State: Sendable {
    case waiting(@Sendable (any AnyEvent) -> Bool, @Sendable (any Error) -> Void)
    /// The engine's core has a reaction under the identity of this execution.
    case observed(ListenerLife)
    case over
    /// No caller waits any more, and work that has not begun is not needed.
    case withdrawn
  }

  private let state: Locked<State>
  private let command: String
  private let inbox: EngineInbox
  private let generation: Int
  /// True once every event of the execution carries it, so that none published by hand can be its answer.
  private let bound = Atomic(false)

  /// Creates the execution of a caller that waits.
  ///
  /// - Parameters:
  ///   - answer: A function that takes an event; it returns false if the event is not an answer.
  ///   - fail: A function that takes the error that comes instead.
  init(
    command: String, inbox: EngineInbox, answer: @escaping @Sendable (any AnyEvent) -> Bool,
    fail: @escaping @Sendable (any Error) -> Void
  ) {
    self.command = command
    self.inbox = inbox
    generation = inbox.generation
    state = Locked(.waiting(answer, fail))
    inbox.note(self)
  }

  /// Creates the execution of a command with a reaction, which the core has under the execution's identity.
  init(command: String, inbox: EngineInbox, reaction: ListenerLife) {
    self.command = command
    self.inbox = inbox
    generation = inbox.generation
    state = Locked(.observed(reaction))
    inbox.note(self)
  }

  deinit {
    if reaction != nil {
      inbox.enter { [id = ObjectIdentifier(self)] in $0.removeReaction(to: id) }
    }
    fail(
      inbox.generation == generation
        ? Failure.aborted(command: command) : Failure.engineInvalidated(engine: inbox.name))
  }

  /// True once no caller waits, and no reaction observes.
  var isOver: Bool {
    state.withLock { state in
      switch state {
      case .waiting: false
      case .observed(let life): !life.isActive
      case .over, .withdrawn: true
      }
    }
  }

  /// The lifetime of the reaction that was given with the command.
  var reaction: ListenerLife? {
    state.withLock { if case .observed(let life) = $0 { life } else { nil } }
  }

  /// True once every event of the execution carries it.
  var isBound: Bool { bound.load(ordering: .acquiring) }

  func bind() { bound.store(true, ordering: .releasing) }

  /// True if the caller left, or received an error, before an answer came.
  var isWithdrawn: Bool {
    state.withLock { if case .withdrawn = $0 { true } else { false } }
  }

  /// Answers the waiting caller, if this event is an answer; progress is not.
  func answer(with event: any AnyEvent) {
    if event.inProgress { return }
    guard case .waiting(let answer, let fail) = take() else { return }
    if !answer(event) { fail(event.error ?? Failure.aborted(command: command)) }
  }

  /// Sends the waiting caller an error.
  func fail(_ error: any Error) {
    if case .waiting(_, let fail) = take() { fail(error) }
  }

  /// Sends the waiting caller an error, and prevents the start of work that has not begun.
  func withdraw(_ error: any Error) {
    if case .waiting(_, let fail) = take(leaving: .withdrawn) { fail(error) } else { reaction?.end() }
  }

  private func take(leaving next: State = .over) -> State {
    state.withLock { state in
      guard case .waiting = state else { return state }
      defer { state = next }
      return state
    }
  }
}

/// An execution in a message, until the message's turn.
///
/// A tap may keep messages after their turn, for records. An execution in them would never be released, and a
/// caller would wait for its answer forever.
public final class ExecutionReference: Sendable {
  private let execution: Locked<Execution?>

  init?(_ execution: Execution?) {
    guard let execution else { return nil }
    self.execution = Locked(execution)
  }

  /// Takes the execution out; returns nil if that was done before.
  func take() -> Execution? {
    execution.withLock { execution in
      defer { execution = nil }
      return execution
    }
  }
}

/// Connects an execution and the cancellation of the task that waits, whichever comes first.
final class ExecutionCancellation: Sendable {
  private struct State {
    weak var execution: Execution?
    var isCancelled = false
  }

  private let state = Locked(State())
  private let sender: Sender<EngineMessage>

  init(sender: Sender<EngineMessage>) {
    self.sender = sender
  }

  func note(_ execution: Execution) {
    let isCancelled = state.withLock { state in
      state.execution = execution
      return state.isCancelled
    }
    if isCancelled { execution.withdraw(CancellationError()) }
  }

  func cancel() {
    let execution = state.withLock { state in
      state.isCancelled = true
      return state.execution
    }
    guard let execution else { return }
    execution.withdraw(CancellationError())
    sender.send(.cancel(ObjectIdentifier(execution)))
  }
}
