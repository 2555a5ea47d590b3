extension Statechart {
  /// A builder of a tree from a chart's text, which validates the chart.
  struct TreeDraft {
    var states: [Tree.Place] = []
    var places: [Name: Int] = [:]
    var roots: [Int] = []
    var initial = 0
    var start: [Tree.Goal] = []
    var beginning: Beginning?
    /// The text of each state.
    private var nodes: [Node.Content] = []
    private var transitionCount = 0

    /// Adds states with their contents.
    mutating func add(_ nodes: [Node]) throws(StatechartError) {
      let states = nodes.compactMap(\.content)
      guard !states.isEmpty else { throw .noStates }
      let beginnings = nodes.compactMap(\.beginning)
      beginning = beginnings.first
      let marked = try Self.initial(of: states, beginnings, in: nil, hasOwnHistory: false)
      for state in states { roots.append(try add(state, in: nil)) }
      initial = roots[marked ?? 0]
    }

    private mutating func add(_ node: Node.Content, in parent: Int?) throws(StatechartError) -> Int {
      let place = states.count
      guard places.updateValue(place, forKey: node.name) == nil else { throw .nameUsedTwice("\(node.name)") }
      states.append(
        Tree.Place(name: node.name, kind: node.kind, parent: parent, scope: EffectScope("\(node.name)")))
      nodes.append(node)
      for part in node.parts {
        switch part.kind {
        case .node(let inner):
          guard let inner = inner.content else { break }
          let child = try add(inner, in: place)
          states[place].children.append(child)
        case .entry(let entry): states[place].entries.append(entry)
        case .exit(let exit): states[place].exits.append(exit)
        case .delay(let delay):
          if let time = delay.fixedTime, time < .zero {
            throw .negativeDelay(state: "\(node.name)", delay: time)
          }
          states[place].delays.append(delay)
        case .beginning, .transition: break
        }
      }
      states[place].end = states.count
      states[place].beginning = node.beginnings.first
      try checkInitial(of: node, at: place)
      return place
    }

    private mutating func checkInitial(of node: Node.Content, at place: Int) throws(StatechartError) {
      let children = states[place].children
      if node.kind == .final {
        try Self.checkFinal(node)
      } else if node.kind == .parallel {
        if children.isEmpty { throw .noRegions(parallel: "\(node.name)") }
        for region in node.inner where region.isInitial {
          throw .initialRegion("\(region.name)", parallel: "\(node.name)")
        }
        if node.beginnings.count > 1 {
          _ = try Self.initial(of: [], node.beginnings, in: node.name, hasOwnHistory: false)
        }
      } else if !children.isEmpty {
        let ownHistory = node.beginnings.first?.targets.contains { $0.isHistory && $0.name == node.name }
        let marked = try Self.initial(
          of: node.inner, node.beginnings, in: node.name, hasOwnHistory: ownHistory ?? false)
        states[place].initial = marked.map { children[$0] }
      }
    }

    /// Returns the index of the state that is marked as the initial one; nil where a beginning names others.
    ///
    /// A beginning in the state's own history needs a marked state for the first time.
    private static func initial(
      of nodes: [Node.Content], _ beginnings: [Beginning], in outer: Name?, hasOwnHistory: Bool
    ) throws(StatechartError) -> Int? {
      let marked = nodes.indices.filter { nodes[$0].isInitial }
      let place = outer.map { "\($0)" }
      if beginnings.isEmpty || hasOwnHistory, marked.isEmpty {
        throw .noInitial(outer: place, inner: nodes.map { "\($0.name)" })
      }
      let marks = marked.map { "\(nodes[$0].name)" }
      let named = beginnings.map { $0.targets.map { "\($0)" }.joined(separator: " & ") }
      guard marks.count + named.count == (hasOwnHistory ? 2 : 1) else {
        throw .severalInitials(outer: place, initials: marks + named)
      }
      return marked.first
    }

    private static func checkFinal(_ node: Node.Content) throws(StatechartError) {
      for part in node.parts {
        switch part.kind {
        case .entry, .exit, .delay: break
        case .node(let inner):
          throw .partOfFinal("\(node.name)", part: "the state `\(inner.content.map { "\($0.name)" } ?? "")`")
        case .beginning: throw .partOfFinal("\(node.name)", part: "an `initial(to:)`")
        case .transition(let draft): throw .partOfFinal("\(node.name)", part: draft.kindName)
        }
      }
    }

    // MARK: Transitions

    /// Resolves the targets of the transitions, once all states are known.
    mutating func link() throws(StatechartError) {
      for place in states.indices {
        for part in nodes[place].parts {
          if case .transition(let draft) = part.kind { try link(draft, of: place) }
        }
        if let beginning = states[place].beginning {
          let goals = try goals(of: beginning, in: place)
          states[place].start = goals
          if states[place].kind == .state, states[place].initial == nil {
            states[place].initial = goals.first.map { region(of: $0.place, in: place) }
          }
        }
      }
      if let beginning {
        start = try goals(of: beginning, in: nil)
        if let first = start.first { initial = region(of: first.place, in: nil) }
      }
    }

    /// Resolves the targets of a beginning, which are inside of the state that begins in them.
    private mutating func goals(
      of beginning: Beginning, in outer: Int?
    ) throws(StatechartError) -> [Tree.Goal] {
      let name = outer.map { "\(states[$0].name)" }
      var goals: [Tree.Goal] = []
      for target in beginning.targets {
        guard let place = places[target.name],
          outer.map({ isInside(place, $0) || target.isHistory && place == $0 }) ?? true
        else { throw .initialOutside("\(target.name)", outer: name) }
        let memory = try remember(target, at: place, from: name ?? "the chart")
        goals.append(Tree.Goal(place: place, memory: memory))
      }
      if goals.isEmpty { throw .noInitial(outer: name, inner: inner(of: outer)) }
      try checkTogether(goals, from: name ?? "the chart")
      return goals
    }

    private func inner(of outer: Int?) -> [String] {
      (outer.map { states[$0].children } ?? roots).map { "\(states[$0].name)" }
    }

    private mutating func link(_ draft: Draft, of source: Int) throws(StatechartError) {
      let name = "\(states[source].name)"
      let awaited = try awaited(by: draft, of: source)
      var targets: [Tree.Goal] = []
      var domain: Int?
      var exits = source..<source
      for goal in draft.targets {
        guard let place = places[goal.name] else {
          throw .unknownTarget("\(goal.name)", source: name)
        }
        targets.append(Tree.Goal(place: place, memory: try remember(goal, at: place, from: name)))
      }
      if !targets.isEmpty {
        try checkTogether(targets, from: name)
        domain = try self.domain(draft, from: source, to: targets)
        exits = self.exits(from: source, below: domain)
      }
      states[source].transitions.append(
        Tree.Transition(
          index: transitionCount, source: source, targets: targets, domain: domain, exits: exits,
          awaited: awaited, draft: draft, summary: summary(draft, of: source)))
      transitionCount += 1
    }

    /// Returns the state that has to be done for a transition; nil for one that waits for none.
    private func awaited(by draft: Draft, of source: Int) throws(StatechartError) -> Int? {
      guard case .done(let name, _, _) = draft.trigger else { return nil }
      guard let name else {
        if !canBeDone(source) { throw .neverDone("\(states[source].name)") }
        return source
      }
      guard let place = places[name] else {
        throw .unknownDone("\(name)", source: "\(states[source].name)")
      }
      if !canBeDone(place) { throw .neverDone("\(name)") }
      return place
    }

    /// Marks the state of a transition's history so that it is saved; returns the history's kind, nil for a
    /// state.
    private mutating func remember(
      _ goal: StatechartTarget<Name>, at place: Int, from source: String
    ) throws(StatechartError) -> Tree.Memory? {
      let memory: Tree.Memory
      switch goal {
      case .state: return nil
      case .history: memory = .shallow
      case .deepHistory: memory = .deep
      }
      if states[place].children.isEmpty {
        throw .historyOfLeaf("\(goal.name)", source: source)
      }
      if memory == .deep || states[place].memory == .none { states[place].memory = memory }
      return memory
    }

    /// Checks that each two targets lie in different regions of a parallel state.
    private func checkTogether(_ targets: [Tree.Goal], from source: String) throws(StatechartError) {
      for (index, goal) in targets.enumerated() {
        for other in targets[..<index] where !areTogether(goal.place, other.place) {
          throw .targetsApart(
            "\(states[other.place].name)", "\(states[goal.place].name)", source: source)
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
      case .parallel: states[place].children.allSatisfy { states[$0].kind == .final || canBeDone($0) }
      }
    }

    private func summary(_ draft: Draft, of source: Int) -> StatechartTransition<Name> {
      let trigger: String
      let condition: String?
      switch draft.trigger {
      case .input(let pattern, let named, _): (trigger, condition) = (pattern.name, named?.name)
      case .done(let name, let named, _):
        (trigger, condition) = (name.map { "done of \($0)" } ?? "done", named?.name)
      case .always(let named, _): (trigger, condition) = ("always", named?.name)
      }
      return StatechartTransition(
        source: states[source].name, targets: draft.targets, trigger: trigger, guardName: condition,
        isInternal: draft.isInternal)
    }
  }
}
