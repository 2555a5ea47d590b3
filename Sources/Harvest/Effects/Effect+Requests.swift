package import Millrace

/// One request of an effect, for code that runs a machine's logic without a store.
package enum EffectRequest<Input: Sendable>: Sendable {
  /// An effect of the kernel.
  case kernel(Millrace.Effect<Input>)
  /// Work, with the answers that it declares; nil when it declares none.
  ///
  /// A delayed input comes exactly after its delay. Repeated work gives answers up to `runs` times.
  case work(
    label: EffectLabel?, id: Millrace.EffectID?, queue: Millrace.EffectQueue?, answers: [Input]?,
    delay: Duration?, runs: Int)
  /// The requests of a part.
  case part(PartMembership, [EffectRequest])
}

extension Effect {
  /// Returns the requests in order, as a machine with this world would pass them to the kernel.
  package func requests(in world: World) -> [EffectRequest<Input>] {
    requests(in: EffectContext(world))
  }

  private func requests(in effectContext: EffectContext<World, Queue>) -> [EffectRequest<Input>] {
    kinds.flatMap { kind -> [EffectRequest<Input>] in
      switch kind {
      case .next(let input):
        [.kernel(.send(input))]
      case .task(let task):
        [
          .work(
            label: task.label, id: task.id.map { Millrace.EffectID($0) },
            queue: effectContext.queue(task.queue),
            answers: task.answers.isEmpty ? nil : task.answers, delay: task.delay,
            runs: task.operators.runs)
        ]
      case .cancel(let id):
        [.kernel(Kind.cancellation(of: id))]
      case .cancelMatching(let predicate):
        [.kernel(Kind.cancellation(where: predicate))]
      case .part(let membership, let effect):
        [.part(membership, effect.requests(in: effectContext))]
      case .leave(let scope):
        [.kernel(Kind.end(of: scope))]
      case .deferred(let make):
        make(effectContext.world).requests(in: effectContext)
      }
    }
  }
}

extension Harvester.EffectMapping {
  /// Returns the parts of the state whose effects end with them, for code that follows the state without a
  /// store.
  package func stateParts<Message: Sendable>() -> [PartDeclaration<State, Message>] { parts.declarations() }

  /// The names of the table's rows; closures by their number.
  package var rowNames: [String] { ruleNames.map(\.description) }

  var ruleNames: [RuleName] {
    rules.enumerated().map { place, rule in
      RuleName(number: place + 1, row: rule.row.map { "\($0.input.name) | \($0.from.name)" })
    }
  }

  /// Returns the indices of the charts' rows that take an input in a state, one or, from several regions,
  /// more.
  package func rowsOfCharts(taking input: Input, in state: State) -> [Int] {
    rules.indices.filter { rules[$0].row?.claim?.isTaken(input, state) ?? false }
  }

  /// Applies an input like `apply`, and returns the index of the row that took it.
  package func applyByRow(
    _ input: Input, to state: inout State, in world: World?
  ) -> (row: Int, effect: Effect)? {
    for (place, rule) in rules.enumerated() {
      if let effect = rule.give(input, &state, world) { return (place, effect) }
    }
    return nil
  }
}
