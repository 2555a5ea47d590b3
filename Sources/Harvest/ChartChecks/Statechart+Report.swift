extension Statechart where Input: Equatable, State: Hashable {
  /// Checks the chart: it tries all inputs in all states that its machine can reach.
  ///
  /// A state is checked as one of the chart, not as a configuration: one that takes no input by itself is no
  /// finding while an outer state, or another region, does.
  ///
  /// O(reachable states × inputs × transitions). A report that takes longer than ten seconds writes its
  /// progress and its bound to standard error, every five seconds.
  ///
  /// - Parameters:
  ///   - inputs: The inputs to try in each state; by default those that the chart names.
  ///   - limit: The maximum number of states.
  /// - Throws: `StatechartError.tooManyStates(limit:)` when there are more, and the error of an endless
  ///   input.
  public func report(
    inputs: [Input]? = nil, limit: Int = 10_000
  ) throws(StatechartError) -> StatechartReport<Name> {
    var progress = ReportProgress(of: "\(State.self)", limit: limit)
    return try report(inputs: inputs, limit: limit, &progress)
  }

  func report(
    inputs: [Input]?, limit: Int, _ progress: inout ReportProgress
  ) throws(StatechartError) -> StatechartReport<Name> {
    let inputs = inputs ?? self.inputs
    let states = try reachableStates(by: inputs, limit: limit, &progress)
    var trial = ChartTrial(self)
    for (number, state) in states.enumerated() {
      progress.report("the inputs were tried in", done: number, found: states.count)
      trial.tryAll(inputs, in: state)
    }
    return StatechartReport(findings: trial.findings, configurations: states.count)
  }
}

/// The results of inputs in the states of a chart's machine.
private struct ChartTrial<
  Input: Sendable & Equatable, State: StatechartState & Hashable, World: Sendable, Queue: EffectQueueProtocol,
  EffectID: Hashable & Sendable
> {
  typealias Chart = Statechart<Input, State, World, Queue, EffectID>
  typealias Finding = StatechartFinding<State.Name>

  let chart: Chart
  let transitions: [Chart.Tree.Transition]
  var entered: Set<State.Name> = []
  var taken: Set<Int> = []
  /// The transitions that were taken in the place of another, by its index.
  var rivals: [Int: Set<Int>] = [:]
  var accepted: [Input] = []
  var tried: [Input] = []
  var deadEnds: [[State.Name]] = []

  init(_ chart: Chart) {
    self.chart = chart
    transitions = chart.tree.states.flatMap(\.transitions)
    note(chart.beginning.steps)
    taken = chart.beginningTaken
  }

  mutating func tryAll(_ inputs: [Input], in state: State) {
    tried = inputs
    var isDeadEnd = true
    let active = Chart.Run(chart.tree, from: state.configuration).active
    for input in inputs {
      let winners = chart.tree.transitions(for: input, in: state, active)
      guard !winners.isEmpty else { continue }
      isDeadEnd = false
      if !accepted.contains(input) { accepted.append(input) }
      noteRivals(of: winners, input, state, active)
      var run = Chart.Run(chart.tree, from: state.configuration)
      var next = state
      run.take(winners, by: input, &next)
      note(run.steps)
      taken.formUnion(run.taken)
    }
    if isDeadEnd, !transitions.isEmpty, !chart.isFinished(state.configuration) {
      let leaves = state.configuration.leaves
      if !deadEnds.contains(leaves) { deadEnds.append(leaves) }
    }
  }

  private mutating func noteRivals(
    of winners: [Chart.Tree.Transition], _ input: Input, _ state: State, _ active: [Int]
  ) {
    for place in active {
      for loser in chart.tree.states[place].transitions where loser.takes(input, state) {
        guard !winners.contains(where: { $0.index == loser.index }) else { continue }
        let own = winners.filter {
          chart.tree.isAtOrInside($0.source, place) || $0.exits.overlaps(loser.exits)
        }
        rivals[loser.index, default: []].formUnion(own.map(\.index))
      }
    }
  }

  private mutating func note(_ steps: [StatechartStep<State.Name>]) {
    for case .entered(let name) in steps { entered.insert(name) }
  }

  var findings: [Finding] {
    let unreachable: [Finding] = chart.tree.states.map(\.name).filter { !entered.contains($0) }.map {
      .unreachable($0)
    }
    let ignored: [Finding] = tried.filter { !accepted.contains($0) }.map { .ignored(input: "\($0)") }
    let transitions: [Finding] = self.transitions.compactMap { transition in
      // One finding about an unreachable state is enough.
      guard !taken.contains(transition.index), entered.contains(transition.summary.source) else { return nil }
      guard let others = rivals[transition.index] else { return .neverTaken(transition.summary) }
      return .shadowed(transition.summary, by: others.sorted().map { self.transitions[$0].summary })
    }
    return unreachable + deadEnds.map { .deadEnd($0) } + ignored + transitions
  }
}
