extension Statechart {
  /// A builder of a tree from a chart's text, which validates the chart.
  struct TreeDraft {
    var states: [Tree.Place] = []
    var places: [Name: Int] = [:]
    var roots: [Int] = []
    var initial = 0
    /// The text of each state.
    private var nodes: [Node] = []
    private var transitionCount = 0

    /// Adds states with their contents.
    mutating func add(_ nodes: [Node]) throws(StatechartError) {
      guard !nodes.isEmpty else { throw .noStates }
      initial = try Self.initial(of: nodes, in: nil)
      for node in nodes { roots.append(try add(node, in: nil)) }
      initial = roots[initial]
    }

    private mutating func add(_ node: Node, in parent: Int?) throws(StatechartError) -> Int {
      let place = states.count
      guard places.updateValue(place, forKey: node.name) == nil else { throw .nameUsedTwice("\(node.name)") }
      states.append(
        Tree.Place(name: node.name, kind: node.kind, parent: parent, scope: EffectScope("\(node.name)")))
      nodes.append(node)
      for part in node.parts {
        switch part.kind {
        case .node(let inner):
          let child = try add(inner, in: place)
          states[place].children.append(child)
        case .entry(let entry): states[place].entries.append(entry)
        case .exit(let exit): states[place].exits.append(exit)
        case .delay(let delay):
          if let time = delay.fixedTime, time < .zero {
            throw .negativeDelay(state: "\(node.name)", delay: time)
          }
          states[place].delays.append(delay)
        case .transition: break
        }
      }
      states[place].end = states.count
      if node.kind == .parallel {
        try Self.checkRegions(of: node)
      } else if !states[place].children.isEmpty {
        states[place].initial = states[place].children[try Self.initial(of: node.inner, in: node.name)]
      }
      return place
    }

    private static func initial(of nodes: [Node], in outer: Name?) throws(StatechartError) -> Int {
      let marked = nodes.indices.filter { nodes[$0].isInitial }
      let place = outer.map { "\($0)" }
      guard let first = marked.first else {
        throw .noInitial(outer: place, inner: nodes.map { "\($0.name)" })
      }
      guard marked.count == 1 else {
        throw .severalInitials(outer: place, initials: marked.map { "\(nodes[$0].name)" })
      }
      return first
    }

    private static func checkRegions(of parallel: Node) throws(StatechartError) {
      let regions = parallel.inner
      if regions.isEmpty { throw .noRegions(parallel: "\(parallel.name)") }
      for region in regions {
        if region.isInitial { throw .initialRegion("\(region.name)", parallel: "\(parallel.name)") }
        if region.inner.isEmpty { throw .emptyRegion("\(region.name)", parallel: "\(parallel.name)") }
      }
    }

    // MARK: Transitions

    /// Resolves the targets of the transitions, once all states are known.
    mutating func link() throws(StatechartError) {
      for place in states.indices {
        for part in nodes[place].parts {
          if case .transition(let draft) = part.kind { try link(draft, of: place) }
        }
      }
    }

    private mutating func link(_ draft: Draft, of source: Int) throws(StatechartError) {
      if case .done = draft.trigger, !canBeDone(source) { throw .neverDone("\(states[source].name)") }
      var targets: [Tree.Goal] = []
      var domain: Int?
      var exits = source..<source
      for goal in draft.targets {
        guard let place = places[goal.name] else {
          throw .unknownTarget("\(goal.name)", source: "\(states[source].name)")
        }
        targets.append(Tree.Goal(place: place, memory: try remember(goal, at: place, from: source)))
      }
      if !targets.isEmpty {
        try checkTogether(targets, from: source)
        domain = try self.domain(draft, from: source, to: targets)
        exits = self.exits(from: source, below: domain)
      }
      states[source].transitions.append(
        Tree.Transition(
          index: transitionCount, source: source, targets: targets, domain: domain, exits: exits,
          draft: draft,
          summary: summary(draft, of: source)))
      transitionCount += 1
    }

    /// Marks the state of a transition's history so that it is saved; returns the history's kind, nil for a state.
    private mutating func remember(
      _ goal: StatechartTarget<Name>, at place: Int, from source: Int
    ) throws(StatechartError) -> Tree.Memory? {
      let memory: Tree.Memory
      switch goal {
      case .state: return nil
      case .history: memory = .shallow
      case .deepHistory: memory = .deep
      }
      if states[place].children.isEmpty {
        throw .historyOfLeaf("\(goal.name)", source: "\(states[source].name)")
      }
      if memory == .deep || states[place].memory == .none { states[place].memory = memory }
      return memory
    }

    /// Checks that each two targets lie in different regions of a parallel state.
    private func checkTogether(_ targets: [Tree.Goal], from source: Int) throws(StatechartError) {
      for (index, goal) in targets.enumerated() {
        for other in targets[..<index] where !areTogether(goal.place, other.place) {
          throw .targetsApart(
            "\(states[other.place].name)", "\(states[goal.place].name)", source: "\(states[source].name)")
        }
      }
    }

    private func areTogether(_ first: Int, _ second: Int) -> Bool {
      var next = states[first].parent
      while let place = next {
        if isInside(second, place) {
          return states[place].kind == .parallel
            && region(of: first, in: place) != region(of: second, in: place)
        }
        next = states[place].parent
      }
      return false
    }

    /// Returns the innermost state that stays active; nil for the chart itself.
    private func domain(
      _ draft: Draft, from source: Int, to targets: [Tree.Goal]
    ) throws(StatechartError) -> Int? {
      // A history is in its state, like the inner states it stands for; so it does not leave that state.
      func leads(_ goal: Tree.Goal, into place: Int) -> Bool {
        isInside(goal.place, place)
          || goal.isHistory && states[goal.place].kind == .state && goal.place == place
      }
      if draft.isInternal, states[source].kind == .state, targets.allSatisfy({ leads($0, into: source) }) {
        return source
      }
      var next = states[source].parent
      while let place = next {
        if targets.allSatisfy({ leads($0, into: place) }) {
          for goal in targets where states[place].kind == .parallel {
            guard region(of: source, in: place) != region(of: goal.place, in: place) else { continue }
            throw .targetInAnotherRegion(
              "\(states[goal.place].name)", source: "\(states[source].name)",
              parallel: "\(states[place].name)")
          }
          return place
        }
        next = states[place].parent
      }
      return nil
    }

    private func exits(from source: Int, below domain: Int?) -> Range<Int> {
      if domain == source { return source + 1..<states[source].end }
      let outermost = region(of: source, in: domain)
      return outermost..<states[outermost].end
    }

    /// Returns the child of a state that is, or contains, another state.
    private func region(of state: Int, in outer: Int?) -> Int {
      var state = state
      while let parent = states[state].parent, parent != outer { state = parent }
      return state
    }

    private func isInside(_ inner: Int, _ outer: Int) -> Bool {
      inner > outer && inner < states[outer].end
    }

    private func canBeDone(_ place: Int) -> Bool {
      switch states[place].kind {
      case .final: false
      case .state: states[place].children.contains { states[$0].kind == .final }
      case .parallel: states[place].children.allSatisfy(canBeDone)
      }
    }

    private func summary(_ draft: Draft, of source: Int) -> StatechartTransition<Name> {
      let trigger: String
      let condition: String?
      switch draft.trigger {
      case .input(let pattern, let named, _): (trigger, condition) = (pattern.name, named?.name)
      case .done(let pattern, _): (trigger, condition) = ("done", pattern?.name)
      case .always(let pattern, _): (trigger, condition) = ("always", pattern?.name)
      }
      return StatechartTransition(
        source: states[source].name, targets: draft.targets, trigger: trigger, guardName: condition,
        isInternal: draft.isInternal)
    }
  }
}
