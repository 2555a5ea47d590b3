/// The outcome of a post with a bound; see ``Sender/send(_:limit:)``.
@frozen
public enum BoundedSend: Hashable, Sendable {
  /// The message waits for its turn.
  case accepted
  /// As many messages as the limit wait already; the message was not taken.
  case full
  /// The store or its home has ended, or the store refuses messages because its journal closes; the message
  /// was not taken.
  case ended
}
