/// A queue of work other than messages for a flow's home, open to any thread.
///
/// The work runs before the next turn. It is not a turn itself: it has no number, and taps do not see it.
package struct HomeQueue: Sendable {
  let gateway: Gateway

  /// True while the flow has no home, so that no work would run.
  package var isHomeless: Bool { gateway.isHomeless }

  /// Runs `work` at home soon, or never if the flow ends before.
  ///
  /// When the home has ended and the flow has not, no code can run at home; the work then runs at once on the
  /// posting thread, one piece of work at a time.
  package func post(_ work: @escaping @Sendable () -> Void) {
    gateway.post(.homeWork(work))
  }
}

extension Flow {
  /// The queue of work other than messages for this flow's home.
  package var homeQueue: HomeQueue { HomeQueue(gateway: gateway) }

  /// A Boolean value that indicates whether the main actor is the flow's home.
  package var livesOnMainActor: Bool { home?.isMain == true }

  package var isRecorded: Bool { isTapped }
}
