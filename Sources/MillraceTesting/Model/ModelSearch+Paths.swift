import Millrace

/// The path to a finding, played again with every turn recorded.
extension ModelSearch {
  func path(to finding: Finding) -> ModelPath<State, Message> {
    var moves: [(from: Int32, move: ModelMove)] = []
    var number = finding.situation
    while parents[Int(number)] >= 0 {
      let edge = edges[Int(parents[Int(number)])]
      moves.append((edge.from, edge.move))
      number = edge.from
    }
    moves.reverse()
    var steps = moves.flatMap { self.steps(of: $0.move, from: $0.from) }
    if let (move, turns) = finding.step {
      steps += self.steps(of: move, from: finding.situation).prefix(turns)
    }
    let beginning = self.beginning(beginnings[number] ?? [])
    return ModelPath(
      initial: check.logic.initial, beginning: beginning.changes, steps: beginning.steps + steps)
  }

  private func steps(of move: ModelMove, from number: Int32) -> [ModelPath<State, Message>.Step] {
    machine.perform(move, in: situations[Int(number)])?.notes.turns.map(step) ?? []
  }

  /// Returns the changes and turns of the beginning, before the first message.
  private func beginning(
    _ decisions: [Int32]
  ) -> (changes: [String], steps: [ModelPath<State, Message>.Step]) {
    let (first, notes) = machine.beginning(decisions)
    let steps = notes.turns.map(step)
    let inFlight = steps.isEmpty ? effects(of: first) : []
    return (inFlight.isEmpty ? [] : ["in flight: " + list(inFlight)], steps)
  }

  private func step(of turn: ModelMachine<State, Message>.Turn) -> ModelPath<State, Message>.Step {
    .init(
      message: turn.cause.message, effect: turn.cause.effect, name: turn.cause.text,
      isHandled: turn.isHandled, state: turn.situation.state, inFlight: effects(of: turn.situation),
      changes: turn.events.map(text))
  }

  private func list(_ effects: [ModelEffect]) -> String {
    effects.map { "\($0)" }.joined(separator: ", ")
  }

  private func text(_ event: EffectsInFlight.Event) -> String {
    func effect(_ kind: Int32) -> ModelEffect { machine.catalog.kinds[Int(kind)].effect }
    return switch event {
    case .started(let kind): "started \(effect(kind))"
    case .waiting(let kind): "queued \(effect(kind))"
    case .cancelled(let kind): "cancelled \(effect(kind))"
    case .dropped(let kind, .busy): "dropped \(effect(kind)), because another one is running"
    case .dropped(let kind, .replaced): "dropped \(effect(kind)) for a newer one"
    case .dropped(let kind, .full): "dropped \(effect(kind)), because the queue is full"
    case .dropped(let kind, .cancelled): "cancelled \(effect(kind))"
    }
  }
}
