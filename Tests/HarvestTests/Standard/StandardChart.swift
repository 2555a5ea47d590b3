import Harvest

/// A random chart in a form that both a ``Statechart`` and a ``StandardInterpreter`` can be made of.
struct StandardChart {
  enum Kind { case state, parallel, final }

  enum Memory: Int { case none, shallow, deep }

  struct Goal: Hashable {
    var state: Int
    var memory = Memory.none
  }

  enum Trigger: Hashable {
    case input(Int)
    /// Without an input, while that of the turn has a number.
    case always(during: Int)
    case done(of: Int)
  }

  struct Transition {
    let source: Int
    let trigger: Trigger
    let goals: [Goal]
    let isInternal: Bool
  }

  /// A state, whose number is its place in the text.
  struct State {
    let kind: Kind
    let parent: Int?
    var children: [Int] = []
    var transitions: [Transition] = []
  }

  static let inputCount = 4

  private(set) var states: [State] = []
  private(set) var roots: [Int] = []
  private var random: ChartRandom

  init(seed: UInt64) {
    random = ChartRandom(state: seed)
    for _ in 0..<(2 + random.below(2)) { roots.append(add(in: nil, depth: 3)) }
    if random.below(4) == 0 { roots.append(addFinal(in: nil)) }
    for state in states.indices where states[state].kind != .final {
      for _ in 0..<random.below(3) { addTransition(to: state) }
    }
  }

  private mutating func addFinal(in parent: Int?) -> Int {
    states.append(State(kind: .final, parent: parent))
    return states.count - 1
  }

  private mutating func add(in parent: Int?, depth: Int) -> Int {
    let state = states.count
    let isLeaf = depth == 0 || random.below(3) == 0
    states.append(State(kind: !isLeaf && random.below(3) == 0 ? .parallel : .state, parent: parent))
    if isLeaf { return state }
    for _ in 0..<(1 + random.below(2)) {
      let child = add(in: state, depth: depth - 1)
      states[state].children.append(child)
    }
    if states[state].kind == .state, random.below(2) == 0 {
      let final = addFinal(in: state)
      states[state].children.append(final)
    }
    return state
  }

  private mutating func addTransition(to source: Int) {
    let compounds = states.indices.filter { !states[$0].children.isEmpty }
    let trigger: Trigger
    switch random.below(6) {
    case 0 where !compounds.isEmpty: trigger = .done(of: compounds[random.below(compounds.count)])
    case 1: trigger = .always(during: random.below(Self.inputCount))
    default: trigger = .input(random.below(Self.inputCount))
    }
    func goal() -> Goal {
      if random.below(4) == 0, !compounds.isEmpty {
        return Goal(
          state: compounds[random.below(compounds.count)], memory: random.below(2) == 0 ? .shallow : .deep)
      }
      return Goal(state: random.below(states.count))
    }
    let goals = (0..<[0, 1, 1, 1, 1, 2][random.below(6)]).map { _ in goal() }
    // Without a target and a change, a transition without an input is taken for ever.
    if goals.isEmpty, case .always = trigger { return }
    states[source].transitions.append(
      Transition(source: source, trigger: trigger, goals: goals, isInternal: random.below(3) == 0))
  }

  mutating func input() -> Int { random.below(Self.inputCount) }

  // MARK: As a statechart

  typealias Chart = Statechart<Int, StatechartConfiguration<Int>, Void, BasicEffectQueue, Never>

  /// The chart; nil if it is refused.
  func chart() -> Chart? {
    try? Chart { for root in roots { node(root, isInitial: root == roots[0]) } }
  }

  private func node(_ state: Int, isInitial: Bool) -> Chart.Node {
    let own = states[state]
    if own.kind == .final { return finalState(state, initial: isInitial) }
    let parts = own.transitions.map(part)
    let inner = own.children.map { node($0, isInitial: own.kind == .state && $0 == own.children[0]) }
    if own.kind == .parallel {
      return parallelState(state, initial: isInitial) {
        for part in parts { part }
        for node in inner { node }
      }
    }
    return Harvest.substate(state, initial: isInitial) {
      for part in parts { part }
      for node in inner { node }
    }
  }

  private func part(_ transition: Transition) -> Chart.Part {
    let targets = transition.goals.map { goal -> StatechartTarget<Int> in
      switch goal.memory {
      case .none: .state(goal.state)
      case .shallow: .history(goal.state)
      case .deep: .deepHistory(goal.state)
      }
    }
    switch transition.trigger {
    case .input(let input): return onInput(input, to: targets, internal: transition.isInternal)
    case .always(let number):
      return onAlways(
        to: targets, internal: transition.isInternal, guard: .when("during") { input, _ in input == number })
    case .done(let state): return onDone(of: state, to: targets, internal: transition.isInternal)
    }
  }
}
