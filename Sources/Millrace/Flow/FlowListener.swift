/// A clock that hears when something has changed on the flows of its environment, so that a test can wait for it.
package protocol FlowListener: Sendable {
  /// Turns were taken, or effects ended; told at the flow's home, inside of none of its locks.
  func flowSettled()

  /// A flow was made without a home.
  func flowBegan(_ flow: HomelessFlow)
}

/// A flow that was made without a home, as another thread sees it.
package struct HomelessFlow: Sendable {
  private weak var gateway: Gateway?

  init(_ gateway: Gateway) {
    self.gateway = gateway
  }

  /// True when the flow has ended, or has found a home.
  package var isOver: Bool { gateway?.isHomeless != true }

  /// The standstill of the flow; nil while it goes on.
  package var standstill: Standstill? {
    guard let gateway, let since = gateway.strandedSince else { return nil }
    return Standstill(flow: gateway.name, since: since)
  }

  /// Work that waits on a flow without a home, and that the program has not come by to take.
  package struct Standstill: Hashable, Sendable {
    /// The name of the flow.
    package let flow: String
    /// The number of times that something was taken before.
    let since: Int
  }
}
