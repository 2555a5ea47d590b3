/// The maximum number of answers that are added to the inputs; it ends a machine that makes new ones without
/// end.
let graphAnswerLimit = 1_000

/// A builder of a graph, which calls a mapping for each input in each state.
struct GraphBuilder<Input: Hashable & Sendable, State: Hashable, World: Sendable, Queue, EffectID>
where Queue: EffectQueueProtocol, EffectID: Hashable & Sendable {
  typealias Graph = TransitionGraph<Input, State>
  typealias Mapping = Harvester<Input, State>.EffectMapping<World, Queue, EffectID>

  let mapping: Mapping
  let world: World?
  let states: [State]
  let initial: State
  let finals: [State]
  let beginning: Graph.Work
  private var inputs: [Input]
  private var known: Set<Input>
  private let listedInputs: Int
  private var hasEndlessAnswers = false
  private var edges: [[Graph.Edge]]
  private var matches: [[Graph.Match]]
  private var overridden: [[Graph.Match]]
  private var joined: [[Graph.Match]]

  init(
    _ mapping: Mapping, states: some Sequence<State>, inputs: some Sequence<Input>, initial: State,
    finals: some Sequence<State>, effect: Mapping.Effect, world: World?
  ) {
    self.mapping = mapping
    // A world of type `Void` need not be given.
    self.world = world ?? (() as? World)
    self.finals = unique(finals)
    self.states = unique(Array(states) + [initial] + self.finals)
    self.initial = initial
    self.inputs = unique(inputs)
    known = Set(self.inputs)
    listedInputs = self.inputs.count
    edges = self.states.map { _ in [] }
    matches = mapping.rules.map { _ in [] }
    overridden = matches
    joined = matches
    beginning = effect.work(in: self.world)
    add(beginning.answers)
  }

  mutating func build() -> Graph {
    var next = 0
    // Answers of effects are appended to the inputs during the loop.
    while next < inputs.count {
      ask(inputs[next])
      next += 1
    }
    let all = edges.flatMap { $0 }
    let listed = Set(states)
    return Graph(
      states: states, unlistedStates: unique(all.map(\.to).filter { !listed.contains($0) }), inputs: inputs,
      initial: initial, finals: finals, beginning: beginning, edges: all,
      rules: mapping.ruleNames.enumerated().map { index, name in
        Graph.Rule(
          name: name, isClosure: name.row == nil,
          isHidden: mapping.rules[index].asksForWorld && world == nil, matches: matches[index],
          overridden: overridden[index], joined: joined[index].isEmpty ? nil : joined[index])
      },
      hasEndlessAnswers: hasEndlessAnswers)
  }

  private mutating func ask(_ input: Input) {
    for (index, rule) in mapping.rules.enumerated() {
      guard let row = rule.row else { continue }
      for state in states {
        let match = Graph.Match(input: input, state: state)
        if row.matches(input, state) {
          matches[index].append(match)
        } else if let claim = row.claim, claim.isTaken(input, state) {
          joined[index].append(match)
        } else if let claim = row.claim, claim.wouldTake(input, state) {
          overridden[index].append(match)
        }
      }
    }
    let taken = states.map { take(input, in: $0) }
    let byRule = Dictionary(grouping: taken.compactMap { $0 }, by: \.rule)
    for (place, edge) in taken.enumerated() {
      guard let edge else { continue }
      add(edge.work.answers)
      edges[place].append(
        Graph.Edge(
          from: edge.from, input: input, to: edge.to, rule: edge.rule, guards: edge.guards, work: edge.work,
          isFromEveryState: isFromEveryState(byRule[edge.rule, default: []])))
    }
  }

  /// Returns whether one rule's edges for one input are the same in every state.
  ///
  /// Where an earlier rule has taken the input there is no edge; the row itself says that there would be one.
  private func isFromEveryState(_ edges: [Graph.Edge]) -> Bool {
    guard let first = edges.first, states.count > 1 else { return false }
    let row = mapping.rules[first.rule].row
    let isEverywhere = edges.count == states.count || row.map { states.allSatisfy($0.from.matches) } ?? false
    return isEverywhere && edges.allSatisfy { $0.to == first.to && $0.work == first.work }
  }

  /// Returns the result of the mapping's `run`, and the rule that took the input.
  private func take(_ input: Input, in state: State) -> Graph.Edge? {
    var next = state
    return mapping.applyByRow(input, to: &next, in: world).map { index, effect in
      Graph.Edge(
        from: state, input: input, to: next, rule: index, guards: mapping.rules[index].row?.guards ?? [],
        work: effect.work(in: world), isFromEveryState: false)
    }
  }

  private mutating func add(_ answers: [Input]) {
    for answer in answers where !known.contains(answer) {
      guard inputs.count - listedInputs < graphAnswerLimit else {
        hasEndlessAnswers = true
        return
      }
      known.insert(answer)
      inputs.append(answer)
    }
  }
}

/// Returns each value once, at its first position.
func unique<Value: Hashable>(_ values: some Sequence<Value>) -> [Value] {
  var seen: Set<Value> = []
  return values.filter { seen.insert($0).inserted }
}
