extension QueuePolicy {
  /// Starts every effect at once.
  func merge(_ event: Event) -> Answer {
    event == .requested ? Answer(effect: .starts) : Answer()
  }
}
