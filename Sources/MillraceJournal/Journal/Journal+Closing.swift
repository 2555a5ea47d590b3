import Millrace

/// The work that a closed journal leaves for the next start.
public struct JournalClosing: Hashable, Sendable {
  /// The keys of the durable effects that have not ended, in order; the next start runs them again.
  public let unfinishedEffects: [String]
  /// The number of messages that were refused while the journal waited, and of those that a lock or a gate
  /// holds back.
  public let refusedMessages: Int
  /// The keys of the durable effects in steps of sequences that had not begun, or their names if they have no
  /// keys; in order.
  ///
  /// No start begins them, because they were never requested.
  public let lostSteps: [String]
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
    let steps =
      lostSteps.isEmpty
      ? ""
      : """
      ; \(lostSteps.count) later step\(lostSteps.count == 1 ? " of a sequence has" : "s of sequences have") not begun \
      and will not: \(lostSteps.map { "`\($0)`" }.joined(separator: ", "))
      """
    return "\(effects)\(steps); \(messages)."
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
  /// Messages that were sent before are taken, unless a lock or a gate holds them back. From then on a
  /// recorded store refuses messages from outside and of subscriptions, and the flow's error handler receives
  /// ``JournalError/messageRefused(store:path:)`` for each. The caller learns of it, too: a sender's `send`
  /// and `sendAndFinish` return false, `send` with a limit returns `.ended`. An engine of Aftermath with a
  /// recorded store refuses commands, events and facts with it, and `result(of:)` throws the error. Messages
  /// of effects and of observers are still taken, so that durable effects can answer, and request others; it
  /// waits for the durable effects in later steps of sequences, too. The stores refuse messages for as long
  /// as the journal exists. A second call, also after ``close(isolation:)``, says what the first has left.
  ///
  /// - Parameters:
  ///   - limit: The longest time to wait, on the clock of the flow, which a test advances by hand. The wait
  ///     ends earlier with the last durable effect, and when the caller's task is cancelled. Without a home,
  ///     the flow's turns are taken meanwhile.
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
    let gate = closing ?? beginClosing()
    // Messages that were posted before come home first.
    await comeHome(isolation)
    gate.refusal.refusesSubscriptions = true
    if writer.status == .closed {
      gate.refusal.refusesAll = true
      return rest(gate)
    }
    if !isDone {
      let box = WeakJournal()
      box.journal = self
      let giveUp: @Sendable () -> Void = { homeQueue.post { box.journal?.closing?.hasGivenUp = true } }
      let timer = Task.detached {
        try? await clock.sleep(for: limit.bounded)
        giveUp()
      }
      func isOver() -> Bool { gate.hasGivenUp || isDone || writer.status == .closed }
      await withTaskCancellationHandler {
        repeat {
          await flow.run(isolation: isolation, until: isOver)
          // The end of an effect lets the next step of its sequence begin.
          await comeHome(isolation)
        } while !isOver()
      } onCancel: {
        giveUp()
      }
      timer.cancel()
    }
    // What a lock or a gate still holds back could not be recorded.
    gate.refusal.refusesAll = true
    try close()
    return rest(gate)
  }

  private func beginClosing() -> ClosingGate {
    let (stores, path) = (Set(places.keys), path)
    let gate = ClosingGate(
      flow.refuseNewMessages(where: { stores.contains(ExactText($0)) }) {
        JournalError.messageRefused(store: $0, path: path)
      })
    closing = gate
    return gate
  }

  /// True if no durable effect runs, waits in a later step of a sequence, or returns from its answer, behind
  /// which the next step begins.
  var isDone: Bool { returning.isEmpty && tasks.values.allSatisfy(\.isOver) && laterSteps.isEmpty }

  /// The keys, or names, of the durable effects in steps that have not begun.
  var laterSteps: [String] {
    var found: [String] = []
    flow.forEachLaterLabel { store, label in
      guard places[ExactText(store)] != nil, let label = label.value as? DurableLabel, isOurs(label) else {
        return
      }
      found.append(label.key ?? label.name)
    }
    return found
  }

  /// Waits until what was posted before has come home, or takes the turns of a flow without a home.
  private func comeHome(_ isolation: isolated (any Actor)?) async {
    let queue = flow.homeQueue
    if queue.isHomeless {
      flow.pump()
    } else {
      await withCheckedContinuation { continuation in queue.post { continuation.resume() } }
    }
  }

  /// Returns the work that a closed journal leaves.
  ///
  /// Ends of effects are not recorded after the close, so it does not change.
  private func rest(_ gate: ClosingGate) -> JournalClosing {
    let left = tasks.values.filter { !$0.isOver }.map(\.key)
    func inOrder(_ keys: [String]) -> [String] {
      Set(keys).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
    let held = flow.heldMessages { places[ExactText($0)] != nil }
    return JournalClosing(
      unfinishedEffects: inOrder(left), refusedMessages: gate.refusal.count + held,
      lostSteps: inOrder(lostSteps))
  }
}

/// The refusal of new messages while a journal is closed.
final class ClosingGate {
  let refusal: MessageRefusal
  /// True once the time is over, or the caller is gone.
  var hasGivenUp = false

  init(_ refusal: MessageRefusal) { self.refusal = refusal }
}
