/// The way to a flow's home for what is no message, from any thread.
///
/// An errand is done before the next turn, and is none: it has no number, and taps do not see it.
package struct Errands: Sendable {
  let gateway: Gateway

  /// Whether there is no home yet, and so nobody who would do it.
  package var isHomeless: Bool { gateway.isHomeless }

  /// Has something done at home soon; never, if the flow ends before.
  ///
  /// When the home has ended and the flow has not, nobody can be at home, and it is done at once where it is posted, one
  /// errand at a time.
  package func post(_ work: @escaping @Sendable () -> Void) {
    gateway.post(.errand(work))
  }
}

extension Flow {
  /// The way to this flow's home for what is no message.
  package var errands: Errands { Errands(gateway: gateway) }

  /// Whether somebody records the turns.
  package var isRecorded: Bool { isTapped }
}
