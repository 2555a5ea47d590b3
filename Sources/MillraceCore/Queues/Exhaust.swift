extension QueuePolicy {
  /// Starts an effect if none runs, and drops it otherwise.
  func exhaust(_ event: Event, _ places: Int) -> Answer {
    event == .requested ? Answer(effect: places == 0 ? .starts : .dropped(.busy)) : Answer()
  }
}
