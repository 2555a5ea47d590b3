/// A clock that is notified of changes on the flows of its environment, so that a test can wait for them.
package protocol FlowListener: Sendable {
  /// Handles the turns or ends of effects of a flow; called at the flow's home and outside all of its locks.
  func flowSettled()

  /// Handles the creation of a flow without a home.
  func flowBegan(_ flow: HomelessFlow)
}

/// A flow that was created without a home, as another thread sees it.
package struct HomelessFlow: Sendable {
  private weak var gateway: Gateway?

  init(_ gateway: Gateway) {
    self.gateway = gateway
  }

  /// True if the flow has ended, or has found a home.
  package var isOver: Bool { gateway?.isHomeless != true }

  /// The standstill of the flow; nil while it progresses.
  package var standstill: Standstill? {
    guard let gateway, let since = gateway.strandedSince else { return nil }
    return Standstill(flow: gateway.name, since: since)
  }

  /// Work that waits on a flow without a home, and that the program has not taken.
  package struct Standstill: Hashable, Sendable {
    package let flow: String
    /// The number of earlier times that posted work was taken.
    let since: Int
  }
}
