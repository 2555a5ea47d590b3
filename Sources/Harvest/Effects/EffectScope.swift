public import Millrace

/// A machine that is part of another, or a state of a chart, as its effects know it.
@usableFromInline
final class EffectScope: Hashable, Sendable, CustomStringConvertible {
  /// What it is called in records.
  @usableFromInline let description: String

  @usableFromInline
  init(_ description: String = "part") {
    self.description = description
  }

  @usableFromInline
  static func == (left: EffectScope, right: EffectScope) -> Bool { left === right }

  @usableFromInline
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  /// What the kernel calls it.
  var name: Millrace.EffectID { Millrace.EffectID(self) }
}

/// How effects belong to a part.
@usableFromInline
struct EffectMembership: Sendable {
  let scope: EffectScope
  /// Which one of its kind asks.
  var identity = PartTag.presence
  /// True when ids and queues are the part's own.
  var ownsNames = true

  /// The same for the kernel.
  var kernel: PartMembership {
    PartMembership(PartTag(scope.name, identity), ownsNames: ownsNames, mayBeUndeclared: true)
  }

  @usableFromInline
  func kernelEffect<Message: Sendable>(_ effect: Millrace.Effect<Message>) -> Millrace.Effect<Message> {
    effect.within(kernel)
  }
}
