public import Millrace

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

  /// The kernel's id of the scope.
  var name: Millrace.EffectID { Millrace.EffectID(self) }
}

/// The relation of effects to their part.
@usableFromInline
struct EffectMembership: Sendable {
  let scope: EffectScope
  /// The identity of the part's state.
  var identity = PartTag.presence
  /// True when ids and queues are the part's own.
  var ownsNames = true

  /// The kernel's form of the membership.
  var kernel: PartMembership {
    PartMembership(PartTag(scope.name, identity), ownsNames: ownsNames, mayBeUndeclared: true)
  }

  @usableFromInline
  func kernelEffect<Message: Sendable>(_ effect: Millrace.Effect<Message>) -> Millrace.Effect<Message> {
    effect.within(kernel)
  }
}
