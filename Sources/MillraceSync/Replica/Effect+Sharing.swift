public import Millrace

extension Effect {
  /// Returns the effect, to begin with the turn here and not only when a shared log has the message.
  ///
  /// The effect of a shared update begins once, where its message was sent, when its entry has had its turn
  /// at its place in the log. Work that does not depend on the order, such as a sound or a request of a page,
  /// can begin at once. It is not taken back if the update does not accept the message in the log's order. In
  /// a store that is not shared it changes nothing.
  ///
  /// Only work begins early: messages, cancellations and reports wait for the log.
  public var beforeConfirmation: Effect { beginningEarly() }
}
