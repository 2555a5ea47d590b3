import Millrace

/// A machine that is part of another, or a state of a chart: the owner of effects.
@usableFromInline
final class EffectScope: Hashable, Sendable, CustomStringConvertible {
  /// The name in records.
  @usableFromInline let description: String

  @usableFromInline
  init(_ description: String = "part") {
    self.description = description
  }

  @usableFromInline
  static func == (left: EffectScope, right: EffectScope) -> Bool { left === right }

  @usableFromInline
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  var name: Millrace.EffectID { Millrace.EffectID(self) }

  /// Returns the relation of effects to this part.
  ///
  /// - Parameters:
  ///   - identity: The identity of the part's state.
  ///   - ownsNames: True when ids and queues are the part's own.
  func membership(_ identity: Millrace.EffectID = PartTag.presence, ownsNames: Bool) -> PartMembership {
    PartMembership(PartTag(name, identity), ownsNames: ownsNames, mayBeUndeclared: true)
  }
}

extension Effect {
  /// The states of charts that the effect marks as those that it resumes.
  var resumedScopes: Set<Millrace.EffectID> {
    kinds.reduce(into: []) { scopes, kind in
      guard case .part(let membership, let effect) = kind else { return }
      scopes.formUnion(effect.isEmpty ? [membership.tag.name] : effect.resumedScopes)
    }
  }
}
