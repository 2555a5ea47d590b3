/// A state of a chart with those in it, for drawing them as clusters.
public struct StatechartOutline<Name: Hashable & Sendable>: Hashable, Sendable {
  /// What a state is for.
  public enum Kind: Hashable, Sendable {
    /// It has no inner states.
    case leaf
    /// One of its inner states is active with it.
    case compound
    /// All of its inner states are active with it.
    case parallel
    /// The state around it is done in it.
    case final
  }

  /// What it is called.
  public let name: Name
  /// What it is for.
  public let kind: Kind
  /// Whether the state around it, or the chart, begins here.
  public let isInitial: Bool
  /// The states in it.
  public let children: [StatechartOutline]
}

extension Statechart {
  /// The states as they are in each other.
  public var outline: [StatechartOutline<Name>] {
    tree.roots.map { outline(of: $0, isInitial: $0 == tree.initial) }
  }

  private func outline(of place: Int, isInitial: Bool) -> StatechartOutline<Name> {
    let own = tree.states[place]
    let kind: StatechartOutline<Name>.Kind =
      switch own.kind {
      case .parallel: .parallel
      case .final: .final
      case .state: own.children.isEmpty ? .leaf : .compound
      }
    return StatechartOutline(
      name: own.name, kind: kind, isInitial: isInitial,
      children: own.children.map { outline(of: $0, isInitial: $0 == own.initial) })
  }

  /// The transitions as they are written, in order.
  public var transitions: [StatechartTransition<Name>] { tree.states.flatMap(\.transitions).map(\.summary) }

  /// Whether exactly what must be active together is: one inner state of each active one, and each region.
  public func isLegal(_ configuration: StatechartConfiguration<Name>) -> Bool {
    let run = Run(tree, from: configuration)
    let active = Set(run.active)
    guard run.configuration == configuration, active.count == configuration.active.count else { return false }
    guard run.active == run.active.sorted(), tree.roots.count(where: active.contains) == 1 else {
      return false
    }
    return tree.states.indices.allSatisfy { place in
      let children = tree.states[place].children
      let count = children.count(where: active.contains)
      if !active.contains(place) { return count == 0 }
      return tree.states[place].isParallel ? count == children.count : count == min(1, children.count)
    }
  }

  /// Whether the chart as a whole is done: an outermost final state is active.
  public func isFinished(_ configuration: StatechartConfiguration<Name>) -> Bool {
    tree.roots.contains { tree.states[$0].kind == .final && configuration.contains(tree.states[$0].name) }
  }

  /// Whether a state is done: a final one in it is active, or one in each of its regions.
  public func isDone(_ name: Name, in configuration: StatechartConfiguration<Name>) -> Bool {
    tree.places[name].map { Run(tree, from: configuration).isDone($0) } ?? false
  }
}

extension Statechart where Input: Equatable {
  /// The inputs that the chart names, each once: those of its `on` and of its `after`.
  public var inputs: [Input] {
    tree.states.reduce(into: []) { inputs, state in
      for transition in state.transitions {
        if case .input(.value(let input, _), _, _) = transition.draft.trigger, !inputs.contains(input) {
          inputs.append(input)
        }
      }
      for (_, input) in state.delays where !inputs.contains(input) { inputs.append(input) }
    }
  }
}

extension Statechart where State: Hashable {
  /// The states that a machine can come to by these inputs, in the order in which they are found.
  ///
  /// - Parameters:
  ///   - inputs: The inputs to try in each.
  ///   - limit: How many states to go to at most.
  /// - Throws: `StatechartError.tooManyStates(limit:)` when there are more, and what stops an endless input.
  public func reachableStates(by inputs: [Input], limit: Int = 10_000) throws(StatechartError) -> [State] {
    var found = [initialState]
    var known = Set(found)
    var next = 0
    guard limit > 0 else { throw .tooManyStates(limit: limit) }
    while next < found.count {
      for input in inputs {
        guard let reaction = react(to: input, in: found[next]) else { continue }
        if let error = reaction.error { throw error }
        guard known.insert(reaction.state).inserted else { continue }
        guard found.count < limit else { throw .tooManyStates(limit: limit) }
        found.append(reaction.state)
      }
      next += 1
    }
    return found
  }
}

extension Statechart where Input: Hashable, State: Hashable {
  /// The graph of everything that a machine can come to by these inputs, for drawing and checking.
  ///
  /// States in which the chart is finished are its final ones.
  ///
  /// - Parameters:
  ///   - inputs: The inputs to try in each state; without any, those that the chart names.
  ///   - limit: How many states to go to at most.
  ///   - world: What effects that are made of the world get; without one they are called "…".
  /// - Throws: `StatechartError.tooManyStates(limit:)` when there are more, and what stops an endless input.
  public func graph(
    inputs: [Input]? = nil, limit: Int = 10_000, world: World? = nil
  ) throws(StatechartError) -> TransitionGraph<Input, State> {
    let inputs = inputs ?? self.inputs
    let states = try reachableStates(by: inputs, limit: limit)
    return mapping.graph(
      states: states, inputs: inputs, initial: initialState,
      finals: states.filter { isFinished($0.configuration) }, effect: initialEffect, world: world)
  }
}
