// Embedded Swift has no key paths.
#if !hasFeature(Embedded)
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

  /// Returns the affine traversal to the payload that an optional property of an enum returns, nil in other
  /// cases.
  ///
  /// The property's setter replaces the payload where there is one, and does nothing in other cases. To
  /// modify, the payload is read, changed and set: O(size of the payload). A ``Prism`` has no such cost.
  ///
  /// ```swift
  /// let counter = AffineTraversal.fromEnum(\Screen.counter)
  /// ```
  public static func fromEnum(_ path: any WritableKeyPath<Whole, Part?> & Sendable) -> AffineTraversal {
    AffineTraversal(
      tryGet: { $0[keyPath: path] }, set: { (whole: inout Whole, part: Part) in whole[keyPath: path] = part })
  }
}
#endif
