extension Effect {
  /// The same effect as one of a part: it ends with the part, and its ids and queues are the part's own.
  ///
  /// If the part is not there when the turn is over, the effect is not begun. A message that it sends at once is dropped
  /// when the part leaves before the message has its turn.
  ///
  /// - Parameters:
  ///   - name: What the part is called, as its ``PartDeclaration`` says.
  ///   - identity: Which one of its kind asks.
  public func within(part name: EffectID, identity: EffectID) -> Effect {
    within(PartMembership(PartTag(name, identity)))
  }

  /// The same effect as one of a part that exists once at most, wrapped for the state around it.
  func within<Whole: Sendable>(
    _ name: EffectID, _ identity: EffectID, _ embed: @escaping @Sendable (Message) -> Whole
  ) -> Effect<Whole> {
    isNone ? .none : map(embed).within(PartMembership(PartTag(name, identity)))
  }

  package func within(_ membership: PartMembership) -> Effect {
    isNone ? .none : Effect(step: .within(membership, self))
  }

  /// Ends what was begun for a part, as if it had left; what is begun for it after this is another's.
  package static func leave(part name: EffectID) -> Effect { Effect(step: .leave(name)) }

  /// Cancels every effect of a part, here or inside of another, whose own id satisfies `predicate`.
  package static func cancelInParts(where predicate: @escaping @Sendable (EffectID) -> Bool) -> Effect {
    Effect(step: .cancel(.inParts(predicate)))
  }
}
