/// A reaction whose type of state is known, returned by ``FlaskReaction/at(_:)``.
public struct SubstanceReaction<S: FlaskState> {
  @usableFromInline let reaction: FlaskReaction
  /// The changed substance.
  public let substance: Substance<S>

  @inlinable
  init(_ reaction: FlaskReaction, _ substance: Substance<S>) {
    self.reaction = reaction
    self.substance = substance
  }

  /// The lock of the mix; see ``FlaskReaction/onLock``.
  public var onLock: FluxLock? { reaction.onLock }

  /// Returns true if the transaction has changed anything that is not internal.
  ///
  /// This compares the whole state.
  public func changed() -> Bool { reaction.changed() }

  /// Calls `body` if the part at this path has changed.
  ///
  /// - Parameters:
  ///   - path: The path: `\.info.nest.foo`.
  ///   - body: The handler of the change, with values of the path's own type, called before `on` returns.
  @inlinable
  @inline(__always)
  public func on<Value: Equatable>(
    _ path: KeyPath<S, Value>, _ body: (KeyPathChange<S, Value>) -> Void
  ) {
    reaction.on(path, at: substance, body)
  }

  /// Calls `body` if the part at this key has changed; see ``FlaskReaction``.
  public func on(_ key: String, _ body: (SubstanceChange) -> Void) {
    reaction.on(key, body)
  }

  /// Calls `body` if the part at this key, a case of an enumeration, has changed.
  public func on<Key: RawRepresentable>(_ key: Key, _ body: (SubstanceChange) -> Void)
  where Key.RawValue == String {
    reaction.on(key.rawValue, body)
  }
}
