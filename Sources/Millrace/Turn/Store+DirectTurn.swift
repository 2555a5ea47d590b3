public import Synchronization

/// Direct turns, for a dialect that would create a message only to take it apart again.
///
/// Such a dialect handles a message while its type is still known. All promises of a turn hold: one at a
/// time, in order, numbered. A direct turn is taken only while nothing could see the message, and does not
/// touch the store's state.
extension Store {
  /// Takes a turn whose content is `body`; returns false, and does nothing, if something could see its
  /// message.
  @inlinable
  @inline(__always)
  package func takeDirectly(_ body: () -> Void) -> Bool {
    guard flow.isPlain && gateway.isLive && flow.machine.isFree,
      !gateway.attention.load(ordering: .acquiring)
    else { return false }
    flow.machine.begin()
    flow.sequence &+= 1
    body()
    if flow.machine.mayContinue {
      flow.machine.endTurn()
    } else {
      finishBusyTurn()
    }
    return true
  }

  /// Ends the current direct turn and begins the next one in its place; returns false if a message waits.
  @inlinable
  @inline(__always)
  package func continueDirectly() -> Bool {
    guard flow.isPlain && flow.machine.mayContinue else { return false }
    flow.sequence &+= 1
    return true
  }

  /// Sends a message to which the message of the current turn leads, such as the event of a command.
  ///
  /// Both belong to the same work, as with a message of an effect. Outside of a turn it is an ordinary send.
  @_alwaysEmitIntoClient
  package func sendOn(_ message: Message) {
    if flow.machine.isInTurn && !flow.currentOrigin.isCancelled {
      lineUp(message, .turn(flow.sequence, flow.currentOrigin))
    } else {
      send(message, isolation: nil)
    }
  }

  /// Ends a turn behind which others wait, and takes this store's own first, without returning to the flow.
  @inlinable
  @inline(never)
  func finishBusyTurn() {
    if flow.machine.passTurn(to: laneIndex) {
      drainLane()
      flow.wakeWaiters()
    } else {
      flow.machine.endTurn()
    }
    if !flow.machine.isFree { flow.drain() }
  }
}
