extension Statechart.Tree {
  /// Returns the transitions that an input triggers in a state, in the order of the active innermost states.
  func transitions(for input: Input, in state: State, _ active: [Int]) -> [Transition] {
    var chosen: [Transition] = []
    for leaf in active where states[leaf].children.isEmpty {
      var place: Int? = leaf
      while let source = place {
        if let transition = states[source].transitions.first(where: { $0.takes(input, state) }) {
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

  /// Returns the pattern of the states in which a row takes its input.
  ///
  /// For a row with one input it is exact. A row with many inputs may have to leave some of them to others.
  func pattern(of transition: Transition, for input: Pattern<Input>) -> Pattern<State> {
    // Diagrams show the name as a guard, so a transition without a guard has none; its source is shown
    // anyway.
    return .guarded(name: transition.summary.guardName) { [self] state in
      guard case .value(let input, _) = input else { return isActive(transition.source, in: state) }
      let active = Statechart.Run(self, from: state.configuration).active
      return transitions(for: input, in: state, active).first?.index == transition.index
    }
  }
}

extension Statechart.Tree.Transition {
  func takes(_ input: Input, _ state: State) -> Bool {
    guard case .input(let pattern, let condition, _) = draft.trigger, pattern.matches(input) else {
      return false
    }
    return condition?.holds(input, state) ?? true
  }
}
