/// Messages that pass locks, and borrows, which nothing passes.
///
/// They come before everything that waits, in the order in which they came.
extension TurnMachine {
  /// A message that passes has arrived for `lane`: either its turn begins now, or it waits behind those like it.
  @inlinable
  public mutating func arrivePassing(at lane: Int) -> Admission {
    if hold & (Self.inTurn | Self.somebodyPasses) != 0 || isBorrowed {
      enqueuePassing(lane)
      return .wait
    }
    hold |= Self.inTurn
    return .run
  }

  /// Lets a message that passes wait behind those like it.
  @inlinable
  public mutating func enqueuePassing(_ lane: Int) {
    passing.append(lane)
    hold |= Self.somebodyPasses
  }

  /// Begins the next turn of a message that passes, locks or not, and names its lane; nil when none waits, a turn
  /// runs, or something is borrowed.
  @inlinable
  public mutating func nextPassing() -> Int? {
    if isInTurn || isBorrowed { return nil }
    guard let lane = passing.popFirst() else { return nil }
    hold |= Self.inTurn
    if passing.isEmpty { hold &= ~Self.somebodyPasses }
    return lane
  }

  /// Whether somebody looks at a state, so that no turn begins at all.
  @inlinable public var isBorrowed: Bool { hold >= Self.oneBorrow }

  /// Lends a state: until it is given back no turn begins, not even of what passes.
  ///
  /// A turn that is under way is not disturbed.
  @inlinable
  public mutating func borrow() {
    hold += Self.oneBorrow
  }

  /// Takes a state back; true when that was the last one lent.
  @inlinable
  public mutating func giveBack() -> Bool {
    precondition(isBorrowed, "A state was given back twice; give back each borrow once.")
    hold -= Self.oneBorrow
    return !isBorrowed
  }
}
