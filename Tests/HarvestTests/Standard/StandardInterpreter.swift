/// The algorithm of the W3C's State Chart XML of 2015, appendix D, for the charts of ``StandardChart``.
///
/// It has a switch for each difference that the page of `Statechart` lists and these charts can show.
struct StandardInterpreter {
  struct Differences: OptionSet {
    let rawValue: Int

    /// A transition within a region leaves the others alone.
    static let regionsStay = Differences(rawValue: 1)
    /// The states that a transition to a history leaves do not depend on what is remembered.
    static let historyStays = Differences(rawValue: 2)
    /// A state that is left when it is done has no history.
    static let doneForgets = Differences(rawValue: 4)
    /// An `onDone` is taken only while the state is done.
    static let doneStill = Differences(rawValue: 8)
    /// A parallel state that is a region ends the state around it.
    static let doneOutwards = Differences(rawValue: 16)
    /// A finished chart stays in its final state.
    static let finishedStays = Differences(rawValue: 32)
    /// Guards read the input of the turn, also behind a done state.
    static let turnInput = Differences(rawValue: 64)
    /// After an input that no transition takes, nothing is looked for.
    static let rejects = Differences(rawValue: 128)

    static let each: [Differences] = (0..<8).map { Differences(rawValue: 1 << $0) }
    static let all = Differences(each)
  }

  typealias Chart = StandardChart
  typealias Transition = Chart.Transition
  typealias Goal = Chart.Goal

  let chart: StandardChart
  let differences: Differences
  private(set) var active: Set<Int> = []
  /// The steps of the last input, such as `exit 3`, `took 2` and `enter 4`.
  private(set) var steps: [String] = []
  /// True if the last input led to more transitions than a chart takes.
  private(set) var isEndless = false
  private var history: [Goal: [Int]] = [:]
  private var done: [Int] = []
  private var event: Int?
  private var isRunning = true

  init(_ chart: StandardChart, _ differences: Differences) {
    self.chart = chart
    self.differences = differences
    var entered: Set<Int> = []
    addDescendants(of: Goal(state: chart.roots[0]), to: &entered)
    enter(entered)
    finishMacrostep()
  }

  mutating func take(_ input: Int) {
    steps = []
    guard isRunning else { return }
    event = input
    let transitions = select { $0.trigger == .input(input) }
    if transitions.isEmpty, differences.contains(.rejects) { return }
    if !transitions.isEmpty { microstep(transitions) }
    finishMacrostep()
  }

  private mutating func finishMacrostep() {
    var count = 0
    while isRunning {
      var transitions = select {
        if case .always(let number) = $0.trigger { event == number } else { false }
      }
      while transitions.isEmpty, !done.isEmpty {
        let state = done.removeFirst()
        if differences.contains(.doneStill), !isDone(state) { continue }
        if !differences.contains(.turnInput) { event = nil }
        transitions = select { $0.trigger == .done(of: state) }
        if transitions.isEmpty, !differences.contains(.turnInput) { break }
      }
      if transitions.isEmpty {
        if done.isEmpty { break }
        continue
      }
      count += 1
      if count > 1000 {
        isEndless = true
        return
      }
      microstep(transitions)
    }
    if !isRunning, !differences.contains(.finishedStays) {
      for state in active.sorted(by: >) { steps.append("exit \(state)") }
      active = []
    }
  }

  // MARK: Selecting

  private func select(_ isEnabled: (Transition) -> Bool) -> [Transition] {
    var enabled: [(index: [Int], transition: Transition)] = []
    for atom in active.sorted() where chart.states[atom].children.isEmpty {
      search: for state in [atom] + ancestors(of: atom) {
        for (index, transition) in chart.states[state].transitions.enumerated() where isEnabled(transition) {
          if !enabled.contains(where: { $0.index == [state, index] }) {
            enabled.append(([state, index], transition))
          }
          break search
        }
      }
    }
    var kept: [Transition] = []
    next: for (_, transition) in enabled {
      var preempted: [Int] = []
      for (index, other) in kept.enumerated() where !exits(of: transition).isDisjoint(with: exits(of: other))
      {
        guard isInside(transition.source, other.source) else { continue next }
        preempted.append(index)
      }
      for index in preempted.reversed() { kept.remove(at: index) }
      kept.append(transition)
    }
    return kept
  }

  private func exits(of transition: Transition) -> Set<Int> {
    if transition.goals.isEmpty { return [] }
    guard let domain = domain(of: transition) else { return active }
    let inside = active.filter { isInside($0, domain) }
    if chart.states[domain].kind != .parallel { return inside }
    let source = [transition.source] + ancestors(of: transition.source)
    return inside.filter { state in
      source.contains { chart.states[$0].parent == domain && ($0 == state || isInside(state, $0)) }
    }
  }

  /// Returns the state in which a transition leaves and enters states; nil for the chart.
  private func domain(of transition: Transition) -> Int? {
    let source = transition.source
    func leads(_ goal: Goal, into state: Int) -> Bool {
      if goal.memory != .none, differences.contains(.historyStays) {
        return isInside(goal.state, state) || goal.state == state && chart.states[state].kind == .state
      }
      return targets(of: goal).allSatisfy { isInside($0, state) }
    }
    let isCompound = chart.states[source].kind == .state && !chart.states[source].children.isEmpty
    if transition.isInternal, isCompound, transition.goals.allSatisfy({ leads($0, into: source) }) {
      return source
    }
    return ancestors(of: source).first { state in
      (chart.states[state].kind == .state || differences.contains(.regionsStay))
        && transition.goals.allSatisfy { leads($0, into: state) }
    }
  }

  private func targets(of goal: Goal) -> [Int] {
    if goal.memory == .none { return [goal.state] }
    return history[goal] ?? defaults(of: goal.state)
  }

  private func defaults(of state: Int) -> [Int] {
    let own = chart.states[state]
    return own.kind == .parallel ? own.children : Array(own.children.prefix(1))
  }

  // MARK: A microstep

  private mutating func microstep(_ transitions: [Transition]) {
    let left = transitions.reduce(into: Set<Int>()) { $0.formUnion(exits(of: $1)) }
    let domains = transitions.map { $0.goals.isEmpty ? nil : domain(of: $0) }
    for state in left where !chart.states[state].children.isEmpty {
      let forgets = differences.contains(.doneForgets) && isDone(state)
      history[Goal(state: state, memory: .shallow)] =
        forgets ? nil : active.filter { chart.states[$0].parent == state }.sorted()
      history[Goal(state: state, memory: .deep)] =
        forgets ? nil : active.filter { isInside($0, state) && chart.states[$0].children.isEmpty }.sorted()
    }
    for state in left.sorted(by: >) {
      steps.append("exit \(state)")
      active.remove(state)
    }
    for transition in transitions { steps.append("took \(transition.source)") }
    var entered: Set<Int> = []
    for (transition, domain) in zip(transitions, domains) {
      for goal in transition.goals { addDescendants(of: goal, to: &entered) }
      for goal in transition.goals {
        for target in targets(of: goal) { addAncestors(of: target, below: domain, to: &entered) }
      }
    }
    enter(entered)
  }

  private func addDescendants(of goal: Goal, to entered: inout Set<Int>) {
    if goal.memory != .none {
      for target in targets(of: goal) { addDescendants(of: Goal(state: target), to: &entered) }
      for target in targets(of: goal) { addAncestors(of: target, below: goal.state, to: &entered) }
      // A history is of the state around it, which its targets are inside of.
      return
    }
    let own = chart.states[goal.state]
    entered.insert(goal.state)
    if own.kind == .parallel {
      addRegions(of: goal.state, to: &entered)
    } else if let first = own.children.first {
      addDescendants(of: Goal(state: first), to: &entered)
    }
  }

  private func addAncestors(of state: Int, below domain: Int?, to entered: inout Set<Int>) {
    for ancestor in ancestors(of: state).prefix(while: { $0 != domain }) {
      entered.insert(ancestor)
      if chart.states[ancestor].kind == .parallel { addRegions(of: ancestor, to: &entered) }
    }
  }

  private func addRegions(of state: Int, to entered: inout Set<Int>) {
    for child in chart.states[state].children
    where !entered.contains(where: { $0 == child || isInside($0, child) }) {
      addDescendants(of: Goal(state: child), to: &entered)
    }
  }

  private mutating func enter(_ states: Set<Int>) {
    for state in states.sorted() {
      active.insert(state)
      steps.append("enter \(state)")
      guard chart.states[state].kind == .final else { continue }
      guard let parent = chart.states[state].parent else {
        isRunning = false
        continue
      }
      done.append(parent)
      var region = parent
      while let outer = chart.states[region].parent, chart.states[outer].kind == .parallel, isDone(outer) {
        done.append(outer)
        if !differences.contains(.doneOutwards) { break }
        region = outer
      }
    }
  }

  // MARK: Kinship

  private func ancestors(of state: Int) -> [Int] {
    Array(sequence(first: state) { chart.states[$0].parent }.dropFirst())
  }

  private func isInside(_ state: Int, _ outer: Int) -> Bool { ancestors(of: state).contains(outer) }

  private func isDone(_ state: Int) -> Bool {
    let own = chart.states[state]
    return own.kind == .parallel
      ? own.children.allSatisfy(isDone)
      : own.children.contains { chart.states[$0].kind == .final && active.contains($0) }
  }
}
