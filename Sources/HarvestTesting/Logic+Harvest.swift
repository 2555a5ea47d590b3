public import Harvest
import Millrace
public import MillraceTesting

extension Logic where Message: Sendable {
  /// Creates the logic of a machine, for a model check.
  ///
  /// No effect is run. Effects wait in their queues and are cancelled as in a `Harvester`. An effect declares
  /// its possible answers with `answers:`; it gives one of them at any time. The check's `answers` declares
  /// them for other effects, and may add to them.
  ///
  /// - Parameters:
  ///   - state: The initial state.
  ///   - effect: The effect that starts with the machine.
  ///   - mapping: The transitions; its rows are the `rows` of the report.
  ///   - world: The world that effects made of the world receive.
  public init<World, Queue, EffectID>(
    _ state: State, effect: Harvest.Effect<World, Message, Queue, EffectID> = .empty,
    mapping: Harvester<Message, State>.EffectMapping<World, Queue, EffectID>, world: World
  ) {
    self.init(
      initial: state, beginning: Self.requests(of: effect, world), rows: mapping.rowNames,
      parts: mapping.stateParts()
    ) { state, input in
      let rows = mapping.rowsOfCharts(taking: input, in: state)
      return mapping.applyByRow(input, to: &state, in: world).map { row, effect in
        LogicStep(Self.requests(of: effect, world), row: row, otherRows: rows.filter { $0 != row })
      }
    }
  }

  /// Creates the logic of a machine without effects.
  ///
  /// - Parameters:
  ///   - state: The initial state.
  ///   - mapping: The transitions; its rows are the `rows` of the report.
  public init(_ state: State, mapping: Harvester<Message, State>.Mapping) {
    self.init(
      state,
      mapping: mapping.toEffectMapping()
        as Harvester<Message, State>.EffectMapping<Void, BasicEffectQueue, Never>,
      world: ())
  }

  /// Creates the logic of a statechart.
  ///
  /// Each delay fires when its time has passed, unless its state is left before.
  ///
  /// - Parameters:
  ///   - chart: The chart.
  ///   - world: The world that effects made of the world receive.
  public init<World, Queue, EffectID>(
    _ chart: Statechart<Message, State, World, Queue, EffectID>, world: World
  ) {
    self.init(chart.initialState, effect: chart.initialEffect, mapping: chart.mapping, world: world)
  }

  private static func requests<World, Queue, EffectID>(
    of effect: Harvest.Effect<World, Message, Queue, EffectID>, _ world: World
  ) -> [LogicRequest<Message>] {
    effect.isEmpty ? [] : effect.requests(in: world).flatMap(request)
  }

  private static func request(of request: EffectRequest<Message>) -> [LogicRequest<Message>] {
    switch request {
    case .kernel(let effect):
      return LogicRequest.requests(of: effect) ?? []
    case .part(let membership, let requests):
      return [.part(ModelPart(membership), requests.flatMap(Self.request))]
    case .work(let label, let id, let queue, let inputs, let delay, let runs):
      var answers = inputs?.map { input -> EffectAnswer<Message> in
        runs > 1 ? .repeats(input) : delay.map { .after($0, input) } ?? .sends(input)
      }
      // It may send less than an input a run, so its end is an answer at any time.
      if runs > 1 && runs < .max { answers?.append(.ends) }
      return [.run(ModelEffect(label: label, id: id, queue: queue), answers: answers)]
    }
  }
}

extension ModelGraph where State: Hashable, Message: Hashable {
  /// Creates the logic of a machine's transition graph, to make test paths of.
  public init(_ graph: TransitionGraph<Message, State>) {
    self.init(initial: graph.initial, edges: graph.edges.map { ($0.from, $0.input, $0.to) })
  }
}
