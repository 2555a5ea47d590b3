extension QueuePolicy {
  /// Starts effects in their order, as long as a place is free; the others wait (`concat`, `concurrent`).
  func line(limit: Int, _ event: Event, _ places: Int, _ waiting: Int) -> Answer {
    switch event {
    case .requested:
      places < limit ? Answer(effect: .starts) : waitInLine(waiting)
    case .finished: Answer(effect: .starts)
    case .timeIsOver, .overdue, .cancelled: Answer()
    }
  }

  /// Adds the new effect to the waiting ones, as far as the capacity allows.
  func waitInLine(_ waiting: Int) -> Answer {
    guard let capacity, waiting >= capacity else { return Answer(effect: .waits) }
    guard overflow == .dropOldest, capacity > 0 else { return Answer(effect: .dropped(.full)) }
    return Answer(dropsOldest: .full, effect: .waits)
  }
}
