public import Synchronization

/// Turns without a message, for a store whose messages would be made only to be taken apart again.
///
/// They are for a dialect that knows what a message of one type leads to while its type is still known. Everything
/// that a turn promises holds for them: one at a time, in order, numbered. They are taken only while nobody could see
/// the message, and leave the store's state alone.
extension Store {
  /// Takes a turn whose content is `body`, if nothing could see its message; MillraceToolkit makes it public.
  @inlinable
  @inline(__always)
  package func takeUnseenTurn(_ body: () -> Void) -> Bool {
    guard flow.isPlain && gateway.isLive && flow.machine.isFree,
      !gateway.attention.load(ordering: .acquiring)
    else { return false }
    flow.machine.begin()
    flow.sequence &+= 1
    body()
    finishTurn()
    return true
  }

  /// Ends the unseen turn that is being taken and begins the next one in its place, if no message waits.
  @inlinable
  @inline(__always)
  package func continueUnseenTurn() -> Bool {
    guard flow.isPlain && flow.machine.mayContinue else { return false }
    flow.sequence &+= 1
    return true
  }

  /// Ends a turn and takes those that wait.
  @inlinable
  @inline(__always)
  func finishTurn() {
    if flow.machine.mayContinue {
      flow.machine.endTurn()
    } else {
      takeRestOfTurns()
    }
  }

  /// Ends a turn behind which others may wait, and takes this store's own first, without going back to the flow.
  @inlinable
  @inline(never)
  func takeRestOfTurns() {
    if flow.machine.passTurn(to: laneIndex) {
      takeRunOfTurns()
      flow.settle()
    } else {
      flow.machine.endTurn()
    }
    if !flow.machine.isFree { flow.takeWaitingTurns() }
  }
}
