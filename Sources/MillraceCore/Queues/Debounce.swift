extension QueuePolicy {
  /// Starts the newest effect when no other was requested for a time.
  func debounce(_ time: Duration, _ cancelsRunning: Bool, _ event: Event) -> Answer {
    switch event {
    case .requested:
      Answer(dropsOldest: .replaced, cancelsRunning: cancelsRunning, effect: .waits, time: .starts(time))
    // The new effect would cancel the waiting one, so it replaces that one before it starts.
    case .overdue where cancelsRunning: Answer()
    case .timeIsOver, .overdue: Answer(cancelsRunning: true, effect: .starts)
    case .cancelled: Answer(time: .stops)
    case .finished: Answer()
    }
  }
}
