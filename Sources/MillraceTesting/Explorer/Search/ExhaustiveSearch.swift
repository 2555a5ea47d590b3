/// A depth-first search of every order, run by run, each once.
///
/// Orders that differ only in independent steps are tried once, by dynamic partial-order reduction with
/// source sets and sleep sets (Abdulla, Aronsson, Jonsson and Sagonas, *Optimal dynamic partial order
/// reduction*, POPL 2014, algorithm 1). A state that has been searched is not searched again. The search
/// remembers what was touched from there on, to find the races with the steps on the way there (after Yang,
/// Chen, Gopalakrishnan and Kirby, *Efficient stateful dynamic partial order reduction*, SPIN 2008).
///
/// A bound on preemptions turns off the reduction by independence: the two together would miss orders within
/// the bound (Coons, Musuvathi and McKinley, *Bounded partial-order reduction*, OOPSLA 2013).
struct ExhaustiveSearch: OrderStrategy {
  /// A state that has been searched.
  private struct Known {
    let summary: [FiberKey: Footprint]
    let asleep: Set<FiberKey>
    let preemptions: Int
  }

  /// The maximum number of remembered states; further states are searched each time they are reached.
  private static let knownLimit = 100_000

  /// True when orders that differ only in independent steps are left out.
  let skipsIndependent: Bool
  let skipsKnown: Bool
  let preemptionLimit: Int?

  var nodes: [OrderNode] = []
  /// The number of chosen steps in the present run.
  private var depth = 0
  /// The number of choices made in the present step.
  private var choiceCount = 0
  /// The state just reached.
  private var pendingState: UInt64?
  /// The digest of the present run.
  private var digest: UInt64 = 0
  private var known: [UInt64: Known] = [:]

  /// True when every order within the bounds has been tried.
  private(set) var isComplete = false
  /// The number of runs given up because their rest had been tried in another order.
  private(set) var redundantCount = 0
  /// The number of runs given up because their state was known.
  private(set) var knownCount = 0
  /// True when the bound on preemptions left out orders.
  private(set) var wasBounded = false

  init(skipsIndependent: Bool = true, skipsKnown: Bool = true, preemptionLimit: Int? = nil) {
    self.skipsIndependent = skipsIndependent && preemptionLimit == nil
    self.skipsKnown = skipsKnown
    self.preemptionLimit = preemptionLimit
  }

  // Nothing is new until the point where the last run branched off.
  var wantsStates: Bool { skipsKnown && depth == nodes.count }

  mutating func begin() {
    depth = 0
    choiceCount = 0
    pendingState = nil
  }

  // MARK: Choosing

  mutating func saw(_ digest: UInt64) throws(OrderProblem) {
    if depth < nodes.count, nodes[depth].digest != digest { throw .diverged(step: max(depth - 1, 0)) }
    self.digest = digest
  }

  mutating func choose(_ moves: [Move], last: FiberKey?) throws(OrderProblem) -> Int? {
    choiceCount = 0
    if depth == nodes.count, !open(moves, last: last) { return nil }
    let chosen = nodes[depth].chosen
    guard nodes[depth].moves.elementsEqual(moves, by: { $0.fiber == $1.fiber }),
      let index = moves.firstIndex(where: { $0.fiber == chosen })
    else { throw .diverged(step: depth) }
    depth += 1
    return index
  }

  /// The fibers that need not be tried next, after the last node's step.
  private var asleepNow: [FiberKey: Footprint] {
    guard skipsIndependent, let last = nodes.last else { return [:] }
    return last.asleep.filter {
      // A fiber that resumes another one out of sight, or waits for that, acts otherwise when anything comes
      // before.
      $0.key != last.chosen && !$0.value.writes.contains(.unseen) && !$0.value.conflicts(with: last.footprint)
    }
  }

  /// Adds a node for a state that is new on this path; returns false when nothing needs to be tried there.
  private mutating func open(_ moves: [Move], last: FiberKey?) -> Bool {
    let asleep = asleepNow
    let awake = moves.filter { asleep[$0.fiber] == nil }
    guard let first = awake.first(where: { $0.fiber == last }) ?? awake.first else {
      redundantCount += 1
      return false
    }
    var node = OrderNode(
      moves: moves, chosen: first.fiber, asleep: asleep, preemptions: nodes.last?.preemptionsAfter ?? 0,
      last: moves.contains { $0.fiber == last } ? last : nil)
    if !skipsIndependent { node.wanted = Set(allowed(at: node)) }
    node.state = pendingState
    node.digest = digest
    nodes.append(node)
    return true
  }

  /// Returns the fibers that the bound on preemptions allows.
  private mutating func allowed(at node: OrderNode) -> [FiberKey] {
    guard let preemptionLimit, node.preemptions >= preemptionLimit, let last = node.last else {
      return node.moves.map(\.fiber)
    }
    if node.moves.count > 1 { wasBounded = true }
    return [last]
  }

  mutating func chooseAnswer(of count: Int) throws(OrderProblem) -> Int {
    defer { choiceCount += 1 }
    let node = depth - 1
    if choiceCount == nodes[node].choices.count {
      nodes[node].choices.append(OrderNode.Choice(count: count, taken: 0))
    }
    let choice = nodes[node].choices[choiceCount]
    guard choice.count == count else { throw .diverged(step: node) }
    return choice.taken
  }

  mutating func took(_ footprint: Footprint) throws(OrderProblem) {
    let step = depth - 1
    let isNew = depth == nodes.count
    guard isNew || nodes[step].footprint == footprint else { throw .diverged(step: step) }
    guard isNew else { return }
    nodes[step].footprint = footprint
    nodes[step].footprints.formUnion(footprint)
    nodes[step].note(nodes[step].chosen, footprint)
    guard skipsIndependent else { return }
    findRaces(of: step)
    // They have no later step that it could race with.
    for move in nodes[step].moves where footprint.ended.contains(move.fiber) {
      nodes[step].wanted.insert(move.fiber)
    }
    // It may have woken the only sleeper; then the clock has no later step that it could race with.
    if footprint.writes.contains(.time), nodes[step].moves.contains(where: { $0.fiber == Move.clock }) {
      nodes[step].wanted.insert(Move.clock)
    }
  }

  mutating func arrived(at state: UInt64) -> Bool {
    // With a bound on preemptions, the rest of a state depends on the fiber that could continue without one.
    let state = preemptionLimit == nil ? state : mix(state, nodes.last?.chosen ?? 0)
    pendingState = state
    guard depth == nodes.count, let known = known[state] else { return true }
    guard known.asleep.isSubset(of: asleepNow.keys), known.preemptions <= nodes.last?.preemptionsAfter ?? 0
    else {
      return true
    }
    knownCount += 1
    if skipsIndependent {
      for (fiber, footprint) in known.summary { findRaces(ofLater: fiber, footprint) }
    }
    if let last = nodes.indices.last {
      for (fiber, footprint) in known.summary { nodes[last].note(fiber, footprint) }
    }
    return false
  }

  // MARK: Next orders

  mutating func end(wasCut: Bool) -> Bool {
    // A step that failed halfway has left nothing to compare.
    if wasCut, let last = nodes.indices.last { nodes[last].wasCut = true }
    while let top = nodes.indices.last {
      if advanceChoices(at: top) { return true }
      nodes[top].asleep[nodes[top].chosen] = nodes[top].footprints
      if let next = nextWanted(at: top) {
        nodes[top].chosen = next
        nodes[top].choices = []
        nodes[top].footprint = Footprint()
        nodes[top].footprints = Footprint()
        nodes[top].before = StepSet()
        return true
      }
      close(top)
    }
    isComplete = !wasBounded && !hasBeenCut
    return false
  }

  private var hasBeenCut = false

  /// Takes the next answer of the last choice that has one.
  private mutating func advanceChoices(at top: Int) -> Bool {
    while var choice = nodes[top].choices.popLast() {
      choice.taken += 1
      if choice.taken < choice.count {
        nodes[top].choices.append(choice)
        return true
      }
    }
    return false
  }

  private func nextWanted(at top: Int) -> FiberKey? {
    nodes[top].moves.first { move in
      nodes[top].wanted.contains(move.fiber) && nodes[top].asleep[move.fiber] == nil
    }?.fiber
  }

  /// Closes a node from which everything has been tried.
  private mutating func close(_ top: Int) {
    let node = nodes.removeLast()
    if node.wasCut {
      hasBeenCut = true
    } else if skipsKnown, known.count < Self.knownLimit, let state = node.state {
      known[state] = Known(
        summary: node.summary, asleep: node.asleepAtFirst, preemptions: node.preemptions)
    }
    guard top > 0 else { return }
    for (fiber, footprint) in node.summary { nodes[top - 1].note(fiber, footprint) }
    if node.wasCut { nodes[top - 1].wasCut = true }
  }
}
