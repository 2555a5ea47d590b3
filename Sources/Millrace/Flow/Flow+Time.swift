// The time of a turn, for a dialect whose states contain dates.
//
// An update is a function of the state and the message, and of nothing else that a record lacks. A record
// has the time of each turn; so a dialect may read that time, and gets the same one where the turn is taken
// again.
extension Flow {
  /// Returns the time of the present turn, in whole nanoseconds: that of the environment's dates when it is
  /// read first, and that of the record in a turn that is taken again.
  package func turnTime() -> Timestamp {
    if let recordedTime { return recordedTime }
    if let timedTurn, timedTurn.turn == sequence { return timedTurn.time }
    let time = Timestamp(
      sinceEpoch: .nanoseconds(environment.dates.now().sinceEpoch.wholeNanoseconds))
    timedTurn = (sequence, time)
    return time
  }

  /// Returns the time that the update of a turn has read; nil if it has read none, or if a later one has.
  package func time(ofTurn turn: UInt64) -> Timestamp? {
    guard let timedTurn, timedTurn.turn == turn else { return nil }
    return timedTurn.time
  }

  /// Calls `body`, in which a turn is taken again that was recorded at a time.
  package func takingAgain<Result>(at time: Timestamp?, _ body: () throws -> Result) rethrows -> Result {
    recordedTime = time
    defer { recordedTime = nil }
    return try body()
  }
}
