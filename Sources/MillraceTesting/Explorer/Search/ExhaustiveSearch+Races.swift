extension ExhaustiveSearch {
  /// Finds the earlier steps that race with the one just taken, and has the other order of each tried.
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
      // In this order by nothing but chance.
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

  /// Has a later step tried before an earlier one that it races with.
  private mutating func reverse(_ earlier: Int, _ later: Int) {
    var steps = (earlier + 1..<later).filter { !nodes[$0].before.contains(earlier) }
    steps.append(later)
    // Who could begin what does not follow from the earlier step.
    var beginners: [StrandKey] = []
    for (index, step) in steps.enumerated()
    where !steps[..<index].contains(where: { nodes[step].before.contains($0) }) {
      beginners.append(nodes[step].chosen)
    }
    if beginners.contains(where: { nodes[earlier].wanted.contains($0) }) { return }
    // The clock may have had nobody to wake there; then the order found is the only one.
    let first = nodes[earlier].moves.first { beginners.contains($0.strand) }
    if let first { nodes[earlier].wanted.insert(first.strand) }
  }

  /// Has what a strand does later, from a known state on, tried before what it races with on the way there.
  ///
  /// What comes in between is not known any more, so that more may be tried than need be.
  mutating func findRaces(ofLater strand: StrandKey, _ footprint: Footprint) {
    let before = stepsBefore(strand)
    for earlier in nodes.indices.reversed() where !before.contains(earlier) {
      let node = nodes[earlier]
      guard node.chosen != strand, node.footprint.conflicts(with: footprint) else { continue }
      // Who is asleep was tried before, but not with all that could come before it here.
      if node.moves.contains(where: { $0.strand == strand }), node.asleep[strand] == nil {
        nodes[earlier].wanted.insert(strand)
      } else {
        nodes[earlier].wanted.formUnion(node.moves.map(\.strand))
      }
    }
  }

  /// The steps that come before whatever a strand does next, as far as that can be seen.
  private func stepsBefore(_ strand: StrandKey) -> StepSet {
    var before = StepSet()
    if let last = nodes.lastIndex(where: { $0.chosen == strand }) { add(last, to: &before) }
    let move = nodes.last?.moves.first { $0.strand == strand }
    if let enabler = move?.enabler { add(enabler, to: &before) }
    return before
  }
}
