/// An optic to a part that a whole has at most once, such as a row that may have been deleted.
///
/// A composition of lenses and prisms is one. It is lawful when:
/// - setting the value that was read changes nothing;
/// - getting after setting returns the set value, if there was a part before, and nothing otherwise;
/// - of two consecutive sets only the last one counts;
/// - where there is no part, setting changes nothing.
///
/// ```swift
/// let name = Lens<App, User?>(get: { $0.user }, modify: { $1(&$0.user) }) >>> .some >>> userName
/// name.set(&app, "Ada")  // false, and nothing changed, when no user is logged in
/// ```
@frozen
public struct AffineTraversal<Whole, Part>: Sendable {
  /// Returns the part if there is one, `nil` otherwise.
  public let tryGet: @Sendable (Whole) -> Part?

  /// Lends the part, if there is one, to its second argument, in place; returns whether there was one.
  @usableFromInline
  let lend: @Sendable (inout Whole, (inout Part) -> Void) -> Bool

  /// Creates an affine traversal that changes the part in place, so that nothing is copied.
  ///
  /// - Parameters:
  ///   - tryGet: A closure that returns the part if there is one, `nil` otherwise.
  ///   - modify: A closure that calls its second argument exactly once with the part, in place, and returns
  ///     `true`; where there is no part, it changes nothing and returns `false`.
  @_alwaysEmitIntoClient
  public init(
    tryGet: @escaping @Sendable (Whole) -> Part?,
    modify: @escaping @Sendable (inout Whole, (inout Part) -> Void) -> Bool
  ) {
    self.tryGet = tryGet
    self.lend = modify
  }

  /// Creates an affine traversal from a getter and a setter that writes into the whole.
  ///
  /// To modify, the part is read, changed and set, so a collection in it is copied each time: O(size of the
  /// part). `init(tryGet:modify:)` has no such cost.
  ///
  /// - Parameters:
  ///   - tryGet: A closure that returns the part if there is one, `nil` otherwise.
  ///   - set: A closure that replaces the part. It is called only where there is one.
  @_alwaysEmitIntoClient
  public init(
    tryGet: @escaping @Sendable (Whole) -> Part?,
    set: @escaping @Sendable (inout Whole, Part) -> Void
  ) {
    self.init(tryGet: tryGet) { whole, body in
      guard var part = tryGet(whole) else { return false }
      body(&part)
      set(&whole, part)
      return true
    }
  }

  /// Creates an affine traversal from a getter and a setter that makes a new whole.
  ///
  /// To modify, the part is read, changed and set, so a collection in it is copied each time: O(size of the
  /// part). `init(tryGet:modify:)` has no such cost.
  ///
  /// - Parameters:
  ///   - tryGet: A closure that returns the part if there is one, `nil` otherwise.
  ///   - set: A closure that returns the whole with another part. It is called only where there is one.
  @_alwaysEmitIntoClient
  public init(
    tryGet: @escaping @Sendable (Whole) -> Part?,
    set: @escaping @Sendable (Whole, Part) -> Whole
  ) {
    self.init(tryGet: tryGet, set: { (whole: inout Whole, part: Part) in whole = set(whole, part) })
  }

  /// Creates an affine traversal that always finds the part of `lens`.
  @_alwaysEmitIntoClient
  public init(lens: Lens<Whole, Part>) {
    self.init(tryGet: { lens.get($0) }) { whole, body in
      lens.lend(&whole, body)
      return true
    }
  }

  /// Creates an affine traversal to the part of `prism`.
  @_alwaysEmitIntoClient
  public init(prism: Prism<Whole, Part>) {
    self.init(tryGet: prism.tryGet, modify: { prism.lend(&$0, $1) })
  }

  /// Replaces the part if there is one, in place, and returns whether there was.
  @_alwaysEmitIntoClient
  @discardableResult
  public func set(_ whole: inout Whole, _ part: Part) -> Bool {
    lend(&whole) { $0 = part }
  }

  /// Changes the part if there is one, in place where the traversal can, and returns whether there was.
  ///
  /// An error of `body` is rethrown; the changes until then stay.
  @_alwaysEmitIntoClient
  @discardableResult
  public func modify<E: Error>(
    _ whole: inout Whole, _ body: (inout Part) throws(E) -> Void
  ) throws(E) -> Bool {
    let done: Void? = try modify(&whole, body)
    return done != nil
  }

  /// Changes the part if there is one, in place where the traversal can, and returns the result of `body`,
  /// `nil` if there is no part.
  ///
  /// An error of `body` is rethrown; the changes until then stay.
  @_alwaysEmitIntoClient
  public func modify<R, E: Error>(
    _ whole: inout Whole, _ body: (inout Part) throws(E) -> R
  ) throws(E) -> R? {
    var outcome: Result<R, E>?
    _ = lend(&whole) { part in
      do throws(E) { outcome = .success(try body(&part)) } catch { outcome = .failure(error) }
    }
    return try outcome?.get()
  }

  /// Returns a copy of `whole` with another part, or an unchanged copy if there is no part.
  @_alwaysEmitIntoClient
  public func setting(_ whole: Whole, to part: Part) -> Whole {
    var copy = whole
    set(&copy, part)
    return copy
  }

  /// Returns a copy of `whole` with its part changed by `body`, or an unchanged copy if there is no part.
  ///
  /// An error of `body` is rethrown.
  @_alwaysEmitIntoClient
  public func modifying<E: Error>(
    _ whole: Whole, _ body: (inout Part) throws(E) -> Void
  ) throws(E) -> Whole {
    var copy = whole
    try modify(&copy, body)
    return copy
  }
}

extension AffineTraversal where Whole == Part {
  /// The affine traversal whose part is the whole; composing with it changes nothing.
  @_alwaysEmitIntoClient
  public static var id: AffineTraversal {
    AffineTraversal(lens: .id)
  }
}
