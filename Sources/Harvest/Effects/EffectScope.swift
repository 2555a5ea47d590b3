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

/// The owners of a machine's effects at one of its places in a larger state.
///
/// One machine may have several places, such as a chart that two devices follow. What ends at one of them
/// goes on at the others.
struct ScopePlaces: Sendable {
  private var places: [Millrace.EffectID: EffectScope] = [:]
  /// The owners that a chart's own effects keep at each place.
  private var kept: Set<Millrace.EffectID> = []

  init(_ scopes: [(now: EffectScope, own: EffectScope?)]) {
    for (scope, own) in scopes {
      places[scope.name] = EffectScope(scope.description)
      if scope == own { kept.insert(scope.name) }
    }
  }

  var isEmpty: Bool { places.isEmpty }

  subscript(_ name: Millrace.EffectID) -> EffectScope? { places[name] }

  /// Returns the owners that end where this one does.
  func ends(of scope: EffectScope) -> [EffectScope] {
    guard let place = places[scope.name] else { return [scope] }
    return kept.contains(scope.name) ? [place, scope] : [place]
  }

  /// Returns names, with those that they had before this place.
  func names(before names: Set<Millrace.EffectID>) -> Set<Millrace.EffectID> {
    places.reduce(into: names) { if names.contains($1.value.name) { $0.insert($1.key) } }
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
