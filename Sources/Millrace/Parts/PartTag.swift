import MillraceCore

/// The name of a part in effects: the name of its kind, and an identity among those of its kind.
@usableFromInline
package struct PartTag: Hashable, Sendable {
  /// The name that the part was declared under.
  package let name: EffectID
  /// The identity among the parts of its kind.
  package let identity: EffectID

  package init(_ name: EffectID, _ identity: EffectID = PartTag.presence) {
    self.name = name
    self.identity = identity
  }

  /// The identity of a part that exists at most once, and whose replacement counts as the same part.
  package static var presence: EffectID { EffectID(0) }
}

/// The relation of an effect to its part.
@usableFromInline
package struct PartMembership: Sendable {
  package let tag: PartTag
  /// True if ids and queues are the part's own, and never equal those of others.
  package var ownsNames = true
  /// True if the store may not know the part, which then exists until an effect ends it.
  package var mayBeUndeclared = false
  /// True if the part receives no answers: those of parts inside it pass on to the state around it.
  package var passesAnswers = false
  /// True for an effect that belongs to the receiver of the part's answers.
  package var isAnswer = false

  package init(
    _ tag: PartTag, ownsNames: Bool = true, mayBeUndeclared: Bool = false, passesAnswers: Bool = false
  ) {
    self.tag = tag
    self.ownsNames = ownsNames
    self.mayBeUndeclared = mayBeUndeclared
    self.passesAnswers = passesAnswers
  }

  /// The relation of an answer: it belongs to the receiver, and ends with it.
  package static var answer: PartMembership {
    var membership = PartMembership(PartTag("answer"))
    membership.isAnswer = true
    return membership
  }
}

/// The part to which an effect is assigned.
@usableFromInline
struct PartContext: Sendable {
  /// The innermost part.
  @usableFromInline var stay: PartStay
  /// The part whose ids and queues are meant.
  @usableFromInline var names: PartStay
  /// The part that receives the answers of this one.
  @usableFromInline var receiver: PartStay
  /// True if this part receives no answers itself.
  @usableFromInline var passesAnswers = false

  /// The store itself.
  @inlinable static var whole: PartContext { PartContext(stay: .whole, names: .whole) }

  @inlinable var isWhole: Bool { stay == .whole }

  /// The part that receives the answers of parts directly inside this one.
  @inlinable var innerReceiver: PartStay { passesAnswers ? receiver : stay }

  @inlinable
  init(stay: PartStay, names: PartStay, receiver: PartStay = .whole) {
    self.stay = stay
    self.names = names
    self.receiver = receiver
  }
}

/// A name of an effect or a queue of a part, different from the same name in any other part.
struct PartOwnName: Hashable, Sendable, CustomStringConvertible {
  let part: PartStay
  /// The name of the part, for people.
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
  /// Joins the name of a part to the name of the part around it.
  static func joined(_ outer: EffectID?, _ name: EffectID) -> EffectID {
    outer.map { EffectID("\($0).\(name)") } ?? name
  }
}
