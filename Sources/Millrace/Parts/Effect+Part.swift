extension Effect {
  /// Returns the effect as one of a part: it ends with the part, and its ids and queues are the part's own.
  ///
  /// If the part does not exist when the turn is over, the effect is not begun. A message that it sends at
  /// once is dropped if the part leaves before the message has its turn.
  ///
  /// - Parameters:
  ///   - name: The name of the part in its ``PartDeclaration``.
  ///   - identity: The identity of the part among those of its kind.
  public func within(part name: EffectID, identity: EffectID) -> Effect {
    within(PartMembership(PartTag(name, identity)))
  }

  /// Returns the effect as one of a part that exists at most once, wrapped for the state around it.
  func within<Whole: Sendable>(
    _ name: EffectID, _ identity: EffectID, _ embed: @escaping @Sendable (Message) -> Whole
  ) -> Effect<Whole> {
    isNone ? .none : map(embed).within(PartMembership(PartTag(name, identity)))
  }

  @usableFromInline
  package func within(_ membership: PartMembership) -> Effect {
    isNone ? .none : Effect(.within(membership, self))
  }

  /// Ends everything that belongs to a part, as if it had left; later effects belong to a new stay.
  package static func leave(part name: EffectID) -> Effect { Effect(.leave(name)) }

  /// Cancels every effect of a part, here or inside another part, whose own id satisfies `predicate`.
  package static func cancelInParts(where predicate: @escaping @Sendable (EffectID) -> Bool) -> Effect {
    Effect(.cancel(.inParts(predicate)))
  }
}
