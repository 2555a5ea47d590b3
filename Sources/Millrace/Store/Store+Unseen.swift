public import Synchronization

/// Turns without a message, for a dialect that would create a message only to take it apart again.
///
/// Such a dialect handles a message while its type is still known. All promises of a turn hold: one at a
/// time, in order, numbered. Such turns are taken only while nothing could see the message, and do not touch
/// the store's state.
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

  /// Ends the current unseen turn and begins the next one in its place, if no message waits.
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

  /// Ends a turn behind which others may wait, and takes this store's own first, without returning to the
  /// flow.
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
