extension Effect {
  /// Sends a message of a part that answers the state around it, such as the note that an editor has saved.
  ///
  /// ```swift
  /// case .saved: return .answer(.answered(.saved(editor.note)))
  /// ```
  ///
  /// Its turn comes after those of the messages that already wait, as with ``send(_:)``. It belongs to the
  /// state around the part: it arrives even if the part has left by then, and is dropped if the part around
  /// has. The update of the state around handles it before it forwards the part's other messages. Outside of
  /// parts it is the same as ``send(_:)``.
  public static func answer(_ message: Message) -> Effect { send(message).within(.answer) }

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

  /// True if the effect runs anything.
  var hasWork: Bool {
    switch content {
    case .work: true
    case .merge(let effects), .sequence(let effects): effects.array.contains { $0.hasWork }
    case .within(_, let effect): effect.hasWork
    case .none, .message, .cancel, .leave, .report, .unhandled: false
    }
  }

  @usableFromInline
  package func within(_ membership: PartMembership) -> Effect {
    isNone ? .none : Effect(.within(membership, self))
  }

  /// Ends everything that belongs to a part, as if it had left; later effects belong to a new stay.
  @usableFromInline
  package static func leave(part name: EffectID) -> Effect { Effect(.leave(name)) }

  /// Cancels every effect of a part, here or inside another part, whose own id satisfies `predicate`.
  package static func cancelInParts(where predicate: @escaping @Sendable (EffectID) -> Bool) -> Effect {
    Effect(.cancel(.inParts(predicate)))
  }
}
