import Millrace

/// A binding of an object to substances, through which it mixes them and receives their changes.
///
/// The owner is held weakly; after its end, the reactor is no longer called. If the owner has kept the
/// reactor in a property, the reactor's contents are then released as soon as the context's home is free.
/// Without a home they are released at once if the owner ends on the thread that attached the reactor, and
/// otherwise before the context's next turn. A reactor that its owner does not keep is released the next time
/// the context checks it, for example in ``Flask/purgeFlasks()-method``.
public final class Reactor<Owner: AnyObject> {
  @usableFromInline let core: ReactorCore

  init(_ core: ReactorCore) {
    self.core = core
  }

  deinit {
    // Released with its owner, on any thread; the contents of the core are released at home.
    if core.owner == nil { core.flux.ownerEnded() }
  }

  /// The object that it is attached to, or nil after the object's end.
  ///
  /// Cost: a cast.
  public var owner: Owner? { core.owner as? Owner }

  /// The handler called for each substance of a committed transaction, after all of them were committed.
  ///
  /// It receives the owner, which therefore need not be captured, and the reaction. It is called for every
  /// transaction over one of the reactor's substances, whatever has changed; the
  /// reaction knows the changed keys.
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

  /// True if it receives reactions.
  public var isBound: Bool { core.isBound }

  /// Binds it to its substances again.
  ///
  /// A reactor is bound when it is created; binding it twice does nothing. If it has been detached, the error
  /// handler receives an error.
  public func bind() {
    core.bind()
    if !core.isBound { core.reportNotAttached() }
  }

  /// Stops its reactions until it is bound again.
  ///
  /// Global mixers still reach its substances; see ``SubstanceConcrete/hearsMixersUnbound``.
  public func unbind() { core.unbind() }

  // MARK: Keys

  /// Adds a handler for changes of the part at this path.
  ///
  /// The cost of a transaction depends on the handlers of the keys that it has changed, not on the number of
  /// reactors, because these keys are known beforehand.
  ///
  /// - Parameters:
  ///   - path: The path, with its root: `\AppState.counter`. It applies to all of the reactor's substances of
  ///     that type.
  ///   - body: The handler, which receives the owner and the change.
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
        // Sound: the substance keeps the slot, which keeps this closure, and is mixed when it is called;
        // and the owner was an `Owner` when the reactor was made.
        body(unsafeDowncast(owner, to: Owner.self), KeyPathChange(substance, slot, path))
      }
    }
    if found.isEmpty { core.reportNoSubstance(of: S.self) }
    return self
  }

  /// Adds a handler for changes of the part at this key.
  ///
  /// - Parameters:
  ///   - key: The name of a property, or a path with dots, in any of this reactor's substances that have it.
  ///   - body: The handler, which receives the owner and the change.
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

  /// Adds a handler for changes of the part at this key, a case of an enumeration.
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

/// An object that reacts to substances, for `Flask.attachReactor(to:mixing:)`.
///
/// ```swift
/// final class CounterView: FlaskReactor {
///   func flaskReactions(reaction: FlaskReaction) {
///     reaction.on(AppState.prop.counter) { change in show(change.newValue() ?? 0) }
///   }
/// }
/// ```
///
/// It is called in the context's isolation. A class of the main actor conforms as `@MainActor FlaskReactor`.
public protocol FlaskReactor: AnyObject {
  /// Handles a reaction: calls its `on` for each key of interest.
  ///
  /// An object implements it, or ``flaskReactor(reaction:)``. If it has neither, the error handler receives
  /// ``FlaskError/noReactions(owner:)`` for each reaction.
  func flaskReactions(reaction: FlaskReaction)

  /// Handles a reaction, under the name that release 1 of the original has.
  func flaskReactor(reaction: FlaskReaction)
}

extension FlaskReactor {
  /// Calls ``flaskReactor(reaction:)``.
  public func flaskReactions(reaction: FlaskReaction) { flaskReactor(reaction: reaction) }

  /// Reports that the object handles no reactions.
  public func flaskReactor(reaction: FlaskReaction) {
    reaction.flux.report(.noReactions(owner: "\(Self.self)"))
  }
}
