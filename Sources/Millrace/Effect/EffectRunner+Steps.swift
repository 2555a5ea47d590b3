import MillraceCore

/// The steps of sequences that have not begun, which cancellations reach like effects that run or wait.
extension EffectRunner {
  /// Removes the effects that a cancellation ends from the steps that have not begun.
  ///
  /// The later steps of `sequence`, and of those around it, stay: they come after the cancellation.
  ///
  /// Cost: O(effects in the steps that have not begun).
  @usableFromInline
  func strike(_ cancellation: EffectCancellation, in sequence: Int?, _ context: PartContext) {
    let isWanted: (EffectID?, PartContext) -> Bool
    switch cancellation {
    case .id(let id): isWanted = { $0 == id && $1.names == context.names }
    case .matching(let predicate):
      isWanted = { id, own in own.names == context.names && id.map(predicate) ?? false }
    case .inParts(let predicate):
      isWanted = { [self] id, own in
        !own.isWhole && isAtOrInside(own.stay, context.names) && id.map(predicate) ?? false
      }
    case .all:
      // Of the whole store, it ends the sequences themselves.
      if context.isWhole { return }
      isWanted = { [self] _, own in isAtOrInside(own.stay, context.stay) }
    }
    for (open, step) in steps where !step.rest.isEmpty {
      if let sequence, tracker.isAtOrInside(sequence, open) { continue }
      guard step.rest.contains(where: { has($0, step.context, isWanted) }) else { continue }
      for effect in step.rest { notifyOfCancellation(of: effect, in: step, step.context, isWanted) }
      steps[open]?.rest = step.rest.map { striking($0, step.context, isWanted) }[...]
    }
  }

  private func isAtOrInside(_ stay: PartStay, _ outer: PartStay) -> Bool {
    register?.isAtOrInside(stay, outer) ?? (stay == outer)
  }

  /// Returns the part that an effect of a later step would belong to if it began now; nil if there is none.
  private func peek(_ membership: PartMembership, from context: PartContext) -> PartContext? {
    guard !membership.isAnswer, let stay = register?.known(membership, in: context.stay) else { return nil }
    return PartContext(stay: stay, names: membership.ownsNames ? stay : context.names)
  }

  private func has(
    _ effect: Effect<Message>, _ context: PartContext, _ isWanted: (EffectID?, PartContext) -> Bool
  ) -> Bool {
    switch effect.content {
    case .work(let work): isWanted(work.id, context)
    case .merge(let effects), .sequence(let effects):
      effects.array.contains { has($0, context, isWanted) }
    case .within(let membership, let effect):
      peek(membership, from: context).map { has(effect, $0, isWanted) } ?? false
    case .none, .message, .cancel, .leave, .report, .unhandled: false
    }
  }

  /// Tells the states of the effects that a cancellation removes.
  private func notifyOfCancellation(
    of effect: Effect<Message>, in step: Steps, _ context: PartContext,
    _ isWanted: (EffectID?, PartContext) -> Bool
  ) {
    switch effect.content {
    case .work(let work): if isWanted(work.id, context) { notifyOfCancellation(of: work, in: step) }
    case .merge(let effects), .sequence(let effects):
      for effect in effects.array { notifyOfCancellation(of: effect, in: step, context, isWanted) }
    case .within(let membership, let effect):
      if let inner = peek(membership, from: context) {
        notifyOfCancellation(of: effect, in: step, inner, isWanted)
      }
    case .none, .message, .cancel, .leave, .report, .unhandled: break
    }
  }

  private func striking(
    _ effect: Effect<Message>, _ context: PartContext, _ isWanted: (EffectID?, PartContext) -> Bool
  ) -> Effect<Message> {
    switch effect.content {
    case .work(let work): isWanted(work.id, context) ? .none : effect
    case .merge(let effects): .merge(effects.array.map { striking($0, context, isWanted) })
    case .sequence(let effects): .concatenate(effects.array.map { striking($0, context, isWanted) })
    case .within(let membership, let inner):
      peek(membership, from: context).map { striking(inner, $0, isWanted).within(membership) } ?? effect
    case .none, .message, .cancel, .leave, .report, .unhandled: effect
    }
  }

  /// Calls `body` with the label of each work of the steps that have not begun.
  func forEachLaterLabel(_ body: (EffectLabel) -> Void) {
    for sequence in steps.keys.sorted() {
      for effect in steps[sequence]?.rest ?? [] { visitLabels(of: effect, body) }
    }
  }

  private func visitLabels(of effect: Effect<Message>, _ body: (EffectLabel) -> Void) {
    switch effect.content {
    case .work(let work): if let label = work.label { body(label) }
    case .merge(let effects), .sequence(let effects):
      for effect in effects.array { visitLabels(of: effect, body) }
    case .within(_, let effect): visitLabels(of: effect, body)
    case .none, .message, .cancel, .leave, .report, .unhandled: break
    }
  }

  /// Hashes the work of the steps that have not begun, which a cancellation can have changed.
  func hashSteps(into hasher: inout Hasher) {
    for sequence in steps.keys.sorted() {
      hasher.combine(sequence)
      for effect in steps[sequence]?.rest ?? [] { hash(effect, into: &hasher) }
    }
  }

  private func hash(_ effect: Effect<Message>, into hasher: inout Hasher) {
    switch effect.content {
    case .work(let work):
      hasher.combine(work.label)
      hasher.combine(work.id)
    case .merge(let effects), .sequence(let effects):
      hasher.combine(effects.array.count)
      for effect in effects.array { hash(effect, into: &hasher) }
    case .within(let membership, let effect):
      hasher.combine(membership.tag)
      hash(effect, into: &hasher)
    case .none: hasher.combine(0)
    case .message, .cancel, .leave, .report, .unhandled: hasher.combine(1)
    }
  }
}
