extension Flow {
  /// Notes that states were replaced outside of a turn, for good: the next number is skipped, and the taps
  /// that keep a history are told.
  ///
  /// - Parameter reason: The reason, as a sentence or a part of one.
  /// - Returns: The number of the break, which is that of no turn; nil, with nothing done, during a turn and
  ///   while a state is lent.
  package func breakHistory(_ reason: String) -> UInt64? {
    if isInTurn || isLent { return nil }
    sequence &+= 1
    let number = sequence
    taps.walk { if $0.isActive { $0.broken?(number, reason) } }
    return number
  }
}
