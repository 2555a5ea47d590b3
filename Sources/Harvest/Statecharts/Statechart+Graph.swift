/// A state of a chart with its inner states, for drawing them as clusters.
public struct StatechartOutline<Name: Hashable & Sendable>: Hashable, Sendable {
  /// The kind of a state.
  public enum Kind: Hashable, Sendable {
    /// A state without inner states.
    case leaf
    /// A state with one active inner state.
    case compound
    /// A state whose inner states are all active.
    case parallel
    /// A state in which the outer state is done.
    case final
  }

  /// The name of the state.
  public let name: Name
  /// The kind of the state.
  public let kind: Kind
  /// A Boolean value that indicates whether it is the initial state of the outer state, or of the chart.
  public let isInitial: Bool
  /// The states and histories in which it begins by `initial(to:)`; empty where an inner state is marked.
  public let beginning: [StatechartTarget<Name>]
  /// The inner states.
  public let children: [StatechartOutline]
}

extension Statechart {
  /// The tree of the states.
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
      name: own.name, kind: kind, isInitial: isInitial, beginning: own.beginning?.targets ?? [],
      children: own.children.map { outline(of: $0, isInitial: $0 == own.initial) })
  }

  /// The transitions, in the order of the text.
  public var transitions: [StatechartTransition<Name>] { tree.states.flatMap(\.transitions).map(\.summary) }

  /// Returns whether a configuration is complete: one inner state of each active state, and each region.
  public func isLegal(_ configuration: StatechartConfiguration<Name>) -> Bool {
    let run = Run(tree, from: configuration)
    let active = Set(run.active)
    var own = run.configuration
    // A delay begins again where it is missing.
    own.delays = configuration.delays
    guard own == configuration, active.count == configuration.active.count else { return false }
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

  /// Returns whether the chart as a whole is done: an outermost final state is active.
  public func isFinished(_ configuration: StatechartConfiguration<Name>) -> Bool {
    tree.roots.contains { tree.states[$0].kind == .final && configuration.contains(tree.states[$0].name) }
  }

  /// Returns whether a state is done: a final state in it is active, or one in each of its regions.
  public func isDone(_ name: Name, in configuration: StatechartConfiguration<Name>) -> Bool {
    tree.places[name].map { Run(tree, from: configuration).isDone($0) } ?? false
  }
}

extension Statechart where Input: Equatable {
  /// The inputs that the chart names, each once: those of its `onInput` and of its `onDelay`.
  public var inputs: [Input] {
    tree.states.reduce(into: []) { inputs, state in
      for transition in state.transitions {
        if case .input(.value(let input, _), _, _) = transition.draft.trigger, !inputs.contains(input) {
          inputs.append(input)
        }
      }
      for delay in state.delays where !inputs.contains(delay.input) { inputs.append(delay.input) }
    }
  }
}

extension Statechart where State: Hashable {
  /// Returns the states that a machine can reach by these inputs, in the order of the search.
  ///
  /// - Parameters:
  ///   - inputs: The inputs to try in each state.
  ///   - limit: The maximum number of states.
  /// - Throws: `StatechartError.tooManyStates(limit:)` when there are more, and the error of an endless
  ///   input.
  public func reachableStates(by inputs: [Input], limit: Int = 10_000) throws(StatechartError) -> [State] {
    var progress = ReportProgress(of: "\(State.self)", limit: limit)
    return try reachableStates(by: inputs, limit: limit, &progress)
  }

  func reachableStates(
    by inputs: [Input], limit: Int, _ progress: inout ReportProgress
  ) throws(StatechartError) -> [State] {
    var found = [initialState]
    var known = Set(found)
    var next = 0
    guard limit > 0 else { throw .tooManyStates(limit: limit) }
    while next < found.count {
      progress.report("the inputs were followed from", done: next, found: found.count)
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
  /// Returns the graph of all states that a machine can reach by these inputs, for drawing and checking.
  ///
  /// States in which the chart is finished are its final ones.
  ///
  /// - Parameters:
  ///   - inputs: The inputs to try in each state; by default those that the chart names.
  ///   - limit: The maximum number of states.
  ///   - world: The argument of effects that are made from the world; without one they are shown as "…".
  /// - Throws: `StatechartError.tooManyStates(limit:)` when there are more, and the error of an endless
  ///   input.
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
