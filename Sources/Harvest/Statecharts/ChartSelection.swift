extension Statechart.Tree {
  /// The transitions that an input brings in a state, in the order of the active innermost states.
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

  /// Of two that would leave the same state, the inner one, else the first.
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

  /// The states in which a row takes its input.
  ///
  /// For a row with one input it is exactly those. One with many inputs may have to leave some of them to others.
  func pattern(of transition: Transition, for input: Pattern<Input>) -> Pattern<State> {
    // The name is drawn as a guard, so that a transition without one has none; where it is from shows anyway.
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
