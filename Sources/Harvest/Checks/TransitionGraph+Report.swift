extension TransitionGraph {
  /// Checks the machine.
  ///
  /// - Parameters:
  ///   - outside: The inputs that come from outside. Other inputs come only as answers of effects that are
  ///     started. Nil when every input may come at any time.
  ///   - goals: States that must be reachable from every state, including unreachable ones; final states are
  ///     excused.
  ///   - checks: The checks to make; by default all.
  public func report(
    outside: [Input]? = nil, mustReach goals: [State] = [],
    checking checks: Set<MachineCheck> = Set(MachineCheck.allCases)
  ) -> MachineReport<Input, State> {
    let ways = Reachability(self, outside: outside)
    let rows = RowChecks(self)
    let findings = MachineCheck.allCases.filter(checks.contains).flatMap { check in
      switch check {
      case .unreachable: unreachable(ways)
      case .deadEnd: deadEnds(ways)
      case .ignored: ignored()
      case .neverGiven: neverGiven(ways)
      case .overlap: rows.overlaps
      case .shadowed: rows.shadowed
      case .neverMatching: rows.neverMatching
      case .cannotReach: cannotReach(goals, ways)
      case .unlisted: unlisted()
      }
    }
    return MachineReport(findings: findings, notes: notes(checks))
  }

  private typealias Finding = MachineFinding<Input, State>

  private func unreachable(_ ways: Reachability<Input, State>) -> [Finding] {
    states.filter { !ways.states.contains($0) }.map { .unreachable($0, initial: initial) }
  }

  private func deadEnds(_ ways: Reachability<Input, State>) -> [Finding] {
    // A machine of one state has nowhere to go.
    guard states.count + unlistedStates.count > 1 else { return [] }
    let left = Set(ways.edges.filter { $0.from != $0.to }.map(\.from)).union(finals)
    let accepting = Set(ways.edges.map(\.from))
    return states.filter { !left.contains($0) }.map { .deadEnd($0, acceptsInputs: accepting.contains($0)) }
  }

  private func ignored() -> [Finding] {
    let accepted = Set(edges.map(\.input))
    return inputs.filter { !accepted.contains($0) }.map { .ignored($0) }
  }

  private func neverGiven(_ ways: Reachability<Input, State>) -> [Finding] {
    let accepted = Set(edges.map(\.input))
    return inputs.filter { accepted.contains($0) && !ways.inputs.contains($0) }.map { .neverGiven($0) }
  }

  private func cannotReach(_ goals: [State], _ ways: Reachability<Input, State>) -> [Finding] {
    goals.flatMap { goal in
      let leading = ways.states(leadingTo: goal).union(finals)
      return states.filter { !leading.contains($0) }.map { Finding.cannotReach(goal, from: $0) }
    }
  }

  private func unlisted() -> [Finding] {
    let listed = Set(states)
    let strays: [Finding] = edges.filter { !listed.contains($0.to) }.map {
      .unlisted($0.to, from: $0.from, input: $0.input)
    }
    return hasEndlessAnswers ? strays + [.endlessAnswers(limit: graphAnswerLimit)] : strays
  }

  private func notes(_ checks: Set<MachineCheck>) -> [String] {
    var notes: [String] = []
    let closures = rules.filter(\.isClosure).map { "\($0.name.number)" }
    if !closures.isEmpty, !checks.isDisjoint(with: [.overlap, .shadowed, .neverMatching]) {
      notes.append(
        closures.count == 1
          ? "Rule \(closures[0]) is a closure, so overlaps of rows inside it were not checked."
          : "Rules \(closures.joined(separator: ", ")) are closures, so overlaps of rows inside them were not checked."
      )
    }
    for rule in rules where rule.isHidden {
      notes.append(
        "Rule \(rule.name.number) asks for the world and was skipped; pass one to the graph to include it.")
    }
    if beginning.isHidden || edges.contains(where: \.work.isHidden) {
      notes.append("Some effects are made from the world; pass one to the graph to include them.")
    }
    return notes
  }
}
