extension QueuePolicy {
  /// Starts an effect if a place is free, and drops it otherwise (`exhaust`, `oldest`).
  func oldest(max: Int, _ event: Event, _ places: Int) -> Answer {
    event == .requested ? Answer(effect: places < max ? .starts : .dropped(.busy)) : Answer()
  }
}
