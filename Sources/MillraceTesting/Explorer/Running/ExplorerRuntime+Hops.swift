import Millrace

/// Hops home with what was posted, which are steps only where they bring something.
extension ExplorerRuntime {
  /// Does what a hop home does away from home: the way there, and the end of one that was there.
  ///
  /// It is the kernel's doing, is never cancelled, and neither reads nor changes anything, so that it may happen at any
  /// time and is no step of its own.
  func passWaysHome() {
    let creator = current
    while let index = ready.firstIndex(where: { isWayHome($0) }) {
      current = ready[index].strand
      _ = perform(ready.remove(at: index).work)
    }
    current = creator
  }

  /// Ends the hops home that have nothing to bring any more, because another step has taken it.
  ///
  /// Whatever is posted later has a hop of its own, so that they would do nothing that this one does not.
  ///
  /// - Parameter isEmpty: Whether nothing is posted to a flow.
  func endEmptyHops(_ isEmpty: (_ flow: Int) -> Bool) {
    let creator = current
    while let index = ready.firstIndex(where: { strands[$0.strand].hopsTo.map(isEmpty) ?? false }) {
      current = ready[index].strand
      footprint.end(strands[current].key)
      footprint.write(.posted)
      _ = perform(ready.remove(at: index).work)
      passWaysHome()
    }
    current = creator
  }

  private func isWayHome(_ ready: Ready) -> Bool {
    guard strands[ready.strand].kind == .wake, case .job(_, isHome: false) = ready.work else { return false }
    return true
  }
}
