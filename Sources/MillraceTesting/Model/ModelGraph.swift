/// The states of a model and the steps between them, from which test paths are made.
///
/// A ``ModelReport`` has one; any list of edges can be made into one.
///
/// ```swift
/// static let paths = ModelGraph(initial: .off, edges: [(.off, .press, .on), (.on, .press, .off)]).paths()
///
/// @Test(arguments: paths)
/// func doesAsTheModel(_ path: TestPath<Lamp, Button>) async throws {
///   let store = Store(…)
///   try await path.run { store.send($0) } state: { store.state }
/// }
/// ```
public struct ModelGraph<State, Message> {
  /// A step from one state to another.
  public struct Edge {
    /// The index in ``ModelGraph/states`` of the state that it leaves.
    public let from: Int
    /// The index of the state that it leads to.
    public let to: Int
    /// The message; nil for a step without one, such as an effect that never answers.
    public let message: Message?
    /// The message as text, with the effect that it came from.
    public let name: String

    /// Creates a step.
    public init(from: Int, to: Int, message: Message?, name: String? = nil) {
      self.from = from
      self.to = to
      self.message = message
      self.name = name ?? message.map { "\($0)" } ?? "nothing"
    }
  }

  /// The steps that test paths must cover.
  public enum Coverage: Hashable, Sendable {
    /// Each step once.
    case transitions
    /// Each pair of steps that can follow one another.
    case pairs
  }

  /// The states; the first one is the initial one.
  ///
  /// A model check lists a state once for each set of effects in flight.
  public let states: [State]
  /// The steps.
  public let edges: [Edge]

  init(states: [State], edges: [Edge]) {
    self.states = states
    self.edges = edges
  }

  /// Creates a graph of edges.
  public init(initial: State, edges: [(from: State, message: Message, to: State)]) where State: Hashable {
    var states = [initial]
    var places = [initial: 0]
    func place(_ state: State) -> Int {
      if let place = places[state] { return place }
      states.append(state)
      places[state] = states.count - 1
      return states.count - 1
    }
    self.edges = edges.map { Edge(from: place($0.from), to: place($0.to), message: $0.message) }
    self.states = states
  }

  /// The steps that no path from the initial state reaches, and that no test path contains.
  public var unreachableEdges: [Edge] {
    let distances = cover(1).distances()
    return edges.filter { distances[$0.from] == nil }
  }

  private func cover(_ maxLength: Int) -> PathCover {
    PathCover(vertices: states.count, arcs: edges.map { ($0.from, $0.to) }, start: 0, maxLength: maxLength)
  }

  /// Returns few, short paths from the initial state that together cover every reachable step.
  ///
  /// The result is deterministic. No path is redundant, and no path can be shortened at its end. The search
  /// is greedy: from each uncovered step to the nearest other one. The minimum number of paths is the
  /// directed rural postman problem, which takes too long. O(steps × their distance), at worst the square of
  /// the steps.
  ///
  /// - Parameters:
  ///   - coverage: The steps to cover: each step, or each pair of steps that follow one another.
  ///   - maxLength: The maximum number of steps in a path, unless its last step is farther away than that.
  public func paths(
    covering coverage: Coverage = .transitions, maxLength: Int = 20
  ) -> [TestPath<State, Message>] {
    let routes: [[Int]]
    switch coverage {
    case .transitions:
      var cover = cover(maxLength)
      routes = cover.routes()
    case .pairs:
      // Each step is a vertex now, and each pair an arc between two of them; the last vertex is the
      // beginning.
      var leaving = Array(repeating: [Int](), count: states.count)
      for (place, edge) in edges.enumerated() { leaving[edge.from].append(place) }
      var arcs = leaving.first.map { $0.map { (edges.count, $0) } } ?? []
      for (place, edge) in edges.enumerated() { arcs += leaving[edge.to].map { (place, $0) } }
      var cover = PathCover(
        vertices: edges.count + 1, arcs: arcs, start: edges.count, maxLength: maxLength)
      routes = cover.routes().map { $0.map { arcs[$0].1 } }
    }
    return routes.enumerated().map { number, route in
      TestPath(
        number: number + 1, initial: states[0],
        steps: route.map {
          TestPath.Step(message: edges[$0].message, name: edges[$0].name, state: states[edges[$0].to])
        })
    }
  }
}

extension ModelGraph: Sendable where State: Sendable, Message: Sendable {}
extension ModelGraph.Edge: Sendable where State: Sendable, Message: Sendable {}

extension ModelSearch {
  func graph() -> ModelGraph<State, Message> {
    ModelGraph(
      states: situations.map(\.state),
      edges: edges.map { edge in
        let cause = machine.perform(edge.move, in: situations[Int(edge.from)])?.notes.turns.first?.cause
        return .init(
          from: Int(edge.from), to: Int(edge.to), message: cause?.message, name: cause?.text)
      })
  }
}
