import Millrace

/// Binds an object to substances: it mixes them, and is told what has changed in them.
///
/// The owner is held weakly; when it ends, the reactor is called no more. If the owner has kept it in a property, what it
/// holds is then let go of as soon as the context's home is free; where it has none, at once on the thread that attached
/// the reactor, and from another thread before the context's next turn. Otherwise it is when the context next looks at it,
/// which ``Flask/purgeFlasks()-method`` makes it do.
public final class Reactor<Owner: AnyObject> {
  @usableFromInline let core: ReactorCore

  init(_ core: ReactorCore) {
    self.core = core
  }

  deinit {
    // An owner's end lets go of this. It may be on any thread, and what the core holds is let go of at home.
    if core.owner == nil { core.flux.ownerEnded() }
  }

  /// The object to which it is attached; nil when that has ended.
  ///
  /// Cost: a cast.
  public var owner: Owner? { core.owner as? Owner }

  /// What is called for each substance of a committed transaction, after all of them were committed.
  ///
  /// It is given the owner, which therefore need not be captured, and the reaction. It is called for every transaction
  /// over one of the reactor's substances, whatever that has changed; asking the reaction for keys tells.
  public var handler: ((Owner, FlaskReaction) -> Void)? {
    get { core.handler?.call }
    set {
      core.handler = newValue.map { handler in
        ReactorCore.Handler { owner, reaction in
          // Sound: this is the core's owner, which was an `Owner` when the reactor was made.
          handler(unsafeDowncast(owner, to: Owner.self), reaction)
        }
      }
    }
  }

  // MARK: Binding

  /// Whether it is told of transactions.
  public var isBound: Bool { core.isBound }

  /// Binds it to its substances again.
  ///
  /// A reactor is bound when it is made; binding one that is bound does nothing. Binding one that has been detached is an
  /// error that the error handler is told of.
  public func bind() {
    core.bind()
    if !core.isBound { core.reportNotAttached() }
  }

  /// Lets it be told of nothing until it is bound again; those of its substances that no other reactor is bound to hear
  /// no global mixers meanwhile.
  public func unbind() { core.unbind() }

  // MARK: Keys

  /// Has `body` called whenever a transaction has changed the part at this path.
  ///
  /// What is asked for in this way is known beforehand, so a transaction costs by the listeners of the keys that it has
  /// changed, however many reactors there are.
  ///
  /// - Parameters:
  ///   - path: The path, with its root: `\AppState.counter`. It is of all substances of that type which this reactor has.
  ///   - body: Is given the owner and the change.
  /// - Returns: The reactor, for the next key.
  @discardableResult
  @inlinable
  public func on<S: FlaskState, Value: Equatable>(
    _ path: KeyPath<S, Value>, _ body: @escaping (Owner, KeyPathChange<S, Value>) -> Void
  ) -> Reactor {
    if core.isVoid {
      core.reportNotAttached()
      return self
    }
    let found = core.substances(of: S.self)
    for substance in found {
      let slot = substance.slot(at: path)
      listen(slot, substance) { [unowned(unsafe) substance, unowned(unsafe) slot] owner in
        // Sound: the substance keeps the slot, which keeps this closure, and is mixed when it is called; and the owner
        // was an `Owner` when the reactor was made.
        body(unsafeDowncast(owner, to: Owner.self), KeyPathChange(substance, slot, path))
      }
    }
    if found.isEmpty { core.reportNoSubstance(of: S.self) }
    return self
  }

  /// Has `body` called whenever a transaction has changed the part under this key.
  ///
  /// - Parameters:
  ///   - key: The name of a property, or a path with dots, of any of this reactor's substances that have it.
  ///   - body: Is given the owner and the change.
  /// - Returns: The reactor, for the next key.
  @discardableResult
  public func on(_ key: String, _ body: @escaping (Owner, SubstanceChange) -> Void) -> Reactor {
    if core.isVoid {
      core.reportNotAttached()
      return self
    }
    let found = core.substances.filter { $0.hasKey(key) }
    for substance in found {
      guard let slot = substance.slot(named: key) else { continue }
      listen(slot, substance) { [unowned(unsafe) substance, unowned(unsafe) slot] owner in
        // Sound: as in the function above.
        body(unsafeDowncast(owner, to: Owner.self), SubstanceChange(substance, slot))
      }
    }
    if found.isEmpty, let substance = core.substances.first,
      let problem = substance.slot(named: key)?.takeProblem()
    {
      core.flux.report(.key(problem, substance: substance.name()))
    }
    return self
  }

  /// Has `body` called whenever a transaction has changed the part under this key.
  ///
  /// - Parameters:
  ///   - key: A case of an enumeration of keys.
  ///   - body: Is given the owner and the change.
  /// - Returns: The reactor, for the next key.
  @discardableResult
  public func on<Key: RawRepresentable>(
    _ key: Key, _ body: @escaping (Owner, SubstanceChange) -> Void
  ) -> Reactor where Key.RawValue == String {
    on(key.rawValue, body)
  }

  @usableFromInline
  func listen(
    _ slot: KeySlot, _ substance: SubstanceConcrete, _ body: @escaping (AnyObject) -> Void
  ) {
    if slot.probe == nil {
      if let problem = slot.takeProblem() { core.flux.report(.key(problem, substance: substance.name())) }
      return
    }
    substance.listenerCount += 1
    slot.add(KeyListener(core, body))
  }
}
