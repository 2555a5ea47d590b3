extension QueuePolicy {
  /// Cancels the running effect and starts the new one.
  func latest(_ event: Event) -> Answer {
    event == .requested ? Answer(cancelsRunning: true, effect: .starts) : Answer()
  }
}
