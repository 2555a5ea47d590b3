extension Statechart {
  /// The steps of one input through the chart: exits, transitions and entries, in order.
  ///
  /// It is used for one input, and for the beginning.
  struct Run {
    /// The maximum number of `onDone` and `onAlways` transitions per input; more count as an endless loop.
    static var completionLimit: Int { 1000 }

    let tree: Tree
    /// The active states, outer ones before inner ones.
    private(set) var active: [Int]
    private(set) var remembered: [Name: [Name]]
    private(set) var effect = Effect.empty
    private(set) var steps: [StatechartStep<Name>] = []
    private(set) var error: StatechartError?
    /// The indices of the transitions that were taken.
    private(set) var taken: [Int] = []
    /// The states that became done since the last check.
    private var done: [Int] = []

    /// Creates a run from a configuration; names that are not of this chart are ignored.
    init(_ tree: Tree, from configuration: StatechartConfiguration<Name>) {
      self.tree = tree
      active = configuration.active.compactMap { tree.places[$0] }
      remembered = configuration.remembered
    }

    var configuration: StatechartConfiguration<Name> {
      StatechartConfiguration(
        active: active.map { tree.states[$0].name },
        leaves: active.filter { tree.states[$0].children.isEmpty }.map { tree.states[$0].name },
        remembered: remembered)
    }

    // MARK: Steps

    mutating func begin(_ state: inout State) {
      enter(entrySet(at: tree.initial, goals: []), &state)
      complete(&state)
    }

    /// Takes transitions that do not conflict, and then those that need no input.
    mutating func take(_ transitions: [Tree.Transition], by input: Input, _ state: inout State) {
      step(transitions, &state) { draft, state in
        guard case .input(_, _, let run) = draft.trigger else { return .empty }
        return run(input, &state)
      }
      complete(&state)
    }

    private mutating func complete(_ state: inout State) {
      state.configuration = configuration
      var count = 0
      var sources: [String] = []
      while let transitions = next(state) {
        guard count < Self.completionLimit else {
          error = .endless(completions: count, states: unique(sources.suffix(4)))
          return
        }
        count += 1
        sources += transitions.map { "\(tree.states[$0.source].name)" }
        step(transitions, &state) { draft, state in
          switch draft.trigger {
          case .done(_, let run), .always(_, let run): run(&state)
          case .input: .empty
          }
        }
        state.configuration = configuration
      }
    }

    /// Returns the next transitions that need no input; nil when there are none.
    private mutating func next(_ state: State) -> [Tree.Transition]? {
      let always = tree.transitions(active) { $0.isAlwaysTaken(in: state) }
      if !always.isEmpty { return always }
      while !done.isEmpty {
        let place = done.removeFirst()
        if isDone(place), let transition = completion(of: place, state) { return [transition] }
      }
      return nil
    }

    /// Returns the first `onDone` transition of a state whose guard holds.
    private func completion(of place: Int, _ state: State) -> Tree.Transition? {
      tree.states[place].transitions.first { transition in
        guard case .done(let condition, _) = transition.draft.trigger else { return false }
        return condition?.matches(state) ?? true
      }
    }

    /// Runs the exits, from the innermost out; the transitions; the entries, from the outermost in.
    private mutating func step(
      _ transitions: [Tree.Transition], _ state: inout State, run: (Draft, inout State) -> Effect
    ) {
      let left = active.filter { place in transitions.contains { $0.exits.contains(place) } }
      for place in left { remember(place) }
      for place in left.reversed() { exit(place, &state) }
      active.removeAll(where: left.contains)
      for transition in transitions {
        steps.append(.took(transition.summary))
        taken.append(transition.index)
        effect = effect + run(transition.draft, &state)
      }
      enter(transitions.flatMap(entrySet), &state)
    }

    // MARK: Leaving

    private mutating func remember(_ place: Int) {
      let own = tree.states[place]
      guard own.memory != .none else { return }
      // A state that was done begins again.
      if isDone(place) {
        remembered[own.name] = nil
        return
      }
      let kept = active.filter { inner in
        guard tree.isInside(inner, place) else { return false }
        return own.memory == .deep ? tree.states[inner].children.isEmpty : tree.states[inner].parent == place
      }
      remembered[own.name] = kept.map { tree.states[$0].name }
    }

    private mutating func exit(_ place: Int, _ state: inout State) {
      let own = tree.states[place]
      steps.append(.exited(own.name))
      if own.hasScope { effect = effect + Effect(.leave(own.scope)) }
      for exit in own.exits { effect = effect + exit.run(&state) }
    }

    // MARK: Entering

    private mutating func enter(_ places: [Int], _ state: inout State) {
      let places = places.sorted()
      for place in places {
        let own = tree.states[place]
        steps.append(.entered(own.name))
        for entry in own.entries {
          let asked = entry.run(&state)
          effect = effect + (entry.isCancelledOnExit ? asked.cancelledOnExit(of: own.scope) : asked)
        }
        effect = effect + delays(of: own, in: state)
      }
      active = (active + places).sorted()
      for place in places where tree.states[place].kind == .final { noteDone(of: place) }
    }

    /// Returns the delays and effects of the active states, to begin again.
    mutating func underWay(in state: State) -> Effect {
      var effect = Effect.empty
      for place in active {
        let own = tree.states[place]
        for entry in own.entries where entry.isCancelledOnExit {
          // Only the effect counts; the change of the state was made before.
          var state = state
          effect = effect + entry.run(&state).cancelledOnExit(of: own.scope)
        }
        effect = effect + delays(of: own, in: state)
      }
      return effect
    }

    private mutating func delays(of own: Tree.Place, in state: State) -> Effect {
      let waits = own.delays.map { delay in
        let time = delay.time(state)
        if time < .zero, error == nil { error = .negativeDelay(state: "\(own.name)", delay: time) }
        return Effect(delay.input).delay(max(time, .zero))
      }
      return Effect.joined(waits).cancelledOnExit(of: own.scope)
    }

    /// Returns the states that a transition enters.
    private func entrySet(_ transition: Tree.Transition) -> [Int] {
      let goals = transition.targets.flatMap(goals)
      guard var first = goals.first else { return [] }
      while let parent = tree.states[first].parent, parent != transition.domain { first = parent }
      return entrySet(at: first, goals: goals)
    }

    private func goals(of goal: Tree.Goal) -> [Int] {
      let target = goal.place
      guard goal.isHistory else { return [target] }
      let own = tree.states[target]
      // The history of another chart may name states that are not in this one.
      let places = (remembered[own.name] ?? []).compactMap { tree.places[$0] }.filter {
        tree.isInside($0, target)
      }
      if places.isEmpty { return [own.initial ?? target] }
      guard goal.memory == .shallow, own.memory == .deep else { return places }
      // The stored history is deeper than a shallow one needs.
      return places.map { place in
        var child = place
        while let parent = tree.states[child].parent, parent != target { child = parent }
        return child
      }
    }

    /// Returns a state and the states that are entered in it, on the way to the goals or by default.
    private func entrySet(at place: Int, goals: [Int]) -> [Int] {
      let own = tree.states[place]
      if own.isParallel {
        return own.children.reduce([place]) { places, region in
          places + entrySet(at: region, goals: goals.filter { tree.isAtOrInside($0, region) })
        }
      }
      let inner = goals.first { tree.isInside($0, place) }
      let next = inner.flatMap { goal in own.children.first { tree.isAtOrInside(goal, $0) } } ?? own.initial
      return [place] + (next.map { entrySet(at: $0, goals: goals) } ?? [])
    }

    // MARK: Done

    private mutating func noteDone(of final: Int) {
      guard let parent = tree.states[final].parent else { return }
      done.append(parent)
      // A region that is done may be the last of its state.
      var region = parent
      while let outer = tree.states[region].parent, tree.states[outer].isParallel, isDone(outer) {
        done.append(outer)
        region = outer
      }
    }

    /// Returns whether a state is active with a final state in it, or in each of its regions.
    func isDone(_ place: Int) -> Bool {
      guard active.contains(place) else { return false }
      let own = tree.states[place]
      if own.isParallel { return own.children.allSatisfy(isDone) }
      return own.children.contains { tree.states[$0].kind == .final && active.contains($0) }
    }
  }
}
