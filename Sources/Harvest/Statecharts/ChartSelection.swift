extension Statechart.Tree {
  /// Returns the transitions that an input triggers in a state, in the order of the active innermost states.
  func transitions(for input: Input, in state: State, _ active: [Int]) -> [Transition] {
    transitions(active) { $0.takes(input, state) }
  }

  /// Returns the transitions that can be taken together: of each active innermost state, outwards, the first.
  func transitions(_ active: [Int], where isEnabled: (Transition) -> Bool) -> [Transition] {
    var chosen: [Transition] = []
    for leaf in active where states[leaf].children.isEmpty {
      var place: Int? = leaf
      while let source = place {
        if let transition = states[source].transitions.first(where: isEnabled) {
          if !chosen.contains(where: { $0.index == transition.index }) { chosen.append(transition) }
          break
        }
        place = states[source].parent
      }
    }
    return chosen.count > 1 ? withoutConflicts(chosen) : chosen
  }

  /// Resolves conflicts: of two transitions that would leave the same state, the inner one wins, else the
  /// first.
  private func withoutConflicts(_ chosen: [Transition]) -> [Transition] {
    chosen.reduce(into: []) { kept, next in
      let rivals = kept.filter { $0.exits.overlaps(next.exits) }
      guard rivals.allSatisfy({ isInside(next.source, $0.source) }) else { return }
      kept.removeAll { kept in rivals.contains { $0.index == kept.index } }
      kept.append(next)
    }
  }

  func isActive(_ place: Int, in state: State) -> Bool {
    state.configuration.contains(states[place].name)
  }

  /// Returns the row of a transition, whose name is that of its source state.
  ///
  /// For a row with one input it is exact. A row with many inputs may have to leave some of them to others.
  /// Regions that take an input together have each of their rows taken.
  func row(
    of transition: Transition, for input: Pattern<Input>, in chart: ChartView<State>
  ) -> TransitionRow<Input, State> {
    let from = Pattern<State>.guarded(name: "\(transition.summary.source)") { [self] state in
      guard case .value(let input, _) = input else { return isActive(transition.source, in: state) }
      let active = Statechart.Run(self, from: state.configuration).active
      return transitions(for: input, in: state, active).first?.index == transition.index
    }
    return TransitionRow(
      input: input, from: from, guards: transition.summary.guardName.map { [$0] } ?? [],
      claim: RowClaim(
        wouldTake: { [self] in isActive(transition.source, in: $1) && transition.takes($0, $1) },
        isTaken: { [self] input, state in
          guard isActive(transition.source, in: state), transition.takes(input, state) else { return false }
          let active = Statechart.Run(self, from: state.configuration).active
          return transitions(for: input, in: state, active).contains { $0.index == transition.index }
        }), chart: chart)
  }
}

extension Statechart.Tree.Transition {
  func takes(_ input: Input, _ state: State) -> Bool {
    guard case .input(let pattern, let condition, _) = draft.trigger, pattern.matches(input) else {
      return false
    }
    return condition?.holds(input, state) ?? true
  }

  func isAlwaysTaken(_ input: Input?, _ state: State) -> Bool {
    guard case .always(let condition, _) = draft.trigger else { return false }
    return condition?.holds(input, state) ?? true
  }

  func isTaken(whenDone place: Int, _ input: Input?, _ state: State) -> Bool {
    guard awaited == place, case .done(_, let condition, _) = draft.trigger else { return false }
    return condition?.holds(input, state) ?? true
  }
}
