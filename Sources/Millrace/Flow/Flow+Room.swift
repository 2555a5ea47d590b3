// A send from inside a turn of another flow takes its turn within that one, and so on along a row of flows.
// If the stack is short the message is posted, and its turn comes when those calls are over.
extension Flow {
  /// A Boolean value that indicates whether a turn at this depth of the stack is plain and has room.
  ///
  /// Cost: a load and a comparison.
  @inlinable
  @inline(__always)
  func isPlain(at here: UInt) -> Bool { plainRoom &- here < StackRoom.near }

  /// Determines whether a turn at this depth of the stack has room.
  @usableFromInline
  func hasRoom(at here: UInt) -> Bool {
    if StackRoom.isShort(at: here) { return false }
    if isPlain { plainRoom = here }
    return true
  }
}
