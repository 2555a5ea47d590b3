import Millrace

/// A state machine with nested and parallel states, and actions on entry, exit and transition.
///
/// It makes an ordinary ``Harvester/EffectMapping``, so everything else applies to it.
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
/// It follows SCXML (and by that mostly Harel's statecharts of 1987). For each active innermost state the
/// first matching transition is taken; its own transitions come before those of its outer states. Regions
/// take the same input together. Of two transitions that would leave the same state the inner one wins, else
/// the one written first. States are left from the innermost out, then the transitions run their actions,
/// then states are entered from the outermost in.
///
/// It differs from SCXML, the W3C's recommendation of 2015, in the following. The algorithm of its appendix D
/// takes the same steps otherwise.
///
/// The states that are left and entered:
///
/// - A transition that stays in one region leaves the other regions alone, also when it leads to the region
///   itself. A transition from one region into another is an error.
/// - A state with inner states names its initial one; the first in the text is not chosen. A parallel state
///   may name where its regions begin.
/// - A parallel state has at least one region, and a final state may be a region, which is done from the
///   beginning.
/// - A history belongs to its state and has no name of its own. An empty one leads to the initial state, and
///   has no transition of its own for that case. A state that is left when it is done forgets its history.
/// - A transition to a history leaves all that is active in the state of the history, also what is
///   remembered.
/// - A chart that is finished stays in its final state: nothing is left, and no `onExit` runs.
///
/// The moment of a transition without an input:
///
/// - A state is done in the turn that led there, not by an event of its own, and only if it is still done
///   when its `onDone` is evaluated. A parallel state that is itself a region ends the state around it, too.
/// - The guards of `onDone` and `onAlways` read the input of the turn, also where a state that is done led to
///   them.
/// - After an input that no transition takes, no `onAlways` is looked for.
/// - After 1,000 transitions without an input the chart is stopped with an error.
///
/// Inputs, actions and data:
///
/// - An input is a value and is matched whole, not by the dotted parts of a name; one that no state takes is
///   rejected.
/// - An effect's input, as `Effect(.input)`, waits behind the inputs that already wait; there is no queue for
///   internal events before them.
/// - Actions and guards see the configuration before their step, with the states that it is about to leave.
/// - Leaving a state ends its delays and the effects of its entry. SCXML's `send` with a delay goes on until
///   it is cancelled.
/// - There is no data model, no script, and no service that a state invokes: the machine's state, closures
///   and effects are in their place. A final state passes no data to `onDone`, which reads the machine's
///   state. An error is no event: it is reported to the flow.
public struct Statechart<
  Input: Sendable, State: StatechartState, World: Sendable, Queue: EffectQueueProtocol,
  EffectID: Hashable & Sendable
> {
  /// The type of the states' names.
  public typealias Name = State.Name
  /// The effects of the chart.
  public typealias Effect = Harvest.Effect<World, Input, Queue, EffectID>

  /// The result of an input.
  public struct Reaction {
    /// The state after the input.
    public let state: State
    /// The effects of the steps, in order.
    public let effect: Effect
    /// The exits, transitions and entries, in order.
    public let steps: [StatechartStep<Name>]
    /// The error that stopped the input; nil when there was none.
    ///
    /// A machine reports it to its flow's error handler.
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
  /// The result of the beginning, for the given state.
  public let beginning: Reaction
  /// The indices of the transitions that the beginning takes.
  let beginningTaken: Set<Int>
  /// The state before the beginning.
  let origin: State

  /// Creates a chart for a state that contains more than a configuration.
  ///
  /// - Parameters:
  ///   - state: The initial state; its configuration is replaced by the chart's initial one.
  ///   - nodes: The outermost states, one of them marked with `initial: true`.
  /// - Throws: A ``StatechartError`` when the chart is invalid.
  public init(initial state: State, @ChartBuilder _ nodes: () -> [Node]) throws(StatechartError) {
    tree = try Tree(nodes())
    origin = state
    var state = state
    var run = Run(tree, from: StatechartConfiguration())
    run.begin(&state)
    if let error = run.error { throw error }
    beginning = Reaction(state: state, effect: run.effect, steps: run.steps, error: nil)
    beginningTaken = Set(run.taken)
  }

  /// Creates a chart whose state is its configuration.
  ///
  /// - Parameter nodes: The outermost states, one of them marked with `initial: true`.
  /// - Throws: A ``StatechartError`` when the chart is invalid.
  public init<Name>(@ChartBuilder _ nodes: () -> [Node]) throws(StatechartError)
  where State == StatechartConfiguration<Name> {
    try self.init(initial: StatechartConfiguration(), nodes)
  }

  /// The initial state of a machine.
  public var initialState: State { beginning.state }

  /// The first effects of a machine: the effects and delays of its initial states.
  public var initialEffect: Effect { beginning.effect }

  /// Returns the result of an input in a state; nil when it is rejected.
  ///
  /// - Parameters:
  ///   - input: The input.
  ///   - state: The state before it.
  ///   - time: The time of the turn, from which the delays that begin have their deadlines, as in a machine.
  ///   Without it
  ///     they have none.
  public func react(to input: Input, in state: State, at time: Timestamp? = nil) -> Reaction? {
    let run = Run(tree, from: state.configuration)
    let transitions = tree.transitions(for: input, in: state, run.active)
    guard !transitions.isEmpty else { return nil }
    var state = state
    let reaction = Self.reaction(transitions, input, &state, run)
    guard let time else { return reaction }
    state.configuration.beginDelays(at: time)
    return Reaction(state: state, effect: reaction.effect, steps: reaction.steps, error: reaction.error)
  }

  private static func reaction(
    _ transitions: [Tree.Transition], _ input: Input, _ state: inout State, _ run: Run, _ log: ChartLog? = nil
  ) -> Reaction {
    var run = run
    run.take(transitions, by: input, &state)
    log?.note(run.taken)
    return Reaction(state: state, effect: run.effect, steps: run.steps, error: run.error)
  }

  /// The states of the chart whose effects end when they are left, whatever has written the configuration.
  private var parts: MachineParts<State> {
    MachineParts(
      tree.states.filter(\.hasScope).map { place in
        MachinePart(
          scope: place.scope,
          identity: { $0.configuration.contains(place.name) ? PartTag.presence : nil }, ownScope: place.scope)
      }, charts: chartParts)
  }

  /// The chart as a mapping: a row for each transition by an input, with the name of its guard.
  ///
  /// When regions take an input together, the row of the first of them is reported.
  public var mapping: Harvester<Input, State>.EffectMapping<World, Queue, EffectID> {
    typealias Mapping = Harvester<Input, State>.EffectMapping<World, Queue, EffectID>
    let tree = tree
    let log = ChartLog()
    let view = view(log)
    return Mapping(
      rules: tree.states.flatMap(\.transitions).compactMap { transition -> Mapping.Rule? in
        guard case .input(let pattern, _, _) = transition.draft.trigger else { return nil }
        let row = tree.row(of: transition, for: pattern, in: view)
        return Mapping.Rule(row) { input, state, _ in
          guard pattern.matches(input), tree.isActive(transition.source, in: state) else { return nil }
          let run = Run(tree, from: state.configuration)
          let taken = tree.transitions(for: input, in: state, run.active)
          guard taken.first?.index == transition.index else { return nil }
          let reaction = Self.reaction(taken, input, &state, run, log)
          guard let error = reaction.error else { return reaction.effect }
          return reaction.effect
            + Effect(sending: .defaultEffectQueue, label: "error") { _, _ in throw error }
        }
      }, parts: parts,
      resumptions: tree.states.contains(where: \.hasScope)
        ? [
          { state in
            var run = Run(tree, from: state.configuration)
            // Those of the states before end first, also where the same state is active.
            let ends = tree.states.filter(\.hasScope).map { Effect(.leave($0.scope)) }
            return Effect.joined(ends) + run.underWay(in: state)
          }
        ] : [])
  }
}

extension Statechart {
  /// Returns the first effects of a machine that resumes a saved state: its delays and entry effects begin
  /// again.
  ///
  /// ```swift
  /// let harvester = Harvester(
  ///   state: kept, effect: try player.effect(resuming: kept), mapping: player.mapping, world: World())
  /// ```
  ///
  /// For each active state, from the outermost in, it starts the cancellable effects of each `onEntry`, and
  /// each delay. A delay goes on to the deadline that a machine has noted in the state, by the dates of the
  /// environment: a deadline that has passed comes at once, and no delay is longer than its whole time, so
  /// that a clock that was set back holds nothing up. A delay without a deadline, such as that of a state
  /// that an earlier version has saved, begins with its whole time. The changes that an `onEntry` makes to
  /// the state are not made again. Its effects that outlive the state are not started again: they have
  /// ended or were lost.
  ///
  /// - Parameter state: A state whose configuration was one of this chart's.
  /// - Throws: `StatechartError.foreignConfiguration(_:)` when the configuration is not one of the chart.
  public func effect(resuming state: State) throws(StatechartError) -> Effect {
    guard isLegal(state.configuration) else {
      throw .foreignConfiguration("\(state.configuration)")
    }
    var run = Run(tree, from: state.configuration)
    let effect = run.underWay(in: state)
    if let error = run.error { throw error }
    return effect
  }
}
