import MillraceCore

/// A store's parts, without their types: those that are present, and a way to find each.
///
/// Touched at the store's home only.
@usableFromInline
final class PartRegister {
  /// The result of a search for a part in the state.
  enum Finding {
    case there(PartStay)
    case gone
    /// No part of this name was declared there.
    case undeclared
  }

  private var tree = PartTree<PartTag>()
  /// The stays of undeclared parts by their names; the state has no information about them.
  private var undeclared: [PartTag: PartStay] = [:]
  /// The stays that have ended and are not yet reported.
  private(set) var ended: [PartStay] = []
  /// A function that finds a part in the state by its tags, the outermost first.
  var find: ([PartTag]) -> Finding = { _ in .undeclared }
  /// The names of undeclared parts that have been reported.
  private var reported: Set<EffectID> = []

  /// Returns true if a waiting message may have its turn: the part that sent it has not left.
  @usableFromInline
  func isThere(_ stay: PartStay) -> Bool { tree.contains(stay) }

  func isAtOrInside(_ stay: PartStay, _ outer: PartStay) -> Bool { tree.isAtOrInside(stay, outer) }

  /// Returns the names of a part and of those around it, such as `page.detail`; nil for the whole.
  func name(of stay: PartStay) -> EffectID? {
    tree.path(of: stay).reduce(nil) { EffectID.joined($0, $1.name) }
  }

  /// Returns the stay of an existing part; begins one if there is none yet.
  func begin(_ tag: PartTag, in outer: PartStay) -> PartStay { tree.begin(tag, in: outer) }

  /// Ends the stay of a part that has left, and all stays inside it.
  func end(_ stay: PartStay) { tree.end(stay, into: &ended) }

  func takeEnded() -> [PartStay] {
    defer { ended = [] }
    if !undeclared.isEmpty { undeclared = undeclared.filter { tree.contains($0.value) } }
    return ended
  }

  /// Returns the stay of the part that an effect belongs to; nil if that part does not exist.
  ///
  /// - Parameter report: A handler that is called once for each name of an undeclared part that should be
  ///   declared.
  func enter(_ membership: PartMembership, in outer: PartStay, report: (PartNotDeclared) -> Void) -> PartStay?
  {
    switch find(tree.path(of: outer) + [membership.tag]) {
    case .there(let stay): return stay
    case .gone: return nil
    case .undeclared:
      if !membership.mayBeUndeclared, reported.insert(membership.tag.name).inserted {
        report(PartNotDeclared(part: "\(membership.tag.name)"))
      }
      // Only one part of a name exists at a time, so that forgotten ones do not accumulate.
      let slot = PartTag(membership.tag.name, EffectID(outer.number))
      let stay = tree.begin(membership.tag, in: outer)
      if let other = undeclared.updateValue(stay, forKey: slot), other != stay { end(other) }
      return stay
    }
  }

  /// Returns the stay of the part that an effect would belong to; nil if there is none yet.
  func known(_ membership: PartMembership, in outer: PartStay) -> PartStay? {
    switch find(tree.path(of: outer) + [membership.tag]) {
    case .there(let stay): stay
    case .gone: nil
    case .undeclared: tree.known(membership.tag, in: outer)
    }
  }

  /// Ends the stays of a part inside another, whatever its identity.
  func leave(_ name: EffectID, in outer: PartStay) {
    for stay in tree.inner(of: outer) where tree.tag(of: stay)?.name == name { end(stay) }
  }
}

/// An error of an effect that belongs to a part which its store does not know.
public struct PartNotDeclared: AdvisingError, Hashable, CustomStringConvertible {
  /// The name of the part.
  public let part: String

  /// A sentence that says what happened, why, and what to do.
  public var description: String {
    """
    An effect belongs to the part `\(part)`, which was not declared, so the effect does not end when the part leaves \
    the state; declare the part in `parts` of the store, or of the enclosing part.
    """
  }
}
