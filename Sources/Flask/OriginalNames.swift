// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The names of the original library, each with the name to write instead; see *Coming from the original*.

// MARK: Functions

/// Attaches a reactor of the shared context to an object that handles reactions itself.
@available(*, deprecated, renamed: "Flask.attachReactor(to:mixing:)")
@MainActor public func AttachFlaskReactor<Owner: FlaskReactor>(
  to owner: Owner, mixing substances: [SubstanceConcrete]
) {
  Flask.attachReactor(to: owner, mixing: substances)
}

/// Ends all reactors of an object in the shared context.
@available(*, deprecated, renamed: "Flask.detachReactor(from:)")
@MainActor public func DetachFlaskReactor<Owner: AnyObject>(from owner: Owner) {
  Flask.detachReactor(from: owner)
}

/// Returns the last reactor that was attached to an object in the shared context.
@available(*, deprecated, renamed: "Flask.getReactor(attachedTo:)")
@MainActor public func GetFlaskReactor<Owner: AnyObject>(at owner: Owner) -> Reactor<Owner> {
  Flask.getReactor(attachedTo: owner)
}

/// Returns the last reactor that was attached to an object in the shared context.
@available(*, deprecated, renamed: "Flask.getReactor(attachedTo:)")
@MainActor public func GetFlaskReactor<Owner: AnyObject>(from owner: Owner) -> Reactor<Owner> {
  Flask.getReactor(attachedTo: owner)
}

/// Returns the last reactor that was attached to an object in the shared context.
@available(*, deprecated, renamed: "Flask.getReactor(attachedTo:)")
@MainActor public func UseFlaskReactor<Owner: AnyObject>(at owner: Owner) -> Reactor<Owner> {
  Flask.getReactor(attachedTo: owner)
}

/// Runs global mixers in the shared context.
@available(*, deprecated, renamed: "Flask.substances(reactTo:payload:)")
@MainActor public func MixSubstances<Mixer: RawRepresentable>(
  with mixer: Mixer, payload: FluxPayloadType? = nil
) where Mixer.RawValue == String {
  Flask.substances(reactTo: mixer, payload: payload)
}

/// Creates a substance of the shared context.
@available(*, deprecated, renamed: "Flask.newSubstance(definedBy:named:archive:)")
@MainActor public func NewSubstance<S: FlaskState>(
  definedBy type: S.Type, named name: String? = nil, archive: Bool = false
) -> Substance<S> {
  Flask.newSubstance(definedBy: type, named: name, archive: archive)
}

/// Returns true if an entry of a dictionary is absent or null.
@available(*, deprecated, message: "compare the entry: `(map[\"key\"] ?? .null) == .null`")
public func isNilorNull(_ value: FlaskDictRef.Value?) -> Bool { (value ?? .null) == .null }

@MainActor
extension Flask {
  /// Attaches a reactor of the shared context to an object that handles reactions itself.
  @available(*, deprecated, renamed: "attachReactor(to:mixing:)")
  public static func attachFlask<Owner: FlaskReactor>(
    to owner: Owner, mixing substances: [SubstanceConcrete]
  ) {
    attachReactor(to: owner, mixing: substances)
  }

  /// Ends all reactors of an object in the shared context.
  @available(*, deprecated, renamed: "detachReactor(from:)")
  public static func detachFlask<Owner: AnyObject>(from owner: Owner) {
    detachReactor(from: owner)
  }

  /// Creates a reactor of the shared context.
  @available(*, deprecated, renamed: "reactor(attachedTo:mixing:)")
  public static func instance<Owner: AnyObject>(
    attachedTo owner: Owner, mixing substances: SubstanceConcrete...
  ) -> Reactor<Owner> {
    reactor(attachedTo: owner, mixing: substances)
  }

  /// Creates a reactor of the shared context.
  @available(*, deprecated, renamed: "reactor(attachedTo:mixing:)")
  public static func instance<Owner: AnyObject>(
    attachedTo owner: Owner, mixing substances: [SubstanceConcrete]
  ) -> Reactor<Owner> {
    reactor(attachedTo: owner, mixing: substances)
  }

  /// Runs global mixers in the shared context.
  @available(*, deprecated, renamed: "substances(reactTo:payload:)")
  public static func applyMixer<Mixer: RawRepresentable>(
    _ mixer: Mixer, payload: FluxPayloadType? = nil
  ) where Mixer.RawValue == String {
    substances(reactTo: mixer, payload: payload)
  }
}

extension Flask {
  /// The entry of a dictionary without a value.
  @available(*, deprecated, renamed: "FlaskDictRef.Value.null")
  public static var Null: FlaskDictRef.Value { .null }

  /// The entry of a dictionary without a value.
  @available(*, deprecated, renamed: "FlaskDictRef.Value.null")
  public static var Nil: FlaskDictRef.Value { .null }
}

// MARK: Chains

extension ChainReaction {
  /// Runs the mixes, commits them together, and notifies the reactors.
  @available(*, deprecated, renamed: "andReact(isolation:)")
  public func react(isolation: isolated (any Actor)? = #isolation) {
    andReact(isolation: isolation)
  }

  /// Drops the mixes without running them.
  @available(*, deprecated, renamed: "andAbort()")
  public func abort() {
    andAbort()
  }
}

extension Reactor {
  /// The handler of reactions.
  @available(*, deprecated, renamed: "handler")
  public var reactor: ((Owner, FlaskReaction) -> Void)? {
    get { handler }
    set { handler = newValue }
  }

  /// Begins a chain with a mix.
  @available(*, deprecated, renamed: "mix(_:file:line:_:)")
  public func mixing<S: FlaskState>(
    _ substance: Substance<S>, file: StaticString = #fileID, line: UInt = #line,
    _ mixing: @escaping (Substance<S>) throws -> Void
  ) -> ChainReaction {
    mix(substance, file: file, line: line, mixing)
  }

  /// Begins a chain with a mix.
  @available(*, deprecated, renamed: "mix(_:file:line:_:)")
  public func toMix<S: FlaskState>(
    _ substance: Substance<S>, file: StaticString = #fileID, line: UInt = #line,
    _ mixing: @escaping (Substance<S>) throws -> Void
  ) -> ChainReaction {
    mix(substance, file: file, line: line, mixing)
  }

  /// Returns the object that it is attached to, or nil after the object's end.
  @available(*, deprecated, renamed: "owner")
  public func getOwner() -> Owner? { owner }

  /// Stops its reactions until it is bound again.
  @available(*, deprecated, renamed: "unbind()")
  public func unbind(explicit: Bool) { unbind() }
}

// MARK: Substances and locks

extension Substance {
  /// Returns the last committed state.
  @available(*, deprecated, renamed: "state")
  public final func currentState() -> S { state }
}

extension FluxLock {
  /// Creates a lock that pauses a bus.
  @available(*, deprecated, message: "call `lock(autorelease:)` of the context")
  public convenience init(bus: Flux, autorelease: Bool = false) {
    self.init(bus.hold("lock", autorelease, nil))
  }
}

/// The reactors of the shared context.
@available(*, deprecated, message: "call `Flask.purgeFlasks()` and `Flask.endReactors()`")
@MainActor public enum ReactorManager {
  /// Releases the reactors whose owners have ended.
  public static func purge() { Flask.purgeFlasks() }

  /// Ends all reactors.
  public static func purgeAll() { Flask.endReactors() }
}

/// The reactors of the shared context.
@available(*, deprecated, message: "keep the reactors that you make, and call `Flask.purgeFlasks()`")
@MainActor public enum FlaskManager {
  /// The reactors whose owners live.
  public static var flasks: [Reactor<AnyObject>] { Flask.bus.reactors.live.map { Reactor($0) } }

  /// Releases the reactors whose owners have ended.
  public static func purge() { Flask.purgeFlasks() }
}

// MARK: Types

/// The protocol of states.
///
/// It is no type alias that works: beside SwiftUI's property wrapper the bare name would be ambiguous.
@available(*, unavailable, renamed: "FlaskState")
public typealias State = FlaskState

/// A binding of an object to substances.
@available(*, deprecated, renamed: "Reactor")
public typealias FlaskClass<Owner: AnyObject> = Reactor<Owner>

/// An object that reacts to substances.
@available(*, deprecated, renamed: "FlaskReactor")
public typealias FlaskReactorChanges = FlaskReactor

/// A reference to an object in a state.
@available(*, deprecated, renamed: "FlaskRef")
public typealias FlaskNSRef<Object: AnyObject & Sendable> = FlaskRef<Object>

/// A substance's handler of a global mixer.
@available(*, deprecated, renamed: "FluxMixer")
public typealias FluxMutation = FluxMixer

/// A substance's handler of a global mixer.
@available(*, deprecated, renamed: "FluxMixer")
public typealias FluxMutationClosure = FluxMixer

/// A closure called after a lock's release.
@available(*, deprecated, message: "write `(Any?) -> Void`")
public typealias FluxLockReleaseBlock = (_ payload: Any?) -> Void

/// A handler of a change.
@available(*, deprecated, message: "write `(SubstanceChange) -> Void`")
public typealias ChangeClosure = (_ change: SubstanceChange) -> Void

/// A reactor's handler.
@available(*, deprecated, message: "write `(Owner, FlaskReaction) -> Void`")
public typealias ReactionClosure<Owner> = (_ attachedTo: Owner, _ reaction: FlaskReaction) -> Void
