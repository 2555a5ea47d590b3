/// Groups `>>>` from the left, and tighter than arithmetic.
precedencegroup OpticCompositionPrecedence {
  associativity: left
  higherThan: MultiplicationPrecedence
}

/// Composes two optics, the outer one on the left: `outer >>> inner`.
infix operator >>> : OpticCompositionPrecedence

// Two lenses make a lens and two prisms make a prism, because their laws survive. Every mix makes an affine
// traversal: after a lens the whole cannot be made from the part alone, after a prism the part may be
// missing.

extension Lens {
  /// Composes this optic with a lens from its part.
  @_alwaysEmitIntoClient
  public func appending<Inner>(_ next: Lens<Part, Inner>) -> Lens<Whole, Inner> {
    Lens<Whole, Inner>(
      get: { next.get(get($0)) },
      modify: { whole, body in lend(&whole) { next.lend(&$0, body) } })
  }

  /// Composes two optics, the same as `outer.appending(inner)`.
  @_alwaysEmitIntoClient
  public static func >>> <Inner>(outer: Lens, inner: Lens<Part, Inner>) -> Lens<Whole, Inner> {
    outer.appending(inner)
  }

  /// Composes this optic with a prism from its part.
  @_alwaysEmitIntoClient
  public func appending<Inner>(_ next: Prism<Part, Inner>) -> AffineTraversal<Whole, Inner> {
    AffineTraversal(lens: self).appending(AffineTraversal(prism: next))
  }

  /// Composes two optics, the same as `outer.appending(inner)`.
  @_alwaysEmitIntoClient
  public static func >>> <Inner>(outer: Lens, inner: Prism<Part, Inner>) -> AffineTraversal<Whole, Inner> {
    outer.appending(inner)
  }

  /// Composes this optic with an affine traversal from its part.
  @_alwaysEmitIntoClient
  public func appending<Inner>(_ next: AffineTraversal<Part, Inner>) -> AffineTraversal<Whole, Inner> {
    AffineTraversal(lens: self).appending(next)
  }

  /// Composes two optics, the same as `outer.appending(inner)`.
  @_alwaysEmitIntoClient
  public static func >>> <Inner>(
    outer: Lens, inner: AffineTraversal<Part, Inner>
  ) -> AffineTraversal<Whole, Inner> {
    outer.appending(inner)
  }
}

extension Prism {
  /// Composes this optic with a prism from its part.
  @_alwaysEmitIntoClient
  public func appending<Inner>(_ next: Prism<Part, Inner>) -> Prism<Whole, Inner> {
    Prism<Whole, Inner>(
      tryGet: { tryGet($0).flatMap(next.tryGet) },
      inject: { inject(next.inject($0)) })
  }

  /// Composes two optics, the same as `outer.appending(inner)`.
  @_alwaysEmitIntoClient
  public static func >>> <Inner>(outer: Prism, inner: Prism<Part, Inner>) -> Prism<Whole, Inner> {
    outer.appending(inner)
  }

  /// Composes this optic with a lens from its part.
  @_alwaysEmitIntoClient
  public func appending<Inner>(_ next: Lens<Part, Inner>) -> AffineTraversal<Whole, Inner> {
    AffineTraversal(prism: self).appending(AffineTraversal(lens: next))
  }

  /// Composes two optics, the same as `outer.appending(inner)`.
  @_alwaysEmitIntoClient
  public static func >>> <Inner>(outer: Prism, inner: Lens<Part, Inner>) -> AffineTraversal<Whole, Inner> {
    outer.appending(inner)
  }

  /// Composes this optic with an affine traversal from its part.
  @_alwaysEmitIntoClient
  public func appending<Inner>(_ next: AffineTraversal<Part, Inner>) -> AffineTraversal<Whole, Inner> {
    AffineTraversal(prism: self).appending(next)
  }

  /// Composes two optics, the same as `outer.appending(inner)`.
  @_alwaysEmitIntoClient
  public static func >>> <Inner>(
    outer: Prism, inner: AffineTraversal<Part, Inner>
  ) -> AffineTraversal<Whole, Inner> {
    outer.appending(inner)
  }
}

extension AffineTraversal {
  /// Composes this optic with an affine traversal from its part.
  @_alwaysEmitIntoClient
  public func appending<Inner>(_ next: AffineTraversal<Part, Inner>) -> AffineTraversal<Whole, Inner> {
    AffineTraversal<Whole, Inner>(
      tryGet: { tryGet($0).flatMap(next.tryGet) },
      modify: { whole, body in
        var found = false
        _ = lend(&whole) { found = next.lend(&$0, body) }
        return found
      })
  }

  /// Composes two optics, the same as `outer.appending(inner)`.
  @_alwaysEmitIntoClient
  public static func >>> <Inner>(
    outer: AffineTraversal, inner: AffineTraversal<Part, Inner>
  ) -> AffineTraversal<Whole, Inner> {
    outer.appending(inner)
  }

  /// Composes this optic with a lens from its part.
  @_alwaysEmitIntoClient
  public func appending<Inner>(_ next: Lens<Part, Inner>) -> AffineTraversal<Whole, Inner> {
    appending(AffineTraversal<Part, Inner>(lens: next))
  }

  /// Composes two optics, the same as `outer.appending(inner)`.
  @_alwaysEmitIntoClient
  public static func >>> <Inner>(
    outer: AffineTraversal, inner: Lens<Part, Inner>
  ) -> AffineTraversal<Whole, Inner> {
    outer.appending(inner)
  }

  /// Composes this optic with a prism from its part.
  @_alwaysEmitIntoClient
  public func appending<Inner>(_ next: Prism<Part, Inner>) -> AffineTraversal<Whole, Inner> {
    appending(AffineTraversal<Part, Inner>(prism: next))
  }

  /// Composes two optics, the same as `outer.appending(inner)`.
  @_alwaysEmitIntoClient
  public static func >>> <Inner>(
    outer: AffineTraversal, inner: Prism<Part, Inner>
  ) -> AffineTraversal<Whole, Inner> {
    outer.appending(inner)
  }
}
