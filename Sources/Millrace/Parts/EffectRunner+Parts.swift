import MillraceCore

/// The effects of parts, which end with their part.
extension EffectRunner {
  private func openRegister() -> PartRegister {
    if let register { return register }
    let opened = PartRegister()
    register = opened
    return opened
  }

  // MARK: Beginning

  /// Returns the part that receives an effect; nil if that part does not exist.
  @usableFromInline
  func enter(_ membership: PartMembership, from context: PartContext) -> PartContext? {
    let register = openRegister()
    if membership.isAnswer {
      let receiver = context.receiver
      return register.isThere(receiver) ? PartContext(stay: receiver, names: receiver) : nil
    }
    guard register.isThere(context.stay) else { return nil }
    let stay = register.enter(membership, in: context.stay) { error in
      calls.append(.report(.reported(store: storeName, error: error)))
    }
    endLeftParts()
    return stay.map { stay in
      var inner = PartContext(
        stay: stay, names: membership.ownsNames ? stay : context.names, receiver: context.innerReceiver)
      inner.passesAnswers = membership.passesAnswers
      return inner
    }
  }

  /// Returns a name that is the part's own.
  @usableFromInline
  func own(_ name: EffectID, _ context: PartContext) -> EffectID {
    EffectID(
      PartOwnName(part: context.names, partName: register?.name(of: context.names) ?? "", name: name))
  }

  /// Returns the name as it was before it became a part's own; nil if it is another part's.
  private func plain(_ name: EffectID, _ context: PartContext) -> EffectID? {
    guard let own = name.value as? PartOwnName else { return context.names == .whole ? name : nil }
    return own.part == context.names ? own.name : nil
  }

  /// Records that an effect belongs to a part.
  @usableFromInline
  func note(_ token: EffectToken, _ slot: Slot, of stay: PartStay) {
    slot.stay = stay
    partEffects[stay, default: (register?.name(of: stay), [:])].tokens[token.serial] = token
  }

  /// Removes the record of an effect of a part, which has ended.
  @usableFromInline
  func forget(_ slot: Slot) {
    partEffects[slot.stay]?.tokens[slot.serial] = nil
    if partEffects[slot.stay]?.tokens.isEmpty == true { partEffects[slot.stay] = nil }
    slot.stay = .whole
  }

  /// Drops an effect whose part does not exist, sends its answers, and reports the errors in it.
  ///
  /// Returns false if the update did not know its message.
  @usableFromInline
  func abandon(
    _ effect: Effect<Message>, _ membership: PartMembership, from context: PartContext, _ asked: EffectRequest
  ) -> Bool {
    // An answer whose receiver has left is the only effect in its relation.
    if membership.isAnswer { return true }
    return abandon(
      effect, EffectID.joined(register?.name(of: context.stay), membership.tag.name), asked,
      context.innerReceiver, passesAnswers: membership.passesAnswers)
  }

  /// Drops an effect of an absent part; `receiver` is nil if the receiver of its answers is absent, too.
  private func abandon(
    _ effect: Effect<Message>, _ part: EffectID, _ asked: EffectRequest, _ receiver: PartStay?,
    passesAnswers: Bool
  ) -> Bool {
    switch effect.content {
    case .none, .message, .cancel, .leave: return true
    case .work(let work):
      let serial = scheduler.pass()
      if flow.isTapped {
        events.append(
          EffectEvent(
            kind: .dropped(.cancelled), store: storeName, storeNumber: storeNumber, serial: serial,
            turn: asked.turn, label: work.label,
            id: work.id, queue: work.queue, part: part))
      }
      return true
    case .merge(let effects):
      return effects.array.reduce(true) {
        abandon($1, part, asked, receiver, passesAnswers: passesAnswers) && $0
      }
    case .sequence(let effects):
      // An answer behind work would say that the work is done.
      var (receiver, isHandled) = (receiver, true)
      for effect in effects.array {
        if effect.hasWork { receiver = nil }
        isHandled = abandon(effect, part, asked, receiver, passesAnswers: passesAnswers) && isHandled
      }
      return isHandled
    case .within(let inner, let effect) where inner.isAnswer:
      if let receiver, openRegister().isThere(receiver) {
        for message in effect.messages { outbox(message, .turn(asked.turn, asked.origin), receiver) }
      }
      return true
    case .within(let inner, let effect):
      return abandon(
        effect, EffectID.joined(part, inner.tag.name), asked, passesAnswers ? receiver : nil,
        passesAnswers: inner.passesAnswers)
    case .report(let error):
      calls.append(.report(.reported(store: storeName, error: error)))
      return true
    case .unhandled: return false
    }
  }

  // MARK: Cancelling

  @usableFromInline
  func cancel(where isWanted: (EffectID) -> Bool, _ context: PartContext) {
    if register == nil {
      scheduler.cancel(where: isWanted, into: &actions)
    } else {
      scheduler.cancel(where: { plain($0, context).map(isWanted) ?? false }, into: &actions)
    }
    carryOutActions()
  }

  /// Cancels the effects of parts that are inside another.
  @usableFromInline
  func cancelInParts(where isWanted: (EffectID) -> Bool, _ context: PartContext) {
    cancelEach(inside: context.names) { $0.map(isWanted) ?? false }
  }

  /// Cancels all effects of a part and of the parts inside it; the parts stay.
  @usableFromInline
  func cancelAll(inside outer: PartStay) {
    for (sequence, step) in steps where register?.isAtOrInside(step.context.stay, outer) == true {
      dropSteps(of: sequence)
    }
    cancelEach(inside: outer) { _ in true }
  }

  private func cancelEach(inside outer: PartStay, where isWanted: (EffectID?) -> Bool) {
    guard let register, !partEffects.isEmpty else { return }
    let stays = partEffects.keys.filter { register.isAtOrInside($0, outer) }
    let tokens = stays.flatMap { partEffects[$0]?.tokens.values.map { $0 } ?? [] }
    cancel(tokens.filter { isWanted(slot($0)?.work?.id) })
  }

  func cancel(_ tokens: [EffectToken]) {
    for token in tokens.sorted(by: { $0.serial < $1.serial }) {
      scheduler.cancel(token, into: &actions)
      carryOutActions()
    }
  }

  // MARK: Ending

  /// Ends everything that belongs to the part with a name, whatever its identity.
  ///
  /// It ends the part in its place, and at the top, where a whole may have begun effects of a part of a part.
  @usableFromInline
  func leave(_ name: EffectID, _ context: PartContext) {
    register?.leave(name, in: context.stay)
    if !context.isWhole { register?.leave(name, in: .whole) }
    endLeftParts()
  }

  /// Ends everything that belongs to parts that have left.
  @usableFromInline
  func endLeftParts() {
    guard let register, !register.ended.isEmpty else { return }
    let ended = register.takeEnded()
    if !steps.isEmpty {
      let stays = Set(ended)
      for (sequence, step) in steps where stays.contains(step.context.stay) { steps[sequence]?.rest = [] }
    }
    for stay in ended {
      // Also if nothing is in flight, because in another order something may be.
      flow.cancellationListener?(storeName, nil)
      cancel(partEffects[stay]?.tokens.values.map { $0 } ?? [])
      partEffects[stay] = nil
    }
  }
}
