extension QueuePolicy {
  /// Starts effects in their order, one in each window of time; the others wait for theirs.
  func spaced(by time: Duration, _ event: Event, _ waiting: Int, _ isTimed: Bool) -> Answer {
    switch event {
    case .requested where !isTimed: Answer(effect: .starts, time: .starts(time))
    case .requested: waitInLine(waiting)
    case .timeIsOver, .overdue: waiting == 0 ? Answer() : Answer(effect: .starts, time: .starts(time))
    case .finished, .cancelled: Answer()
    }
  }
}
