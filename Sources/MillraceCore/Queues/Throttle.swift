extension QueuePolicy {
  /// Starts one effect in each window of time; one more can wait for the window's end.
  func throttle(
    _ time: Duration, _ keepsLatest: Bool, _ event: Event, _ waiting: Int, _ isTimed: Bool
  ) -> Answer {
    switch event {
    case .requested where !isTimed: Answer(effect: .starts, time: .starts(time))
    case .requested where waiting == 0: Answer(effect: .waits)
    case .requested where keepsLatest: Answer(dropsOldest: .replaced, effect: .waits)
    case .requested: Answer(effect: .dropped(.busy))
    case .timeIsOver, .overdue: waiting == 0 ? Answer() : Answer(effect: .starts, time: .starts(time))
    case .finished, .cancelled: Answer()
    }
  }
}
