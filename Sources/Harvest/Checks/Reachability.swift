/// The reachable part of a graph, for the inputs that can come.
struct Reachability<Input: Hashable, State: Hashable> {
  /// The states that can be reached from the initial one.
  let states: Set<State>
  /// The inputs that can come: from outside, or from effects that are started on some path.
  let inputs: Set<Input>
  /// The edges whose input can come, including those of unreachable states.
  let edges: [TransitionGraph<Input, State>.Edge]

  /// Creates the reachable part of a graph.
  ///
  /// An answer may come at any time after its effect was requested, so an answer of any path counts in every
  /// state.
  ///
  /// - Parameter outside: The inputs that can come at any time; nil for all.
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

  /// Returns a state and the states from which it can be reached.
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
