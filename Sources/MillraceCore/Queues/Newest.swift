extension QueuePolicy {
  /// Starts the new effect; if that makes one too many, the oldest running one is cancelled (`latest`,
  /// `newest`).
  func newest(max: Int, _ event: Event, _ places: Int) -> Answer {
    event == .requested ? Answer(cancelsRunning: places >= max, effect: .starts) : Answer()
  }
}
