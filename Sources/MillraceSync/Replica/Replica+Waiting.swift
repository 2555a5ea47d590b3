public import Millrace

// Calls that return when the log has answered.
extension Replica {
  /// Sends a message, and returns when its entry is in the log and has had its turn here.
  ///
  /// The message takes no turn before that. Reads that follow see it.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - store: A shared store.
  ///   - answer: A closure that reads the state right behind the message, before any later entry.
  ///   - isolation: The caller's isolation; omit it.
  /// - Returns: The result of `answer`.
  /// - Throws: ``ReplicaError/notAccepted(store:position:)`` if the update returned
  ///   `Effect.unhandled`, and others. After ``ReplicaError/cancelled`` the message may still reach the
  ///   log.
  public func commit<State: Sendable, Message: Sendable, Answer: Sendable>(
    _ message: Message, to store: Store<State, Message>, isolation: isolated (any Actor)? = #isolation,
    answering answer: @escaping (State) -> Answer
  ) async throws(ReplicaError) -> Answer {
    guard let shared = stores[ExactText(store.storeName)] as? TypedSharedStore<State, Message>,
      shared.store === store
    else { throw .notShared(store: store.storeName) }
    if let error = blocking("a commit") { throw error }
    try needHome(isolation)
    guard shared.messages.isShared(message) else {
      throw .unshareable(store: shared.name, reason: "`from` returns nil for it, so it stays in this place")
    }
    var result: Answer?
    let number = waiters.next()
    let ticket: UInt64
    do throws(ReplicaError) {
      ticket = try line(
        up: message, of: shared, isShown: false,
        answer: { [weak self] state, position, isAccepted in
          if isAccepted { result = answer(state) }
          self?.waiters.note(
            number, isAccepted ? nil : .notAccepted(store: shared.name, position: position))
        })
    } catch {
      waiters.forget(number)
      throw error
    }
    waiters.tickets[ticket] = number
    if let error = await wait(number) { throw error }
    guard let result else { throw .ended }
    return result
  }

  /// Sends a message, and returns when its entry is in the log and has had its turn here.
  public func commit<State: Sendable, Message: Sendable>(
    _ message: Message, to store: Store<State, Message>, isolation: isolated (any Actor)? = #isolation
  ) async throws(ReplicaError) {
    try await commit(message, to: store, isolation: isolation) { _ in () }
  }

  /// Returns when everything has had its turn here that the log had when this was called.
  ///
  /// - Throws: ``ReplicaError``, also when the log cannot be reached now.
  public func catchUp(isolation: isolated (any Actor)? = #isolation) async throws(ReplicaError) {
    if let error = blocking("reading the log") { throw error }
    if let failure { throw .log(failure) }
    try needHome(isolation)
    machine.news()
    let number = waiters.next()
    waiters.wantHead(number)
    advance()
    if let error = await wait(number) { throw error }
  }

  /// Returns when all messages that were sent here have had their turns at their places in the log.
  ///
  /// While the log cannot be reached it waits.
  public func waitUntilConfirmed(isolation: isolated (any Actor)? = #isolation) async throws(ReplicaError) {
    if let error = blocking("waiting for the log") { throw error }
    guard let last = machine.pending.last else { return }
    try needHome(isolation)
    let number = waiters.next()
    waiters.wantConfirmed(number, upTo: last.ticket)
    if let error = await wait(number) { throw error }
  }

  /// Makes sure that answers reach a home, the caller's unless the flow has one.
  private func needHome(_ isolation: isolated (any Actor)?) throws(ReplicaError) {
    flow.adopt(home: isolation)
    if home.isHomeless { throw .homeless(flow: flow.name) }
  }

  /// Returns why nothing can be waited for.
  func blocking(_ what: String) -> ReplicaError? {
    if let problem = machine.problem { return problem }
    if let hold = machine.hold { return .held(hold) }
    return link == nil ? .notStarted(what: what) : nil
  }
}
