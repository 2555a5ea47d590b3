import MillraceCore

/// A store's parts, without their types: those that are present, and a way to find each.
///
/// Touched at the store's home only.
@usableFromInline
final class PartRegister {
  /// A part's presence in the state.
  enum Finding {
    case there(PartStay)
    case gone
    /// No part of this name was declared there.
    case undeclared
  }

  private var tree = PartTree<PartTag>()
  /// The stays of undeclared parts by their names, which the state says nothing of.
  private var undeclared: [PartTag: PartStay] = [:]
  /// The stays that have ended and are not yet reported.
  private(set) var ended: [PartStay] = []
  /// Looks in the state for a part, by the tags of those around it and its own.
  var find: ([PartTag]) -> Finding = { _ in .undeclared }
  /// Names of parts that were found to be undeclared and have been reported.
  private var reported: Set<EffectID> = []

  /// True when what waits for its turn may have it: the part that has sent it has not left.
  @usableFromInline
  func isThere(_ stay: PartStay) -> Bool { tree.contains(stay) }

  func isAtOrInside(_ stay: PartStay, _ outer: PartStay) -> Bool { tree.isAtOrInside(stay, outer) }

  /// The names of a part and of those around it, such as `page.detail`; nil for the whole.
  func name(of stay: PartStay) -> EffectID? {
    tree.path(of: stay).reduce(nil) { EffectID.joined($0, $1.name) }
  }

  /// The stay of a part that is there; begins one where nothing was begun for it yet.
  func begin(_ tag: PartTag, in outer: PartStay) -> PartStay { tree.begin(tag, in: outer) }

  /// A part has left, and all those in it.
  func end(_ stay: PartStay) { tree.end(stay, into: &ended) }

  func takeEnded() -> [PartStay] {
    defer { ended = [] }
    if !undeclared.isEmpty { undeclared = undeclared.filter { tree.contains($0.value) } }
    return ended
  }

  /// The stay of the part that an effect says it belongs to; nil when that is not there.
  ///
  /// - Parameter report: Told when an undeclared part is met that should be declared, once for each name.
  func enter(_ membership: PartMembership, in outer: PartStay, report: (PartNotDeclared) -> Void) -> PartStay?
  {
    switch find(tree.path(of: outer) + [membership.tag]) {
    case .there(let stay): return stay
    case .gone: return nil
    case .undeclared:
      if !membership.mayBeUndeclared, reported.insert(membership.tag.name).inserted {
        report(PartNotDeclared(part: "\(membership.tag.name)"))
      }
      // Of one name one is there at a time, so that what is forgotten does not pile up.
      let slot = PartTag(membership.tag.name, EffectID(outer.number))
      let stay = tree.begin(membership.tag, in: outer)
      if let other = undeclared.updateValue(stay, forKey: slot), other != stay { end(other) }
      return stay
    }
  }

  /// Ends the stays of a part in another, whichever one of its kind it is.
  func leave(_ name: EffectID, in outer: PartStay) {
    for stay in tree.inner(of: outer) where tree.tag(of: stay)?.name == name { end(stay) }
  }
}

/// An effect says that it belongs to a part that its store knows nothing of.
public struct PartNotDeclared: AdvisingError, Hashable, CustomStringConvertible {
  /// The name of the part.
  public let part: String

  /// A sentence that says what happened, why, and what to do.
  public var description: String {
    """
    An effect belongs to the part `\(part)`, which was not declared, so it does not end when the part leaves; name \
    the part in `parts` where the store, or the part around it, is made.
    """
  }
}
