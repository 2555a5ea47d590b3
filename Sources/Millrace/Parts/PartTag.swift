import MillraceCore

/// A part's name in effects: the name of its kind, and an identity among those of its kind.
@usableFromInline
package struct PartTag: Hashable, Sendable {
  /// The name that the part was declared under.
  package let name: EffectID
  /// The identity among those of its kind.
  package let identity: EffectID

  package init(_ name: EffectID, _ identity: EffectID = PartTag.presence) {
    self.name = name
    self.identity = identity
  }

  /// The identity of a part that exists once at most, and whose successor counts as the same.
  package static var presence: EffectID { EffectID(0) }
}

/// How an effect belongs to a part.
@usableFromInline
package struct PartMembership: Sendable {
  package let tag: PartTag
  /// True when ids and queues are the part's own, and never meet those of others.
  package var ownsNames = true
  /// True when the part may be unknown to the store; it then is there until it is left by an effect.
  package var mayBeUndeclared = false

  package init(_ tag: PartTag, ownsNames: Bool = true, mayBeUndeclared: Bool = false) {
    self.tag = tag
    self.ownsNames = ownsNames
    self.mayBeUndeclared = mayBeUndeclared
  }
}

/// For which part effects are handed over.
@usableFromInline
struct PartContext: Sendable {
  /// The innermost part.
  @usableFromInline var stay: PartStay
  /// The part whose ids and queues are meant.
  @usableFromInline var names: PartStay

  /// The store itself.
  @inlinable static var whole: PartContext { PartContext(stay: .whole, names: .whole) }

  @inlinable var isWhole: Bool { stay == .whole }

  @inlinable
  init(stay: PartStay, names: PartStay) {
    self.stay = stay
    self.names = names
  }
}

/// A name of an effect or a queue of a part, which is another than the same name of any other part.
struct PartOwnName: Hashable, Sendable, CustomStringConvertible {
  let part: PartStay
  /// What the part is called, for people.
  let partName: EffectID
  let name: EffectID

  static func == (left: PartOwnName, right: PartOwnName) -> Bool {
    left.part == right.part && left.name == right.name
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(part)
    hasher.combine(name)
  }

  var description: String { "\(partName).\(name)" }
}

extension EffectID {
  /// The name of a part behind that of the one around it.
  static func joined(_ outer: EffectID?, _ name: EffectID) -> EffectID {
    outer.map { EffectID("\($0).\(name)") } ?? name
  }
}
