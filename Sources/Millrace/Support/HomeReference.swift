/// A reference to an actor that does not keep it alive: an actor that owns a store is the store's home, and
/// would never end.
///
/// The main actor lasts for ever and is referenced strongly: a single weak reference to an object makes each
/// retain and release of it several times slower, everywhere in the process.
@usableFromInline
package struct HomeReference {
  private let lasting: MainActor?
  private weak var passing: (any Actor)?

  package init(_ actor: any Actor) {
    lasting = actor as? MainActor
    if lasting == nil { passing = actor }
  }

  var isMain: Bool { lasting != nil }

  /// The actor, while it lives.
  @usableFromInline package var actor: (any Actor)? { lasting ?? passing }
}

extension HomeReference: Sendable {}
