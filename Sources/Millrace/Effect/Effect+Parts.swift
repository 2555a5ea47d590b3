/// A request of an effect, for code that simulates a store without running one.
package enum EffectPart<Message: Sendable>: Sendable {
  case message(Message)
  case run(label: EffectLabel?, id: EffectID?, queue: EffectQueue?)
  /// Effects one after another, each as its own parts.
  case sequence([[EffectPart]])
  case cancel(id: EffectID)
  case cancelMatching(@Sendable (EffectID) -> Bool)
  case cancelAll
  /// A cancellation by a predicate in the parts of the state only.
  case cancelInParts(@Sendable (EffectID) -> Bool)
  case within(PartMembership, [EffectPart])
  /// The end of everything that belongs to the part of this name.
  case leave(EffectID)
  case report(any Error)
  /// A message that the update did not know.
  case unhandled
}

extension EffectPart {
  /// The same request in a comparable form.
  var outline: [EffectOutline] {
    switch self {
    case .message(let message): [.message("\(message)")]
    case .run(let label, let id, let queue): [.run(label: label, id: id, queue: queue)]
    case .sequence(let steps): [.sequence(steps.map { $0.flatMap(\.outline) })]
    case .cancel(let id): [.cancel(id: id)]
    case .cancelMatching: [.cancelMatching]
    case .cancelAll: [.cancelAll]
    case .within(_, let parts): parts.flatMap(\.outline)
    case .cancelInParts, .leave: []
    case .report(let error): [.report("\(error)")]
    case .unhandled: [.unhandled]
    }
  }
}

extension Effect {
  /// The effect's requests, in order, with the values whose texts are in ``outline``.
  ///
  /// O(size of the effect).
  package var parts: [EffectPart<Message>] {
    switch kind {
    case .none: return []
    case .now(let message): return [.message(message)]
    case .work(let work): return [.run(label: work.label, id: work.id, queue: work.queue)]
    case .plan(let plan):
      switch plan.step {
      case .merge(let effects): return effects.array.flatMap(\.parts)
      case .sequence(let effects): return [.sequence(effects.array.map(\.parts))]
      case .cancel(.id(let id)): return [.cancel(id: id)]
      case .cancel(.matching(let predicate)): return [.cancelMatching(predicate)]
      case .cancel(.inParts(let predicate)): return [.cancelInParts(predicate)]
      case .cancel(.all): return [.cancelAll]
      case .within(let membership, let effect): return [.within(membership, effect.parts)]
      case .leave(let name): return [.leave(name)]
      case .report(let error): return [.report(error)]
      case .unhandled: return [.unhandled]
      }
    }
  }
}
