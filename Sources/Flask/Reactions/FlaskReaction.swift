/// What a reactor is told when a transaction over one of its substances has been committed.
///
/// Ask it for each key of interest; what is asked for is compared then, and called only if it has changed:
///
/// ```swift
/// reaction.on(AppState.prop.counter) { change in show(change.newValue() ?? 0) }
/// reaction.on("info.nest.foo") { change in … }
/// reaction.at(app)?.on(\.info.nest.foo) { change in show(change.newValue()) }
/// ```
///
/// A reaction is of one substance: a transaction over three tells a reactor that is bound to all of them three times,
/// after all three were committed. It is over when the handler returns.
public struct FlaskReaction {
  @usableFromInline let flux: Flux
  /// Its number: what the bus tells is of this reaction for as long as it has told no other.
  @usableFromInline let number: UInt64
  /// The lock under which the mix was made, for whoever wants the bus paused for longer; nil if there was none.
  ///
  /// Keep it, and call `release()` when the work is done. See ``Flask/lock(withMixer:payload:autorelease:isolation:)``.
  public let onLock: FluxLock?

  init(_ flux: Flux, _ lock: FluxLock?) {
    self.flux = flux
    number = flux.reactionCount
    onLock = lock
  }

  // MARK: Whose it is

  /// The reaction again if it is one of this substance, with what its type knows; nil otherwise.
  @inlinable
  @inline(__always)
  public func at<S: FlaskState>(_ substance: Substance<S>) -> SubstanceReaction<S>? {
    guard let telling = telling("at"), telling.identity == ObjectIdentifier(substance) else { return nil }
    return SubstanceReaction(self, substance)
  }

  /// Whether the transaction has changed anything at all that is not internal.
  ///
  /// This compares the whole state.
  public func changed() -> Bool {
    telling("changed")?.substance.isChanged ?? false
  }

  // MARK: What has changed

  /// Calls `body` if the part under this key has changed.
  ///
  /// - Parameters:
  ///   - key: The name of a property, or a path with dots into structures, optionals, arrays and dictionaries. A key
  ///     that none of the reactor's substances has is an error that the error handler is told of, once.
  ///   - body: Is given the change; it is called before `on` returns.
  public func on(_ key: String, _ body: (SubstanceChange) -> Void) {
    guard let substance = telling(key)?.substance, let slot = substance.slot(named: key) else { return }
    if slot.probe == nil {
      report(slot)
    } else if substance.isChanged(slot) {
      body(SubstanceChange(substance, slot))
    }
  }

  /// Calls `body` if the part under this key has changed.
  ///
  /// - Parameters:
  ///   - key: A case of an enumeration of keys.
  ///   - body: Is given the change; it is called before `on` returns.
  public func on<Key: RawRepresentable>(_ key: Key, _ body: (SubstanceChange) -> Void)
  where Key.RawValue == String {
    on(key.rawValue, body)
  }

  /// Calls `body` if the reaction is of a substance of this type and the part at this path has changed.
  ///
  /// - Parameters:
  ///   - path: The path, with its root: `\AppState.info.nest.foo`.
  ///   - body: Is given the change; it is called before `on` returns.
  @inlinable
  public func on<S: FlaskState, Value: Equatable>(
    _ path: KeyPath<S, Value>, _ body: (KeyPathChange<S, Value>) -> Void
  ) {
    if let substance = telling("\(path)")?.substance as? Substance<S> { on(path, at: substance, body) }
  }

  @inlinable
  @inline(__always)
  func on<S: FlaskState, Value: Equatable>(
    _ path: KeyPath<S, Value>, at substance: Substance<S>, _ body: (KeyPathChange<S, Value>) -> Void
  ) {
    let slot = substance.slot(at: path)
    guard telling(slot.key) != nil else { return }
    if slot.probe == nil {
      report(slot)
    } else if substance.isChanged(slot) {
      body(KeyPathChange(substance, slot, path))
    }
  }

  // MARK: Wrong use

  /// What the reaction is about; nil, and an error, once its handler has returned.
  @inlinable
  @inline(__always)
  func telling(_ asked: @autoclosure () -> String) -> Telling? {
    if flux.reactionCount == number, let telling = flux.telling { return telling }
    reportOver(asked())
    return nil
  }

  @usableFromInline
  func reportOver(_ asked: String) {
    flux.report(.reactionIsOver(asked: asked))
  }

  @usableFromInline
  func report(_ slot: KeySlot) {
    guard let telling = flux.telling else { return }
    // A reactor of several substances may ask each reaction for the keys of all.
    let others = telling.core.substances.filter { $0 !== telling.substance }
    if others.contains(where: { $0.hasKey(slot.key) }) { return }
    if let problem = slot.takeProblem() { flux.report(.key(problem, substance: telling.substance.name())) }
  }
}
