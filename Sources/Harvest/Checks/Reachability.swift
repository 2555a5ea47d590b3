/// Where the edges of a graph lead, as far as their inputs come at all.
struct Reachability<Input: Hashable, State: Hashable> {
  /// The states to which a way leads from the initial one.
  let states: Set<State>
  /// The inputs that come: from outside, or from effects that are started on some way.
  let inputs: Set<Input>
  /// The edges whose input comes, also from states that are not reached.
  let edges: [TransitionGraph<Input, State>.Edge]

  /// Follows the edges.
  ///
  /// An answer may come at any time after its effect was asked for, so one that has come on any way counts in
  /// every state.
  ///
  /// - Parameter outside: The inputs that come at any time; nil when all do.
  init(_ graph: TransitionGraph<Input, State>, outside: [Input]?) {
    var states: Set<State> = [graph.initial]
    var inputs = Set(outside ?? graph.inputs).union(graph.beginning.answers)
    var waiting = graph.edges
    var hasMore = true
    while hasMore {
      hasMore = false
      var left: [TransitionGraph<Input, State>.Edge] = []
      for edge in waiting {
        guard states.contains(edge.from), inputs.contains(edge.input) else {
          left.append(edge)
          continue
        }
        states.insert(edge.to)
        inputs.formUnion(edge.work.answers)
        hasMore = true
      }
      waiting = left
    }
    self.states = states
    self.inputs = inputs
    edges = graph.edges.filter { inputs.contains($0.input) }
  }

  /// The states from which a way leads to a state, and itself.
  func states(leadingTo goal: State) -> Set<State> {
    let sources = Dictionary(grouping: edges, by: \.to).mapValues { $0.map(\.from) }
    var found: Set<State> = [goal]
    var waiting = [goal]
    while let state = waiting.popLast() {
      for source in sources[state, default: []] where found.insert(source).inserted { waiting.append(source) }
    }
    return found
  }
}
