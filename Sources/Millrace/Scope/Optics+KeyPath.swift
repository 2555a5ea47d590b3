extension Lens {
  /// Creates a lens to the part that a key path leads to, changed in place.
  ///
  /// ```swift
  /// let title = Lens(\Note.title)
  /// ```
  public init(_ path: any WritableKeyPath<Whole, Part> & Sendable) {
    self.init(get: { $0[keyPath: path] }, modify: { whole, body in body(&whole[keyPath: path]) })
  }
}

extension AffineTraversal {
  /// Creates a traversal to the part that a key path leads to, changed in place.
  public init(_ path: any WritableKeyPath<Whole, Part> & Sendable) {
    self.init(lens: Lens(path))
  }
}
