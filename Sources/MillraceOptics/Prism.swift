/// An optic to a part that a whole may consist of, such as the payload of one case of an enum.
///
/// A prism is lawful when:
/// - reading an injected part returns that part;
/// - injecting the part that was read makes the same whole.
///
/// ```swift
/// let loaded = Prism<Page, [Row]>(
///   tryGet: { if case .loaded(let rows) = $0 { rows } else { nil } },
///   inject: { .loaded($0) })
/// ```
@frozen
public struct Prism<Whole, Part>: Sendable {
  /// Returns the part when the whole consists of one, `nil` otherwise.
  public let tryGet: @Sendable (Whole) -> Part?

  /// Makes a whole from a part.
  public let inject: @Sendable (Part) -> Whole

  /// Creates a prism from the two directions of one case.
  ///
  /// - Parameters:
  ///   - tryGet: A closure that returns the part when the whole consists of one, `nil` otherwise.
  ///   - inject: A closure that makes a whole from a part.
  @_alwaysEmitIntoClient
  public init(
    tryGet: @escaping @Sendable (Whole) -> Part?,
    inject: @escaping @Sendable (Part) -> Whole
  ) {
    self.tryGet = tryGet
    self.inject = inject
  }

  /// Lends the part to `body` and makes the whole again; returns whether there was a part.
  ///
  /// The whole is destroyed before `body` runs. The part is then the only owner of its contents, so a
  /// collection in the payload is changed in place although an enum cannot lend its payload.
  @_alwaysEmitIntoClient
  func lend(_ whole: inout Whole, _ body: (inout Part) -> Void) -> Bool {
    guard var part = tryGet(whole) else { return false }
    _ = consume whole
    body(&part)
    whole = inject(part)
    return true
  }

  /// Changes the part if there is one, and returns whether there was.
  ///
  /// A collection in the part is changed in place. An error of `body` is rethrown; the changes until then
  /// stay.
  @_alwaysEmitIntoClient
  @discardableResult
  public func modify<E: Error>(
    _ whole: inout Whole, _ body: (inout Part) throws(E) -> Void
  ) throws(E) -> Bool {
    let done: Void? = try modify(&whole, body)
    return done != nil
  }

  /// Changes the part if there is one, and returns the result of `body`, `nil` if there is no part.
  ///
  /// A collection in the part is changed in place. An error of `body` is rethrown; the changes until then
  /// stay.
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
}

extension Prism where Whole == Part {
  /// The prism whose part is the whole; composing with it changes nothing.
  @_alwaysEmitIntoClient
  public static var id: Prism {
    Prism(tryGet: { $0 }, inject: { $0 })
  }
}
