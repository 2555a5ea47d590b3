import Millrace

/// The work that a closed journal leaves for the next start.
public struct JournalClosing: Hashable, Sendable {
  /// The keys of the durable effects that have not ended, in order; the next start runs them again.
  public let unfinishedEffects: [String]
  /// The number of messages that were refused while the journal waited.
  public let refusedMessages: Int
}

extension JournalClosing: CustomStringConvertible {
  /// The facts as a sentence, for the last line of a server's log.
  public var description: String {
    let effects =
      unfinishedEffects.isEmpty
      ? "No durable effect is unfinished"
      : """
      \(unfinishedEffects.count) durable effect\(unfinishedEffects.count == 1 ? " is" : "s are") unfinished and \
      run\(unfinishedEffects.count == 1 ? "s" : "") again at the next start: \
      \(unfinishedEffects.map { "`\($0)`" }.joined(separator: ", "))
      """
    let messages = "\(refusedMessages) message\(refusedMessages == 1 ? " was" : "s were") refused"
    return "\(effects); \(messages)."
  }
}

extension Journal {
  /// Refuses new messages, waits for the durable effects, writes everything, and closes the file.
  ///
  /// ```swift
  /// let rest = try await journal.close(within: .seconds(20))
  /// print(rest)  // what is left, as a sentence
  /// ```
  ///
  /// Messages that were sent before are taken. From then on a recorded store refuses messages from outside
  /// and of subscriptions, and the flow's error handler receives ``JournalError/messageRefused(store:path:)``
  /// for each. Messages of effects and of observers are still taken, so that durable effects can answer, and
  /// request others: the next step of a sequence too, if it begins when a durable effect ends. The stores
  /// refuse messages for as long as the journal exists. A second call, also after ``close(isolation:)``, says
  /// what the first has left.
  ///
  /// - Parameters:
  ///   - limit: The longest time to wait, on the clock of the flow. The wait ends earlier with the last
  ///     durable effect, and when the caller's task is cancelled.
  ///   - isolation: The caller's isolation; leave it at its default.
  /// - Returns: The work that is left.
  /// - Throws: The reason why something could not be written.
  @discardableResult
  public func close(
    within limit: Duration, isolation: isolated (any Actor)? = #isolation
  ) async throws(JournalError) -> JournalClosing {
    try checkStarted("closing it with a limit")
    if isStarting { throw .starting(path: path, what: "closing it") }
    let (homeQueue, clock) = (flow.homeQueue, flow.environment.clock)
    let comeHome: () async -> Void = {
      await withCheckedContinuation { continuation in homeQueue.post { continuation.resume() } }
    }
    // Messages that were posted before come home first.
    await comeHome()
    let gate = closing ?? ClosingGate(path)
    if closing == nil {
      closing = gate
      let stores = Set(places.keys)
      gate.token = flow.gate("closing of the journal `\(path)`") { [weak gate, unowned flow] passage in
        guard let gate, stores.contains(ExactText(passage.store)), ClosingGate.isNew(passage.cause) else {
          return .pass
        }
        gate.refusedMessages += 1
        flow.report(JournalError.messageRefused(store: passage.store, path: gate.path), from: passage.store)
        return .drop
      }
    }
    if writer.status == .closed { return rest(gate) }
    if !isDone {
      let box = WeakJournal()
      box.journal = self
      let giveUp: @Sendable () -> Void = { homeQueue.post { box.journal?.closing?.giveUp() } }
      let timer = Task.detached {
        try? await clock.sleep(for: limit.bounded)
        giveUp()
      }
      await withTaskCancellationHandler {
        repeat {
          await withCheckedContinuation { continuation in gate.waiters.append(continuation) }
          // The end of an effect lets the next step of its sequence begin.
          await comeHome()
        } while !gate.hasGivenUp && !isDone
      } onCancel: {
        giveUp()
      }
      timer.cancel()
    }
    try close()
    return rest(gate)
  }

  /// True if no durable effect runs, nor returns from its answer, behind which the next step of its sequence
  /// begins.
  var isDone: Bool { returning.isEmpty && tasks.values.allSatisfy(\.isOver) }

  /// Returns the work that a closed journal leaves.
  ///
  /// Ends of effects are not recorded after the close, so it does not change.
  private func rest(_ gate: ClosingGate) -> JournalClosing {
    let left = tasks.values.filter { !$0.isOver }.map(\.key)
    return JournalClosing(
      unfinishedEffects: Set(left).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) },
      refusedMessages: gate.refusedMessages)
  }
}

/// The refusal of new messages while a journal is closed, and the wait for the last durable effect.
final class ClosingGate {
  let path: String
  var token: ObservationToken?
  var refusedMessages = 0
  var waiters: [CheckedContinuation<Void, Never>] = []
  private(set) var hasGivenUp = false

  init(_ path: String) { self.path = path }

  /// Returns true for a message from outside, and false for one of a turn or an effect.
  static func isNew(_ cause: Cause) -> Bool {
    switch cause {
    case .sent, .posted, .subscription: true
    case .turn, .effect: false
    }
  }

  /// Ends the wait, because the time is over or the caller is gone.
  func giveUp() {
    hasGivenUp = true
    noteEnd()
  }

  /// Lets those that wait look whether a durable effect is left.
  func noteEnd() {
    let waiting = waiters
    waiters = []
    for waiter in waiting { waiter.resume() }
  }
}
