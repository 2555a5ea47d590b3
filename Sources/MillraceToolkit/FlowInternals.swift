public import Millrace

/// The operations of a flow that only a driver, a journal or a test tool needs.
///
/// An application never has to call them, so they are not members of ``/Millrace/Flow``. A tool creates this
/// value where it needs one. Like the flow, it belongs to the isolation in which the flow lives.
public struct FlowInternals {
  let flow: Flow

  /// Creates the internals of `flow`, which they retain.
  public init(_ flow: Flow) {
    self.flow = flow
  }

  // MARK: States

  /// The names of the stores on the flow, in the order in which they joined.
  public var storeNames: [String] { flow.storeNames }

  /// Calls `body` with the name of each store on the flow and its state for tools, in the order in which they
  /// joined.
  ///
  /// The state is a copy of the store's state, or a participant's ``Participant/toolState``. Call it at home,
  /// outside an update.
  public func forEachState(_ body: (_ store: String, _ state: Any) -> Void) { flow.forEachState(body) }

  /// Hashes the pending work that the states do not show: effects and messages that wait, and locks.
  ///
  /// Two flows with the same hash may still differ in the work that is in progress.
  ///
  /// - Parameters:
  ///   - hasher: The hasher.
  ///   - message: A function that returns the hash of a message.
  public func hashPending(into hasher: inout Hasher, message: (_ message: Any) -> UInt64) {
    flow.hashPending(into: &hasher, message: message)
  }

  // MARK: Histories

  /// The identity of the flow, for code that may outlive it and must not retain it.
  public var identity: ObjectIdentifier { flow.identity }

  /// Continues a history: numbers the next turn after `last`, unless the numbers are past that already.
  public func resume(after last: UInt64) { flow.resume(after: last) }

  /// Breaks the history of the flow, after states were replaced outside of a turn, for good.
  ///
  /// The states after the break do not follow from the turns before it. The break takes the next number, so
  /// that no turn has it, and tools that keep a history are told: a journal records a gap and all states, the
  /// inspector shows the break, and a `HistoryRecorder` ends its recording with a sentence. Effects in flight
  /// go on, and their messages take turns on the new states.
  ///
  /// Replace the states first, and call this before another turn is taken: hold a lock meanwhile. A flow
  /// whose history never breaks pays nothing for it.
  ///
  /// - Parameter reason: The reason, for people who read the history.
  /// - Returns: The number of the break; nil, with nothing done, during a turn and inside
  ///   ``/Millrace/Store/withState(_:)``.
  @discardableResult
  public func breakHistory(_ reason: String) -> UInt64? { flow.breakHistory(reason) }

  /// Calls `turn` after every turn of the flow until the token ends, and `broken` at every break of its
  /// history.
  ///
  /// Use it in place of ``/Millrace/Flow/tap(detail:effect:_:)`` to keep a history.
  ///
  /// - Parameters:
  ///   - detail: The details to record beyond those of every record.
  ///   - effect: A handler of the events of effects between turns.
  ///   - broken: A handler of the breaks, with the number of each and its reason. The states are in place
  ///     when it is called.
  ///   - before: A handler that is called before each update, with the store's number on the flow and a
  ///     function that returns the store's state as people read it. The function may be called until the
  ///     handler of the turn has returned. A state that is kept meanwhile is copied by the update that
  ///     changes it.
  ///   - failed: A handler of the flow's errors, which is called before the error handler.
  ///   - turn: A handler of the turns.
  public func tap(
    detail: TapDetail = [],
    effect: ((EffectEvent) -> Void)? = nil,
    broken: @escaping (_ number: UInt64, _ reason: String) -> Void,
    before: ((_ store: UInt64, _ state: @escaping () -> Any) -> Void)? = nil,
    failed: ((FlowError) -> Void)? = nil,
    _ turn: @escaping (TurnRecord) -> Void
  ) -> ObservationToken {
    flow.tap(detail: detail, effect: effect, broken: broken, before: before, failed: failed, turn)
  }

  /// True until the application sets an error handler: the flow's errors are printed to standard error.
  public var printsErrors: Bool { flow.printsErrors }

  /// Reports an error that a tool has found to the flow's error handler.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - tool: The name of the tool, which takes the place of a store's in ``/Millrace/FlowError``.
  public func report(_ error: any Error, from tool: String) { flow.report(error, from: tool) }

  // MARK: The home

  /// Adopts a home for the flow, if it has none yet.
  ///
  /// A dialect whose objects are made in one isolation and used in another calls it with the isolation that
  /// its own method captured. The flow must not be in use meanwhile.
  public func adopt(home: (any Actor)?) { flow.adopt(home: home) }

  /// A function that runs work at home soon, callable from any thread; it does not retain the flow.
  ///
  /// The work runs before the next turn and is no turn itself: it has no number, and taps do not see it. It
  /// never runs if the flow has ended before. If only the home has ended, it runs at once on the calling
  /// thread, one piece of work at a time.
  public var homeWork: @Sendable (_ work: @escaping @Sendable () -> Void) -> Void {
    let queue = flow.homeQueue
    return { queue.post($0) }
  }

  // MARK: Standing still

  /// Closes the flow until the lock is released, and refuses the messages that `store.send` sends meanwhile.
  ///
  /// Messages of effects and subscriptions wait for the release, and so do posted ones, as with
  /// ``/Millrace/Flow/lock(_:)``. It serves a tool that shows something else than the present, which the user
  /// must not change. A state that is put in place meanwhile begins and ends no subscription and no part, so
  /// put the present one back before the release. A flow has at most one such lock.
  ///
  /// A state that is replaced meanwhile is only shown: the store's subscriptions and parts stay those of the
  /// present. Put the present state back before the release.
  ///
  /// - Parameters:
  ///   - name: The name of the lock in a warning.
  ///   - refuse: A closure that receives each refused message and the name of its store, at home. The message
  ///     is dropped.
  public func lock(
    _ name: String, refusing refuse: @escaping (_ store: String, _ message: any Sendable) -> Void
  ) -> FlowLock {
    flow.lock(name, refusing: refuse)
  }

  // MARK: Waiting

  /// True while a message waits in line for its turn.
  public var hasWaitingMessages: Bool { flow.hasWaitingMessages }

  /// Takes turns until `isOver` returns true or the task is cancelled.
  ///
  /// It calls `isOver` after each pass, and whenever something was posted or has ended.
  public func run(isolation: isolated (any Actor)? = #isolation, until isOver: () -> Bool) async {
    await flow.run(isolation: isolation, until: isOver)
  }

  /// Cancels all effects of all stores, and drops the messages that gates delay.
  public func cancelWork() { flow.cancelWork() }
}
