/// An error of a shared log.
///
/// Each description is a sentence that says what happened, why, and what to do.
public enum SharedLogError: Error, Hashable, Sendable {
  /// The log cannot be reached now; the same call may work later.
  case unavailable(log: String, reason: String)
  /// The calling task was cancelled; an append may have been done or not.
  case cancelled(log: String)
  /// The log was closed by this program.
  case closed(log: String)
  /// An entry has not the number that follows its writer's last one.
  case gap(log: String, writer: LogWriter, expected: UInt64, found: UInt64)
  /// The log has another entry with the same writer and number.
  case forged(log: String, writer: LogWriter, number: UInt64)
  /// A name, an entry or a snapshot is invalid.
  case malformed(log: String?, reason: String)
  /// The log ends before a position that it had before, as after a restored backup.
  case wentBack(log: String, head: UInt64, known: UInt64)
  /// The entries after a position were removed behind a snapshot.
  case compacted(log: String, after: UInt64, first: UInt64)
  /// The server does not allow this.
  case refused(log: String, reason: String)
  /// The log's contents cannot be read.
  case damaged(log: String, reason: String)
}

extension SharedLogError {
  /// A Boolean value that indicates whether the same call may work later without a change.
  public var isTransient: Bool {
    if case .unavailable = self { true } else { false }
  }
}

extension SharedLogError {
  /// The reason without a sentence about the log, for what happens to a file of another one.
  var reason: String {
    switch self {
    case .unavailable(_, let reason), .malformed(_, let reason), .refused(_, let reason),
      .damaged(_, let reason):
      reason
    default: "\(self)"
    }
  }
}

extension SharedLogError: CustomStringConvertible {
  /// A sentence that says what happened, why, and what to do.
  public var description: String {
    switch self {
    case .unavailable(let log, let reason):
      "The log `\(log)` cannot be reached: \(reason). What waits is kept; a started replica tries again by itself."
    case .cancelled(let log):
      """
      The task was cancelled while it used the log `\(log)`. An append may have been done; send the same entries \
      again, and the log takes each once.
      """
    case .closed(let log):
      "The log `\(log)` was closed. Open it again to use it."
    case .gap(let log, let writer, let expected, let found):
      """
      The log `\(log)` expects the entry \(expected) of the writer `\(writer)` and received \(found). Send the \
      entries of a writer in order, from one place only.
      """
    case .forged(let log, let writer, let number):
      """
      The log `\(log)` has another entry \(number) of the writer `\(writer)`, so two places write under one name. \
      Give each its own.
      """
    case .malformed(let log, let reason):
      "\(log.map { "The log `\($0)` refused its input" } ?? "The input is invalid"): \(reason). Correct it."
    case .wentBack(let log, let head, let known):
      """
      The log `\(log)` ends at position \(head), but it had reached \(known) before, as after a restored backup. \
      Restore the missing entries, or start this replica from the log's state.
      """
    case .compacted(let log, let after, let first):
      """
      The log `\(log)` begins at position \(first), so the entries after \(after) are gone. Start from its snapshot.
      """
    case .refused(let log, let reason):
      """
      The log `\(log)` refused the request: \(reason). Change what the reason names, or ask the log's operator for \
      the right.
      """
    case .damaged(let log, let reason):
      "The log `\(log)` is damaged: \(reason). Restore it from a backup or from a replica."
    }
  }
}
