import Millrace

/// Ties the events of one execution to the one who waits for its result.
///
/// It goes with the command and its events. When it is let go of before an event has answered it, no answer can
/// come any more, and who waits is told so.
final class Ticket: Sendable {
  private enum State: Sendable {
    case waiting(@Sendable (any AnyEvent) -> Bool, @Sendable (any Error) -> Void)
    case over
    /// Nobody waits any more, and what has not begun need not.
    case withdrawn
  }

  private let state: Locked<State>
  private let command: String
  private let desk: EngineDesk
  private let generation: Int

  /// - Parameters:
  ///   - answer: Takes an event; false when it is none that answers.
  ///   - fail: Takes the error that comes instead.
  init(
    command: String, desk: EngineDesk, answer: @escaping @Sendable (any AnyEvent) -> Bool,
    fail: @escaping @Sendable (any Error) -> Void
  ) {
    self.command = command
    self.desk = desk
    generation = desk.generation
    state = Locked(.waiting(answer, fail))
    desk.note(self)
  }

  deinit {
    fail(
      desk.generation == generation
        ? Failure.aborted(command: command) : Failure.engineInvalidated(engine: desk.name))
  }

  /// Whether nobody waits any more.
  var isOver: Bool {
    state.withLock { if case .waiting = $0 { false } else { true } }
  }

  /// Whether who waited has gone, or was sent away, before an answer came.
  var isWithdrawn: Bool {
    state.withLock { if case .withdrawn = $0 { true } else { false } }
  }

  /// Answers who waits, if this event does; progress does not.
  func answer(with event: any AnyEvent) {
    if event.inProgress { return }
    guard case .waiting(let answer, let fail) = take() else { return }
    if !answer(event) { fail(event.error ?? Failure.aborted(command: command)) }
  }

  /// Tells who waits of an error.
  func fail(_ error: any Error) {
    if case .waiting(_, let fail) = take() { fail(error) }
  }

  /// Tells who waits of an error, and has nothing begin that has not begun.
  func withdraw(_ error: any Error) {
    if case .waiting(_, let fail) = take(leaving: .withdrawn) { fail(error) }
  }

  private func take(leaving next: State = .over) -> State {
    state.withLock { state in
      guard case .waiting = state else { return state }
      defer { state = next }
      return state
    }
  }
}
