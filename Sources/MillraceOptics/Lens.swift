/// An optic to one part that every whole has, such as a property of a struct.
///
/// A lens is lawful when:
/// - setting the value that was read changes nothing;
/// - getting after setting returns the set value;
/// - of two consecutive sets only the last one counts.
///
/// ```swift
/// let title = Lens<Book, String>(get: { $0.title }, modify: { $1(&$0.title) })
/// title.modify(&book) { $0.append("!") }
/// ```
@frozen
public struct Lens<Whole, Part>: Sendable {
  /// Returns the part of a whole.
  public let get: @Sendable (Whole) -> Part

  /// Lends the part to its second argument, in place.
  @usableFromInline
  let lend: @Sendable (inout Whole, (inout Part) -> Void) -> Void

  /// Creates a lens that changes the part in place, so that nothing is copied.
  ///
  /// This is the form for large states: an array inside the whole is not copied when one element changes.
  ///
  /// - Parameters:
  ///   - get: A closure that returns the part of a whole.
  ///   - modify: A closure that calls its second argument exactly once with the part, in place: `{
  ///     $1(&$0.title) }`.
  @_alwaysEmitIntoClient
  public init(
    get: @escaping @Sendable (Whole) -> Part,
    modify: @escaping @Sendable (inout Whole, (inout Part) -> Void) -> Void
  ) {
    self.get = get
    self.lend = modify
  }

  /// Creates a lens from a getter and a setter that writes into the whole.
  ///
  /// To modify, the part is read, changed and set, so a collection in it is copied each time: O(size of the
  /// part). `init(get:modify:)` has no such cost.
  ///
  /// - Parameters:
  ///   - get: A closure that returns the part of a whole.
  ///   - set: A closure that replaces the part: `{ $0.title = $1 }`.
  @_alwaysEmitIntoClient
  public init(
    get: @escaping @Sendable (Whole) -> Part,
    set: @escaping @Sendable (inout Whole, Part) -> Void
  ) {
    self.init(get: get) { whole, body in
      var part = get(whole)
      body(&part)
      set(&whole, part)
    }
  }

  /// Creates a lens from a getter and a setter that makes a new whole.
  ///
  /// To modify, the part is read, changed and set, so a collection in it is copied each time: O(size of the
  /// part). `init(get:modify:)` has no such cost.
  ///
  /// - Parameters:
  ///   - get: A closure that returns the part of a whole.
  ///   - set: A closure that returns the whole with another part: `{ Book(title: $1, author: $0.author) }`.
  @_alwaysEmitIntoClient
  public init(
    get: @escaping @Sendable (Whole) -> Part,
    set: @escaping @Sendable (Whole, Part) -> Whole
  ) {
    self.init(get: get, set: { (whole: inout Whole, part: Part) in whole = set(whole, part) })
  }

  /// Replaces the part, in place.
  @_alwaysEmitIntoClient
  public func set(_ whole: inout Whole, _ part: Part) {
    lend(&whole) { $0 = part }
  }

  /// Changes the part, in place where the lens can, and returns the result of `body`.
  ///
  /// An error of `body` is rethrown; the changes until then stay.
  @_alwaysEmitIntoClient
  public func modify<R, E: Error>(
    _ whole: inout Whole, _ body: (inout Part) throws(E) -> R
  ) throws(E) -> R {
    var outcome: Result<R, E>?
    lend(&whole) { part in
      do throws(E) { outcome = .success(try body(&part)) } catch { outcome = .failure(error) }
    }
    guard let outcome else {
      preconditionFailure(
        """
        This lens did not call the body, so there is no result to return; the closure passed as `Lens(get:modify:)` \
        must call its second argument exactly once.
        """)
    }
    return try outcome.get()
  }

  /// Returns a copy of `whole` with another part.
  @_alwaysEmitIntoClient
  public func setting(_ whole: Whole, to part: Part) -> Whole {
    var copy = whole
    set(&copy, part)
    return copy
  }

  /// Returns a copy of `whole` with its part changed by `body`.
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

extension Lens where Whole == Part {
  /// The lens whose part is the whole; composing with it changes nothing.
  @_alwaysEmitIntoClient
  public static var id: Lens {
    Lens(get: { $0 }, modify: { $1(&$0) })
  }
}
