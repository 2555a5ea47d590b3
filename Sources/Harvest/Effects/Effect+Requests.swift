package import Millrace

/// One thing that an effect asks for, for whoever plays a machine without running one.
package enum EffectRequest<Input: Sendable>: Sendable {
  /// What a store of the kernel would be asked for.
  case kernel(Millrace.Effect<Input>)
  /// An effect, with what it says it answers; nil when it says nothing.
  case work(label: EffectLabel?, id: Millrace.EffectID?, queue: Millrace.EffectQueue?, answers: [Input]?)
  /// A part's requests.
  case part(PartMembership, [EffectRequest])
}

extension Effect {
  /// What it asks for, in order, as a machine with this world would ask the kernel.
  package func requests(in world: World) -> [EffectRequest<Input>] {
    requests(in: Surroundings(world))
  }

  private func requests(in surroundings: Surroundings<World, Queue>) -> [EffectRequest<Input>] {
    kinds.flatMap { kind -> [EffectRequest<Input>] in
      switch kind {
      case .next(let input):
        [.kernel(.send(input))]
      case .task(let task):
        [
          .work(
            label: task.label, id: task.id.map { Millrace.EffectID($0) },
            queue: surroundings.queue(task.queue),
            answers: task.answers.isEmpty ? nil : task.answers)
        ]
      case .cancel(let id):
        [.kernel(Kind.cancellation(of: id))]
      case .cancelMatching(let predicate):
        [.kernel(Kind.cancellation(where: predicate))]
      case .part(let membership, let effect):
        [.part(membership.kernel, effect.requests(in: surroundings))]
      case .leave(let scope):
        [.kernel(Kind.end(of: scope))]
      case .deferred(let make):
        make(surroundings.world).requests(in: surroundings)
      }
    }
  }
}

extension Harvester.EffectMapping {
  /// The parts of the state whose effects end with them, for code that follows the state without a store.
  package func stateParts<Message: Sendable>() -> [PartDeclaration<State, Message>] { parts.declarations() }

  /// What the rows of the table are called; closures by their number.
  package var rowNames: [String] {
    rules.enumerated().map { place, rule in
      "\(RuleName(number: place + 1, row: rule.row.map { "\($0.input.name) | \($0.from.name)" }))"
    }
  }

  /// As `apply`, with the place of the row that took the input.
  package func applyByRow(_ input: Input, to state: inout State) -> (row: Int, effect: Effect)? {
    for (place, rule) in rules.enumerated() {
      if let effect = rule.give(input, &state) { return (place, effect) }
    }
    return nil
  }
}

extension Statechart {
  /// The delays of the states, by what their effects are called.
  package var delays: [EffectLabel: Duration] {
    var delays: [EffectLabel: Duration] = [:]
    for (delay, _) in tree.states.flatMap(\.delays) { delays["after \(delay)"] = delay }
    return delays
  }
}
