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
    private var delays: [StatechartDelay<Name>]
    /// The input of the turn; nil at the beginning.
    private var input: Input?
    /// Receives the effect of each action, for diagrams.
    private let probe: ((ChartAction, Effect) -> Void)?

    /// Creates a run from a configuration; names that are not of this chart are ignored.
    init(
      _ tree: Tree, from configuration: StatechartConfiguration<Name>,
      probe: ((ChartAction, Effect) -> Void)? = nil
    ) {
      self.tree = tree
      self.probe = probe
      active = configuration.active.compactMap { tree.places[$0] }
      remembered = configuration.remembered
      delays = configuration.delays
    }

    var configuration: StatechartConfiguration<Name> {
      StatechartConfiguration(
        active: active.map { tree.states[$0].name },
        leaves: active.filter { tree.states[$0].children.isEmpty }.map { tree.states[$0].name },
        remembered: remembered, delays: delays.count > 1 ? delays.sorted(by: isEarlier) : delays)
    }

    /// Orders delays as the chart does.
    private func isEarlier(_ left: StatechartDelay<Name>, _ right: StatechartDelay<Name>) -> Bool {
      (tree.places[left.state] ?? 0, left.number) < (tree.places[right.state] ?? 0, right.number)
    }

    // MARK: Steps

    mutating func begin(_ state: inout State) {
      if let beginning = tree.beginning { note(beginning.run(&state), of: .beginning(nil)) }
      var defaults: Set<Int> = []
      let places = entrySet(at: tree.initial, goals: tree.start.flatMap(goals), &defaults)
      enter(places, defaults, &state)
      complete(&state)
    }

    /// Takes transitions that do not conflict, and then those that need no input.
    mutating func take(_ transitions: [Tree.Transition], by input: Input, _ state: inout State) {
      self.input = input
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
          case .done(_, _, let run), .always(_, let run): run(&state)
          case .input: .empty
          }
        }
        state.configuration = configuration
      }
    }

    /// Returns the next transitions that need no input; nil when there are none.
    private mutating func next(_ state: State) -> [Tree.Transition]? {
      let always = tree.transitions(active) { $0.isAlwaysTaken(input, state) }
      if !always.isEmpty { return always }
      while !done.isEmpty {
        let place = done.removeFirst()
        guard isDone(place) else { continue }
        let completions = tree.transitions(active) { $0.isTaken(whenDone: place, input, state) }
        if !completions.isEmpty { return completions }
      }
      return nil
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
        note(run(transition.draft, &state), of: .transition(transition.index))
      }
      var defaults: Set<Int> = []
      var places: [Int] = []
      for transition in transitions { places += entrySet(transition, &defaults) }
      enter(places, defaults, &state)
    }

    private mutating func note(_ asked: Effect, of action: ChartAction, in scope: EffectScope? = nil) {
      probe?(action, asked)
      effect = effect + (scope.map { asked.cancelledOnExit(of: $0) } ?? asked)
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
      if !own.delays.isEmpty { delays.removeAll { $0.state == own.name } }
      for (number, exit) in own.exits.enumerated() { note(exit.run(&state), of: .exit(place, number)) }
    }

    // MARK: Entering

    private mutating func enter(_ places: [Int], _ defaults: Set<Int>, _ state: inout State) {
      let places = places.sorted()
      for place in places {
        let own = tree.states[place]
        steps.append(.entered(own.name))
        for (number, entry) in own.entries.enumerated() {
          note(entry.run(&state), of: .entry(place, number), in: entry.isCancelledOnExit ? own.scope : nil)
        }
        startDelays(of: own, in: state)
        if defaults.contains(place), let beginning = own.beginning {
          note(beginning.run(&state), of: .beginning(place))
        }
      }
      active = (active + places).sorted()
      noteDone(of: places.filter { tree.states[$0].kind == .final })
    }

    /// Returns the delays and effects of the active states, to go on.
    ///
    /// Each state that can have any is marked, so that a machine sees that they have begun.
    mutating func underWay(in state: State) -> Effect {
      var effect = Effect.empty
      for place in active {
        let own = tree.states[place]
        if own.hasScope { effect = effect + Effect(.part(own.scope.membership(ownsNames: false), .empty)) }
        for entry in own.entries where entry.isCancelledOnExit {
          // Only the effect counts; the change of the state was made before.
          var state = state
          effect = effect + entry.run(&state).cancelledOnExit(of: own.scope)
        }
        let waits = own.delays.enumerated().map { number, delay in
          if let wait = wait(of: own, number), let deadline = wait.deadline {
            return Effect(delay.input, at: deadline, after: wait.time)
          }
          return Effect(delay.input).delay(time(of: delay, own, state))
        }
        effect = effect + Effect.joined(waits).heldByState().cancelledOnExit(of: own.scope)
      }
      return effect
    }

    private func wait(of own: Tree.Place, _ number: Int) -> StatechartDelay<Name>? {
      delays.first { $0.state == own.name && $0.number == number }
    }

    private mutating func startDelays(of own: Tree.Place, in state: State) {
      if own.delays.isEmpty { return }
      var waits: [Effect] = []
      for (number, delay) in own.delays.enumerated() {
        let time = time(of: delay, own, state)
        delays.append(StatechartDelay(state: own.name, number: number, time: time))
        waits.append(Effect(delay.input).delay(time))
      }
      effect = effect + Effect.joined(waits).heldByState().cancelledOnExit(of: own.scope)
    }

    /// Adds the delays that a configuration of an earlier version lacks.
    mutating func addMissingDelays(in state: State) {
      for place in active {
        let own = tree.states[place]
        for (number, delay) in own.delays.enumerated() where wait(of: own, number) == nil {
          delays.append(
            StatechartDelay(state: own.name, number: number, time: time(of: delay, own, state)))
        }
      }
    }

    private mutating func time(of delay: Delay, _ own: Tree.Place, _ state: State) -> Duration {
      let time = delay.time(state)
      if time < .zero, error == nil { error = .negativeDelay(state: "\(own.name)", delay: time) }
      return max(time, .zero)
    }

    /// Returns the states that a transition enters.
    ///
    /// - Parameter defaults: The states that are entered without a target in them are added.
    private func entrySet(_ transition: Tree.Transition, _ defaults: inout Set<Int>) -> [Int] {
      let goals = transition.targets.flatMap(goals)
      guard var first = goals.first else { return [] }
      while let parent = tree.states[first].parent, parent != transition.domain { first = parent }
      return entrySet(at: first, goals: goals, &defaults)
    }

    private func goals(of goal: Tree.Goal) -> [Int] {
      let target = goal.place
      guard goal.isHistory else { return [target] }
      let own = tree.states[target]
      // The history of another chart may name states that are not in this one.
      let places = (remembered[own.name] ?? []).compactMap { tree.places[$0] }.filter {
        tree.isInside($0, target)
      }
      if places.isEmpty {
        let isOwn = own.start.contains { $0.isHistory && $0.place == target }
        return own.start.isEmpty || isOwn ? [own.initial ?? target] : own.start.flatMap(goals)
      }
      guard goal.memory == .shallow, own.memory == .deep else { return places }
      // The stored history is deeper than a shallow one needs.
      return places.map { place in
        var child = place
        while let parent = tree.states[child].parent, parent != target { child = parent }
        return child
      }
    }

    /// Returns a state and the states that are entered in it, on the way to the goals or by default.
    private func entrySet(at place: Int, goals: [Int], _ defaults: inout Set<Int>) -> [Int] {
      let own = tree.states[place]
      if own.children.isEmpty { return [place] }
      var inner = goals.filter { tree.isInside($0, place) }
      if inner.isEmpty {
        defaults.insert(place)
        inner = own.start.flatMap(self.goals).filter { tree.isInside($0, place) }
      }
      var places = [place]
      if own.isParallel {
        for region in own.children { places += entrySet(at: region, goals: inner, &defaults) }
      } else {
        let next = inner.first.flatMap { goal in own.children.first { tree.isAtOrInside(goal, $0) } }
        if let next = next ?? own.initial { places += entrySet(at: next, goals: inner, &defaults) }
      }
      return places
    }

    // MARK: Done

    /// Notes the states that are done by final states that were entered, in the order of the chart.
    private mutating func noteDone(of finals: [Int]) {
      for (index, final) in finals.enumerated() {
        guard var region = tree.states[final].parent else { continue }
        if tree.states[region].isParallel { region = final } else { done.append(region) }
        // A region that is done may be the last of its state; the last of several that are done together
        // tells.
        while let outer = tree.states[region].parent, tree.states[outer].isParallel, isDone(outer),
          !finals[(index + 1)...].contains(where: { tree.isInside($0, outer) })
        {
          done.append(outer)
          region = outer
        }
      }
    }

    /// Returns whether a state is active with a final state in it, or in each of its regions.
    func isDone(_ place: Int) -> Bool {
      guard active.contains(place) else { return false }
      let own = tree.states[place]
      if own.isParallel {
        return own.children.allSatisfy { tree.states[$0].kind == .final ? active.contains($0) : isDone($0) }
      }
      return own.children.contains { tree.states[$0].kind == .final && active.contains($0) }
    }
  }
}

/// An action of a chart, by the number of its state or transition.
enum ChartAction: Hashable {
  case entry(Int, Int)
  case exit(Int, Int)
  case transition(Int)
  /// The beginning of a state; nil for that of the chart.
  case beginning(Int?)
}
