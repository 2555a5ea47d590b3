/// The names of the effects that a chart's actions make of its state, found by calling them in states that
/// its machine reaches.
///
/// Only inputs that the chart names are tried, each configuration is entered once, and the search ends
/// after 10,000 inputs. An action that it does not find keeps the text "…".
struct ChartLabels {
  private static let limit = 10_000

  private(set) var found: [ChartAction: [String]] = [:]

  init<Input, State, World, Queue, EffectID>(
    _ chart: Statechart<Input, State, World, Queue, EffectID>, world: World?
  ) {
    typealias Chart = Statechart<Input, State, World, Queue, EffectID>
    guard chart.tree.hasClosures else { return }
    var found: [ChartAction: [String]] = [:]
    let probe: (ChartAction, Chart.Effect) -> Void = { action, effect in
      if !effect.isEmpty { found[action] = unique(found[action, default: []] + effect.labels(in: world)) }
    }
    var first = chart.origin
    var beginning = Chart.Run(chart.tree, from: StatechartConfiguration(), probe: probe)
    beginning.begin(&first)

    let inputs = chart.tree.namedInputs
    var states = [first]
    var known: Set = [first.withoutDeadlines.configuration]
    var (next, tries) = (0, 0)
    while next < states.count, tries < Self.limit {
      let state = states[next]
      next += 1
      for input in inputs {
        tries += 1
        var run = Chart.Run(chart.tree, from: state.configuration, probe: probe)
        let transitions = chart.tree.transitions(for: input, in: state, run.active)
        if transitions.isEmpty { continue }
        var after = state
        run.take(transitions, by: input, &after)
        if known.insert(after.withoutDeadlines.configuration).inserted { states.append(after) }
      }
    }
    self.found = found
  }

  /// Returns the names of an action's effects: those of its text, and those of its closure.
  func labels(of action: ChartAction, _ fixed: [String], hasClosure: Bool) -> [String] {
    guard hasClosure else { return fixed }
    let more = (found[action] ?? []).filter { !fixed.contains($0) }
    return fixed + (more.isEmpty ? ["…"] : more)
  }
}

extension Statechart.Tree {
  /// True if an action of the chart is a closure.
  fileprivate var hasClosures: Bool {
    beginning?.work.hasClosure ?? false
      || states.contains { state in
        state.entries.contains { $0.work.hasClosure } || state.exits.contains { $0.work.hasClosure }
          || state.beginning?.work.hasClosure ?? false
          || state.transitions.contains { $0.draft.work.hasClosure }
      }
  }

  /// The inputs that transitions and delays name.
  fileprivate var namedInputs: [Input] {
    states.flatMap { state in
      state.transitions.compactMap { transition -> Input? in
        guard case .input(.value(let input, _), _, _) = transition.draft.trigger else { return nil }
        return input
      } + state.delays.map(\.input)
    }
  }
}

extension Statechart.EffectText {
  func labels(of action: ChartAction, _ found: ChartLabels, in world: World?) -> [String] {
    found.labels(of: action, effect.labels(in: world), hasClosure: hasClosure)
  }
}
