import Millrace

// The steps of sequences that have not begun, which cancellations reach as in a store.
extension ModelMachine.Run {
  /// Removes wanted effects from the steps that have not begun, except those of the sequences around
  /// `sequence`.
  mutating func strike(in sequence: Int32, where isWanted: (ModelContext, EffectID?) -> Bool) {
    let spared = sequences(around: sequence)
    for place in situation.effects.sequences.indices {
      let open = situation.effects.sequences[place]
      let rest = catalog.programs[Int(open.program)].dropFirst(Int(open.next))
      let context = catalog.contexts[Int(open.context)]
      guard !spared.contains(open.serial), rest.contains(where: { has($0, context, isWanted) }) else {
        continue
      }
      let left = rest.map { striking($0, context, isWanted) }
      situation.effects.sequences[place].program = catalog.program(of: left)
      situation.effects.sequences[place].next = 0
    }
  }

  private func sequences(around sequence: Int32) -> Set<Int32> {
    var found: Set<Int32> = []
    var next = sequence
    while let open = situation.effects.sequences.first(where: { $0.serial == next }) {
      found.insert(next)
      next = open.parent
    }
    return found
  }

  private func has(
    _ requests: [LogicRequest<Message>], _ context: ModelContext,
    _ isWanted: (ModelContext, EffectID?) -> Bool
  ) -> Bool {
    requests.contains { request in
      switch request {
      case .run(let effect, _): isWanted(context, effect.id)
      case .limited(_, let request), .atOnce(let request): has([request], context, isWanted)
      case .sequence(let steps): steps.contains { has($0, context, isWanted) }
      case .part(let part, let requests): has(requests, context.inner(part), isWanted)
      default: false
      }
    }
  }

  private func striking(
    _ requests: [LogicRequest<Message>], _ context: ModelContext,
    _ isWanted: (ModelContext, EffectID?) -> Bool
  ) -> [LogicRequest<Message>] {
    requests.compactMap { request in
      switch request {
      case .run, .limited, .atOnce: has([request], context, isWanted) ? nil : request
      case .sequence(let steps): .sequence(steps.map { striking($0, context, isWanted) })
      case .part(let part, let requests): .part(part, striking(requests, context.inner(part), isWanted))
      default: request
      }
    }
  }
}
