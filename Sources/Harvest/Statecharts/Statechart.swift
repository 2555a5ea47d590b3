import Millrace

/// A state machine whose states have states in them, side by side or one of them, with what happens on the way.
///
/// It yields an ordinary ``Harvester/EffectMapping``, so everything else applies to it.
///
/// ```swift
/// typealias Chart = Statechart<Input, StatechartConfiguration<Mode>, World, EffectQueue, Never>
///
/// let player = try Chart {
///   substate(.off, initial: true) { onInput(.power, to: .history(.on)) }
///   substate(.on) {
///     onEntry(light)
///     onInput(.power, to: .off)
///     substate(.playing, initial: true) {
///       onInput(.pause, to: .paused)
///       onDelay(.seconds(30), .fadeOut)
///     }
///     substate(.paused) { onInput(.play, to: .playing) }
///   }
/// }
/// let harvester = Harvester(
///   state: player.initialState, effect: player.initialEffect, mapping: player.mapping, world: World())
/// ```
///
/// It follows SCXML (and by that mostly Harel's statecharts of 1987). For each active innermost state the first
/// transition is taken that fits, its own before those of the states around it; regions take the same input
/// together; of two transitions that would leave the same state the inner one wins, else the one written first.
/// What is left is left from the innermost out, then the transitions do what they do, then what is entered is
/// entered from the outermost in. It differs in this:
///
/// - A transition that stays in one region leaves the other regions alone, also when it leads to the region itself.
/// - A transition from one region into another is an error.
/// - A state is done in the turn that led there, not by an event of its own, and only while it is still done when
///   its `onDone` is looked at; a state that is left when it is done forgets its history.
/// - An effect's input, as `Effect(.input)`, stands behind the inputs that wait already.
/// - A history that remembers nothing leads to where its state begins.
///
/// Where a variable or a property is called `state`, the word of the chart is written `Harvest.state`.
public struct Statechart<
  Input: Sendable, State: StatechartState, World: Sendable, Queue: EffectQueueProtocol,
  EffectID: Hashable & Sendable
> {
  /// What the chart calls its states.
  public typealias Name = State.Name
  /// The effects of the chart.
  public typealias Effect = Harvest.Effect<World, Input, Queue, EffectID>

  /// What an input does.
  public struct Reaction {
    /// The state after it.
    public let state: State
    /// What it asks for, in the order of the steps.
    public let effect: Effect
    /// What is left, taken and entered, in order.
    public let steps: [StatechartStep<Name>]
    /// That it had to be stopped; nil when all is well.
    ///
    /// A machine tells its flow's error handler.
    public let error: StatechartError?

    /// The states that are left, in order.
    public var exited: [Name] { steps.compactMap { if case .exited(let name) = $0 { name } else { nil } } }
    /// The states that are entered, in order.
    public var entered: [Name] { steps.compactMap { if case .entered(let name) = $0 { name } else { nil } } }
    /// The transitions that are taken, in order.
    public var transitions: [StatechartTransition<Name>] {
      steps.compactMap { if case .took(let transition) = $0 { transition } else { nil } }
    }
  }

  let tree: Tree
  /// What becomes of the given state at the beginning.
  public let beginning: Reaction

  /// A chart for a state that has more in it than a configuration.
  ///
  /// - Parameters:
  ///   - state: What it begins with; its configuration is replaced by where the chart begins.
  ///   - nodes: The outermost states, one of them marked with `initial: true`.
  /// - Throws: What is wrong with the chart.
  public init(initial state: State, @ChartBuilder _ nodes: () -> [Node]) throws(StatechartError) {
    tree = try Tree(nodes())
    var state = state
    var run = Run(tree, from: StatechartConfiguration())
    run.begin(&state)
    if let error = run.error { throw error }
    beginning = Reaction(state: state, effect: run.effect, steps: run.steps, error: nil)
  }

  /// A chart whose state is its configuration.
  ///
  /// - Parameter nodes: The outermost states, one of them marked with `initial: true`.
  /// - Throws: What is wrong with the chart.
  public init<Name>(@ChartBuilder _ nodes: () -> [Node]) throws(StatechartError)
  where State == StatechartConfiguration<Name> {
    try self.init(initial: StatechartConfiguration(), nodes)
  }

  /// The state that a machine begins in.
  public var initialState: State { beginning.state }

  /// What a machine begins with: the effects and delays of the states it begins in.
  public var initialEffect: Effect { beginning.effect }

  /// What an input does in a state; nil when it is rejected.
  public func react(to input: Input, in state: State) -> Reaction? {
    let run = Run(tree, from: state.configuration)
    let transitions = tree.transitions(for: input, in: state, run.active)
    guard !transitions.isEmpty else { return nil }
    var state = state
    return Self.reaction(transitions, input, &state, run)
  }

  private static func reaction(
    _ transitions: [Tree.Transition], _ input: Input, _ state: inout State, _ run: Run
  ) -> Reaction {
    var run = run
    run.take(transitions, by: input, &state)
    return Reaction(state: state, effect: run.effect, steps: run.steps, error: run.error)
  }

  /// The states of the chart that have effects to end when they are left, whatever has written the configuration.
  private var parts: MachineParts<State> {
    MachineParts(
      tree.states.filter(\.hasScope).map { place in
        MachinePart(scope: place.scope) { state in
          state.configuration.contains(place.name) ? PartTag.presence : nil
        }
      })
  }

  /// The chart as a mapping: a row for each transition by an input, with the name of its guard.
  ///
  /// When regions take an input together, the row of the first of them stands for all.
  public var mapping: Harvester<Input, State>.EffectMapping<World, Queue, EffectID> {
    typealias Mapping = Harvester<Input, State>.EffectMapping<World, Queue, EffectID>
    let tree = tree
    return Mapping(
      rules: tree.states.flatMap(\.transitions).compactMap { transition -> Mapping.Rule? in
        guard case .input(let pattern, _, _) = transition.draft.trigger else { return nil }
        let row = TransitionRow(input: pattern, from: tree.pattern(of: transition, for: pattern))
        return Mapping.Rule(row) { input, state in
          guard pattern.matches(input), tree.isActive(transition.source, in: state) else { return nil }
          let run = Run(tree, from: state.configuration)
          let taken = tree.transitions(for: input, in: state, run.active)
          guard taken.first?.index == transition.index else { return nil }
          let reaction = Self.reaction(taken, input, &state, run)
          guard let error = reaction.error else { return reaction.effect }
          return reaction.effect
            + Effect(sending: .defaultEffectQueue, label: "endless") { _, _ in throw error }
        }
      }, parts: parts)
  }
}
