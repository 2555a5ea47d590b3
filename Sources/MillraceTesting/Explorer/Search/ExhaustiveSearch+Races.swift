extension ExhaustiveSearch {
  /// Finds the earlier steps that race with the latest one, and schedules the reverse order of each.
  ///
  /// O(steps × steps).
  mutating func findRaces(of step: Int) {
    let node = nodes[step]
    var before = StepSet()
    if let enabler = node.move?.enabler { add(enabler, to: &before) }
    if let previous = nodes[..<step].lastIndex(where: { $0.chosen == node.chosen }) {
      add(previous, to: &before)
    }
    var races: [Int] = []
    for earlier in stride(from: step - 1, through: 0, by: -1) where !before.contains(earlier) {
      guard nodes[earlier].footprint.conflicts(with: node.footprint) else { continue }
      // Their order is accidental.
      races.append(earlier)
      add(earlier, to: &before)
    }
    nodes[step].before = before
    for earlier in races { reverse(earlier, step) }
  }

  private func add(_ step: Int, to set: inout StepSet) {
    set.formUnion(nodes[step].before)
    set.insert(step)
  }

  /// Schedules a later step before an earlier one that it races with.
  private mutating func reverse(_ earlier: Int, _ later: Int) {
    var steps = (earlier + 1..<later).filter { !nodes[$0].before.contains(earlier) }
    steps.append(later)
    // The fibers whose step could come first, as it does not follow from the earlier step.
    var beginners: [FiberKey] = []
    for (index, step) in steps.enumerated()
    where !steps[..<index].contains(where: { nodes[step].before.contains($0) }) {
      beginners.append(nodes[step].chosen)
    }
    if beginners.contains(where: { nodes[earlier].wanted.contains($0) }) { return }
    // The clock may have had no sleeper there; then the order found is the only one.
    let first = nodes[earlier].moves.first { beginners.contains($0.fiber) }
    if let first { nodes[earlier].wanted.insert(first.fiber) }
  }

  /// Schedules a fiber's later steps, from a known state on, before the steps on the way there that they
  /// race with.
  ///
  /// The steps in between are no longer known, so more orders may be tried than necessary.
  mutating func findRaces(ofLater fiber: FiberKey, _ footprint: Footprint) {
    let before = stepsBefore(fiber)
    for earlier in nodes.indices.reversed() where !before.contains(earlier) {
      let node = nodes[earlier]
      guard node.chosen != fiber, node.footprint.conflicts(with: footprint) else { continue }
      // A sleeping fiber was tried before, but not with all that could come before it here.
      if node.moves.contains(where: { $0.fiber == fiber }), node.asleep[fiber] == nil {
        nodes[earlier].wanted.insert(fiber)
      } else {
        nodes[earlier].wanted.formUnion(node.moves.map(\.fiber))
      }
    }
  }

  /// Returns the known steps that come before whatever a fiber does next.
  private func stepsBefore(_ fiber: FiberKey) -> StepSet {
    var before = StepSet()
    if let last = nodes.lastIndex(where: { $0.chosen == fiber }) { add(last, to: &before) }
    let move = nodes.last?.moves.first { $0.fiber == fiber }
    if let enabler = move?.enabler { add(enabler, to: &before) }
    return before
  }
}
