/// Messages that pass locks, and borrows, which no message passes.
///
/// These messages come before all ordinary ones, in the order of their arrival.
extension TurnMachine {
  /// Records the arrival of a message that passes locks: its turn begins now, or it waits behind others of
  /// its kind.
  @inlinable
  public mutating func arrivePassing(at lane: Int) -> Admission {
    if hold & (Self.inTurn | Self.somebodyPasses) != 0 || isBorrowed {
      enqueuePassing(lane)
      return .wait
    }
    hold |= Self.inTurn
    return .run
  }

  /// Begins a turn that comes before everything that waits.
  ///
  /// Call it only outside a turn, while no state is borrowed.
  @inlinable
  public mutating func beginPassing() {
    hold |= Self.inTurn
  }

  /// Enqueues a message that passes locks behind others of its kind.
  @inlinable
  public mutating func enqueuePassing(_ lane: Int) {
    passing.append(lane)
    hold |= Self.somebodyPasses
  }

  /// Begins the next turn of a message that passes locks, and returns its lane; nil if none waits, a turn
  /// runs, or a state is borrowed.
  @inlinable
  public mutating func nextPassing() -> Int? {
    if isInTurn || isBorrowed { return nil }
    guard let lane = passing.popFirst() else { return nil }
    hold |= Self.inTurn
    if passing.isEmpty { hold &= ~Self.somebodyPasses }
    return lane
  }

  /// True while a caller reads a borrowed state, so that no turn begins at all.
  @inlinable public var isBorrowed: Bool { hold >= Self.oneBorrow }

  /// Lends a state: until it is returned no turn begins, not even of a message that passes locks.
  ///
  /// A running turn is not affected.
  @inlinable
  public mutating func borrow() {
    hold += Self.oneBorrow
  }

  /// Takes a state back; returns true if it was the last one lent.
  @inlinable
  public mutating func giveBack() -> Bool {
    precondition(isBorrowed, "A borrowed state was returned twice; return it once.")
    hold -= Self.oneBorrow
    return !isBorrowed
  }
}
