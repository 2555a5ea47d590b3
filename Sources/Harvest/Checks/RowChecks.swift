/// The checks that compare a table's rows with each other.
struct RowChecks<Input: Hashable, State: Hashable> {
  typealias Graph = TransitionGraph<Input, State>
  typealias Finding = MachineFinding<Input, State>

  let overlaps: [Finding]
  let shadowed: [Finding]
  let neverMatching: [Finding]

  init(_ graph: Graph) {
    let names = graph.rules.map(\.name)
    var takers: [Graph.Match: Int] = [:]
    for edge in graph.edges { takers[.init(input: edge.input, state: edge.from)] = edge.rule }

    let rows = graph.rules.indices.filter { !graph.rules[$0].isClosure }
    let hidden = Set(
      rows.filter { row in
        let matches = graph.rules[row].candidates
        // A row that other regions' rows only join is not hidden by them.
        return graph.rules[row].takenTogether.isEmpty && !matches.isEmpty
          && !matches.contains { takers[$0] == row }
      })
    shadowed = rows.filter(hidden.contains).map { row in
      .shadowed(
        names[row], by: Set(graph.rules[row].candidates.compactMap { takers[$0] }).sorted().map { names[$0] })
    }
    neverMatching = rows.filter {
      graph.rules[$0].candidates.isEmpty && graph.rules[$0].takenTogether.isEmpty
    }.map { .neverMatching(names[$0]) }

    // A shadowed row also overlaps with others, but one finding about it is enough.
    var first: [Graph.Match: Int] = [:]
    var pairs: [[Int]: [Graph.Match]] = [:]
    for row in rows where !hidden.contains(row) {
      for match in graph.rules[row].matches {
        if let earlier = first[match] {
          pairs[[earlier, row], default: []].append(match)
        } else {
          first[match] = row
        }
      }
    }
    overlaps = pairs.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { pair, matches in
      .overlap(names[pair[0]], names[pair[1]], at: matches)
    }
  }
}

extension TransitionGraph.Rule {
  /// The inputs and states that the row takes where no earlier or inner row does.
  fileprivate var candidates: [TransitionGraph.Match] { matches + overridden }
}
