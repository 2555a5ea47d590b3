/// A notification for a reactor that a transaction over one of its substances was committed.
///
/// Call `on` for each key of interest. The key is compared then, and the closure runs only if it has
/// changed:
///
/// ```swift
/// reaction.on(AppState.prop.counter) { change in show(change.newValue() ?? 0) }
/// reaction.on("info.nest.foo") { change in … }
/// reaction.at(app)?.on(\.info.nest.foo) { change in show(change.newValue()) }
/// ```
///
/// A reaction belongs to one substance: a transaction over three substances notifies a reactor that is bound
/// to all of them three times, after all three were committed. A reaction is valid until the handler returns.
public struct FlaskReaction {
  @usableFromInline let flux: Flux
  /// Its number: the bus's notification belongs to this reaction until the bus starts another one.
  @usableFromInline let number: UInt64
  /// The lock of a mix that was run with one, or nil.
  ///
  /// To keep the bus paused for longer, keep the lock, and call `release()` when the work is done. See
  /// ``Flask/lock(withMixer:payload:autorelease:isolation:)``.
  public let onLock: FluxLock?

  init(_ flux: Flux, _ lock: FluxLock?) {
    self.flux = flux
    number = flux.reactionCount
    onLock = lock
  }

  // MARK: Substance

  /// Returns the typed reaction if it belongs to this substance, otherwise nil.
  @inlinable
  @inline(__always)
  public func at<S: FlaskState>(_ substance: Substance<S>) -> SubstanceReaction<S>? {
    guard let current = current("at"), current.identity == ObjectIdentifier(substance) else { return nil }
    return SubstanceReaction(self, substance)
  }

  /// Returns true if the transaction has changed anything that is not internal.
  ///
  /// This compares the whole state.
  public func changed() -> Bool {
    current("changed")?.substance.isChanged ?? false
  }

  // MARK: Changes

  /// Calls `body` if the part at this key has changed.
  ///
  /// - Parameters:
  ///   - key: The name of a property, or a path with dots into structures, optionals, arrays and
  ///     dictionaries. If none of the reactor's substances has the key, the error handler receives an error,
  ///     once.
  ///   - body: The handler of the change, called before `on` returns.
  public func on(_ key: String, _ body: (SubstanceChange) -> Void) {
    guard let substance = current(key)?.substance, let slot = substance.slot(named: key) else { return }
    if slot.probe == nil {
      report(slot)
    } else if substance.isChanged(slot) {
      body(SubstanceChange(substance, slot))
    }
  }

  /// Calls `body` if the part at this key, a case of an enumeration, has changed.
  public func on<Key: RawRepresentable>(_ key: Key, _ body: (SubstanceChange) -> Void)
  where Key.RawValue == String {
    on(key.rawValue, body)
  }

  /// Calls `body` if the reaction's substance has this type and the part at this path has changed.
  ///
  /// - Parameters:
  ///   - path: The path, with its root: `\AppState.info.nest.foo`.
  ///   - body: The handler of the change, called before `on` returns.
  @inlinable
  public func on<S: FlaskState, Value: Equatable>(
    _ path: KeyPath<S, Value>, _ body: (KeyPathChange<S, Value>) -> Void
  ) {
    if let substance = current("\(path)")?.substance as? Substance<S> { on(path, at: substance, body) }
  }

  @inlinable
  @inline(__always)
  func on<S: FlaskState, Value: Equatable>(
    _ path: KeyPath<S, Value>, at substance: Substance<S>, _ body: (KeyPathChange<S, Value>) -> Void
  ) {
    let slot = substance.slot(at: path)
    guard current(slot.key) != nil else { return }
    if slot.probe == nil {
      report(slot)
    } else if substance.isChanged(slot) {
      body(KeyPathChange(substance, slot, path))
    }
  }

  // MARK: Misuse

  /// Returns the notification of this reaction, or nil and an error after its handler has returned.
  @inlinable
  @inline(__always)
  func current(_ asked: @autoclosure () -> String) -> CurrentReaction? {
    if flux.reactionCount == number, let current = flux.currentReaction { return current }
    reportOver(asked())
    return nil
  }

  @usableFromInline
  func reportOver(_ asked: String) {
    flux.report(.reactionIsOver(asked: asked))
  }

  @usableFromInline
  func report(_ slot: KeySlot) {
    guard let current = flux.currentReaction else { return }
    // A reactor of several substances may use each reaction with the keys of all.
    let others = current.core.substances.filter { $0 !== current.substance }
    if others.contains(where: { $0.hasKey(slot.key) }) { return }
    if let problem = slot.takeProblem() { flux.report(.key(problem, substance: current.substance.name())) }
  }
}
