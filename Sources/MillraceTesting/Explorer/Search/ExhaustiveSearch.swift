/// Every order, each once: a depth-first search that goes through the orders run by run.
///
/// Orders that differ only in independent steps are tried once, by dynamic partial-order reduction with source sets and
/// sleep sets (Abdulla, Aronsson, Jonsson and Sagonas, *Optimal dynamic partial order reduction*, POPL 2014, algorithm
/// 1). A state that has been searched is not searched again; what was touched from there on is remembered, so that the
/// races between that and the way there are found still (after Yang, Chen, Gopalakrishnan and Kirby, *Efficient stateful
/// dynamic partial order reduction*, SPIN 2008).
///
/// A bound on preemptions is kept at the price of the reduction by independence: the two do not go together without
/// missing orders within the bound (Coons, Musuvathi and McKinley, *Bounded partial-order reduction*, OOPSLA 2013).
struct ExhaustiveSearch: OrderStrategy {
  /// What is known of a state that has been searched.
  private struct Known {
    let summary: [StrandKey: Footprint]
    let asleep: Set<StrandKey>
    let preemptions: Int
  }

  /// How many states are remembered; what comes after them is searched as often as it is met.
  private static let knownLimit = 100_000

  /// What is left out because it would tell nothing new.
  let skipsIndependent: Bool
  let skipsKnown: Bool
  let preemptionLimit: Int?

  var nodes: [OrderNode] = []
  /// How many steps of the present run have been chosen.
  private var depth = 0
  /// How many choices of the present step have been made.
  private var choiceCount = 0
  /// The state just reached.
  private var pendingState: UInt64?
  private var known: [UInt64: Known] = [:]

  /// Whether everything there is within the bounds has been tried.
  private(set) var isComplete = false
  /// How often a run was given up because the rest of it had been tried in another order.
  private(set) var redundantCount = 0
  /// How often a run was given up because its state was known.
  private(set) var knownCount = 0
  /// Whether something was left out for the bound on preemptions.
  private(set) var wasBounded = false

  init(skipsIndependent: Bool = true, skipsKnown: Bool = true, preemptionLimit: Int? = nil) {
    self.skipsIndependent = skipsIndependent && preemptionLimit == nil
    self.skipsKnown = skipsKnown
    self.preemptionLimit = preemptionLimit
  }

  // On the way back to where the last run branched off, nothing is new.
  var wantsStates: Bool { skipsKnown && depth == nodes.count }

  mutating func begin() {
    depth = 0
    choiceCount = 0
    pendingState = nil
  }

  // MARK: Choosing

  mutating func choose(_ moves: [Move], last: StrandKey?) throws(OrderProblem) -> Int? {
    choiceCount = 0
    if depth == nodes.count, !open(moves, last: last) { return nil }
    let chosen = nodes[depth].chosen
    guard nodes[depth].moves.elementsEqual(moves, by: { $0.strand == $1.strand }),
      let index = moves.firstIndex(where: { $0.strand == chosen })
    else { throw .diverged(step: depth) }
    depth += 1
    return index
  }

  /// Who need not be tried next, after the last node's step.
  private var asleepNow: [StrandKey: Footprint] {
    guard skipsIndependent, let last = nodes.last else { return [:] }
    return last.asleep.filter {
      // Who would have found somebody to resume, or waited for that, does otherwise when anything comes before.
      $0.key != last.chosen && !$0.value.writes.contains(.unseen) && !$0.value.conflicts(with: last.footprint)
    }
  }

  /// Adds a node for a state that the search has not come to on this way; false when nothing needs to be tried there.
  private mutating func open(_ moves: [Move], last: StrandKey?) -> Bool {
    let asleep = asleepNow
    let awake = moves.filter { asleep[$0.strand] == nil }
    guard let first = awake.first(where: { $0.strand == last }) ?? awake.first else {
      redundantCount += 1
      return false
    }
    var node = OrderNode(
      moves: moves, chosen: first.strand, asleep: asleep, preemptions: nodes.last?.preemptionsAfter ?? 0,
      last: moves.contains { $0.strand == last } ? last : nil)
    if !skipsIndependent { node.wanted = Set(allowed(at: node)) }
    node.state = pendingState
    nodes.append(node)
    return true
  }

  /// What the bound on preemptions allows.
  private mutating func allowed(at node: OrderNode) -> [StrandKey] {
    guard let preemptionLimit, node.preemptions >= preemptionLimit, let last = node.last else {
      return node.moves.map(\.strand)
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
    // There is no later step of theirs that it could race with.
    for move in nodes[step].moves where footprint.ended.contains(move.strand) {
      nodes[step].wanted.insert(move.strand)
    }
    // It may have woken the only sleeper, so that there is no later step of the clock that it could race with.
    if footprint.writes.contains(.time), nodes[step].moves.contains(where: { $0.strand == Move.clock }) {
      nodes[step].wanted.insert(Move.clock)
    }
  }

  mutating func arrived(at state: UInt64) -> Bool {
    // What a bound on preemptions leaves of a state depends on who could go on without one.
    let state = preemptionLimit == nil ? state : mix(state, nodes.last?.chosen ?? 0)
    pendingState = state
    guard depth == nodes.count, let known = known[state] else { return true }
    guard known.asleep.isSubset(of: asleepNow.keys), known.preemptions <= nodes.last?.preemptionsAfter ?? 0
    else {
      return true
    }
    knownCount += 1
    if skipsIndependent {
      for (strand, footprint) in known.summary { findRaces(ofLater: strand, footprint) }
    }
    if let last = nodes.indices.last {
      for (strand, footprint) in known.summary { nodes[last].note(strand, footprint) }
    }
    return false
  }

  // MARK: Going on

  mutating func end(wasCut: Bool) -> Bool {
    // A step that failed in its middle has left nothing that could be compared.
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

  private func nextWanted(at top: Int) -> StrandKey? {
    nodes[top].moves.first { move in
      nodes[top].wanted.contains(move.strand) && nodes[top].asleep[move.strand] == nil
    }?.strand
  }

  /// Everything from a node on has been tried.
  private mutating func close(_ top: Int) {
    let node = nodes.removeLast()
    if node.wasCut {
      hasBeenCut = true
    } else if skipsKnown, known.count < Self.knownLimit, let state = node.state {
      known[state] = Known(
        summary: node.summary, asleep: node.asleepAtFirst, preemptions: node.preemptions)
    }
    guard top > 0 else { return }
    for (strand, footprint) in node.summary { nodes[top - 1].note(strand, footprint) }
    if node.wasCut { nodes[top - 1].wasCut = true }
  }
}
