import Millrace

/// Hops home with posted messages; a hop is a step only when it delivers something.
extension ExplorerRuntime {
  /// Performs the parts of hops home that run away from home: the way there, and the end after the return.
  ///
  /// They belong to the kernel, are never cancelled, and neither read nor change anything. So they may run at
  /// any time and are no steps of their own.
  func passWaysHome() {
    while let index = ready.firstIndex(where: isWayHome) { perform(within: ready.remove(at: index)) }
  }

  /// Ends the hops home that have nothing left to deliver, because another step has taken it.
  ///
  /// A later post has a hop of its own, so ending these early changes nothing.
  func endEmptyHops(_ isEmpty: (_ flow: Int) -> Bool) {
    while let index = ready.firstIndex(where: { fibers[$0.fiber].hopsTo.map(isEmpty) ?? false }) {
      let hop = ready.remove(at: index)
      footprint.end(fibers[hop.fiber].key)
      footprint.write(.posted)
      perform(within: hop)
      passWaysHome()
    }
  }

  private func isWayHome(_ ready: Ready) -> Bool {
    guard fibers[ready.fiber].kind == .wake, case .job(_, isHome: false) = ready.work else { return false }
    return true
  }
}
