/// An error of a replica.
///
/// Each description is a sentence that says what happened, why, and what to do.
public enum ReplicaError: Error, Hashable, Sendable {
  /// The log cannot be used.
  case log(SharedLogError)
  /// The replica's own file cannot be used now; what waits stays in memory.
  case notKept(reason: String)
  /// The replica was closed, and its file does not have all of the messages that the log has not confirmed.
  case closedUnkept(pending: Int, reason: String)
  /// The log has an entry of this replica's writer that it has not sent.
  case sameWriter(LogWriter, position: UInt64)
  /// The log has other entries than before.
  case otherHistory(log: String, position: UInt64)
  /// The shared states here differ from those of another place.
  case diverged(position: UInt64, writer: LogWriter?)
  /// An entry cannot be decoded; it changes nothing.
  case undecodable(position: UInt64, store: String, writer: LogWriter, reason: String)
  /// A snapshot cannot be decoded.
  case unreadableSnapshot(position: UInt64, reason: String)
  /// A message cannot be encoded, or is too large, and is not shared.
  case unshareable(store: String, reason: String)
  /// The log refuses a message, which was taken back here.
  case refused(store: String, reason: String)
  /// The update does not accept the message at its place in the log.
  case notAccepted(store: String, position: UInt64)
  /// A message is in the log, but in a part of it that was replaced by a snapshot before it was seen here.
  case confirmedUnseen(store: String)
  /// The log has what this release of the application does not know.
  case held(ReplicaHold)
  /// The replica is not sharing.
  case notStarted(what: String)
  /// The replica was started already.
  case alreadyStarted(what: String)
  /// The store is not shared by this replica.
  case notShared(store: String)
  /// The replica shares no store, so it has nothing to start.
  case nothingShared
  /// The store belongs to another flow.
  case otherFlow(store: String)
  /// Another store of this name is shared.
  case nameTaken(store: String)
  /// Another replica shares the store.
  case sharedElsewhere(store: String)
  /// A schema, a name or a version is invalid.
  case schema(store: String, flaws: [String])
  /// The task was cancelled; the message may be in the log, or arrive there later.
  case cancelled
  /// The flow was created without an actor, so that nothing brings an answer to the caller.
  case homeless(flow: String)
  /// The replica was closed.
  case closed
  /// The flow or the replica has ended.
  case ended
}

/// The reason why a replica waits for another release of the application.
public enum ReplicaHold: Hashable, Sendable {
  /// The entry is of a kind that a later release has written.
  case kind(String, store: String, position: UInt64)
  /// The entry's rules are others than those of this release.
  case rules(Int, store: String, position: UInt64)
  /// The entry belongs to a store that is not shared here.
  case store(String, position: UInt64)
}

extension ReplicaHold: CustomStringConvertible {
  /// A part of a sentence that says what is not known.
  public var description: String {
    switch self {
    case .kind(let kind, let store, let position):
      "at position \(position) the log has a `\(kind)` of the store `\(store)`, which this release cannot read"
    case .rules(let rules, let store, let position):
      """
      at position \(position) the log has an entry for version \(rules) of the rules of the store `\(store)`, which \
      this release does not have
      """
    case .store(let store, let position):
      "at position \(position) the log has an entry of the store `\(store)`, which is not shared here"
    }
  }
}

extension ReplicaError: CustomStringConvertible {
  /// A sentence that says what happened, why, and what to do.
  public var description: String {
    switch self {
    case .log(let error): "\(error)"
    case .notKept(let reason):
      """
      The file of the replica cannot be used: \(reason). What was sent here waits in memory, and a started replica \
      tries again by itself. Remove the cause before the program ends.
      """
    case .closedUnkept(0, let reason):
      """
      The replica was closed, and its file does not have everything: \(reason). The log has what was sent here. \
      Remove the cause; the next start reads from the log what is missing.
      """
    case .closedUnkept(let count, let reason):
      """
      The replica was closed, and its file does not have everything: \(reason). The log has not confirmed \
      \(count == 1 ? "one message that was" : "\(count) messages that were") sent here; those that the file lacks are \
      lost. Remove the cause, start again, and send again what is missing.
      """
    case .sameWriter(let writer, let position):
      """
      At position \(position) the log has an entry of the writer `\(writer)` that was not sent here, so another \
      place uses the same name. Give each place a name of its own, and call `startOver()`.
      """
    case .otherHistory(let log, let position):
      """
      The log `\(log)` has another entry at position \(position) than before, so it was replaced or restored. Check \
      the log, and call `startOver()` to take its state.
      """
    case .diverged(let position, let writer):
      """
      At position \(position) the shared states differ from those of \
      \(writer.map { "`\($0)`" } ?? "the snapshot"), so an update depends on more than its state and its message. Send time, random numbers and identifiers in \
      messages, and do not depend on the order of a `Set` or `Dictionary`; then call `startOver()`.
      """
    case .undecodable(let position, let store, let writer, let reason):
      """
      The entry at position \(position), of the writer `\(writer)` for the store `\(store)`, cannot be decoded and \
      changes nothing: \(reason). Check which program writes under this name.
      """
    case .unreadableSnapshot(let position, let reason):
      """
      The snapshot at position \(position) cannot be read: \(reason). Remove it from the log, or use the release \
      that has written it.
      """
    case .unshareable(let store, let reason):
      "A message of the store `\(store)` cannot be shared and changes nothing: \(reason). Send another one."
    case .refused(let store, let reason):
      "The log refuses a message of the store `\(store)`, which was taken back: \(reason)"
    case .notAccepted(let store, let position):
      """
      The store `\(store)` did not accept the message at position \(position), behind those of other places. Show \
      the present state, and let the user decide again.
      """
    case .confirmedUnseen(let store):
      """
      A message of the store `\(store)` is in the log, but behind a snapshot, so its effect has not begun. Send a \
      message that begins it, if it is still needed.
      """
    case .held(let hold):
      "The replica waits for another release of the application: \(hold). Install that release."
    case .notStarted(let what):
      "The replica is not started, so \(what) is not possible. Call `start()` first."
    case .alreadyStarted(let what):
      """
      The replica was started already, so \(what) is not possible. Share stores and name the file before the first \
      start, and call `stop()` before another one.
      """
    case .notShared(let store):
      "The store `\(store)` is not shared by this replica. Call `share(_:state:messages:)` for it first."
    case .nothingShared:
      "The replica shares no store, so it cannot start. Call `share(_:state:messages:)` before `start()`."
    case .otherFlow(let store):
      "The store `\(store)` belongs to another flow than the replica. Create a replica of its flow."
    case .nameTaken(let store):
      "A store named `\(store)` is shared already. Give each shared store a name of its own."
    case .sharedElsewhere(let store):
      """
      The store `\(store)` is shared by another replica already. Share it by one replica, or close the other one \
      first.
      """
    case .schema(let store, let flaws):
      "The schemas of the store `\(store)` cannot be used: \(flaws.joined(separator: "; ")). Correct them."
    case .cancelled:
      "The task was cancelled. The message may still reach the log; look at the state before you send it again."
    case .homeless(let flow):
      """
      The flow `\(flow)` was created without an actor, so nothing would end this wait. Write `@MainActor` before the \
      test, function or type that creates the store and the replica.
      """
    case .closed:
      """
      The replica was closed. Call `stop()` for a pause; to share again, create the flow, its stores and a replica \
      again.
      """
    case .ended:
      "The replica or its flow has ended, so there is no answer. Keep both until the answer is there."
    }
  }
}
