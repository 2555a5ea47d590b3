/// The functions of the shared context, called on the type.
///
/// Each calls the function of the same name on ``shared``, with the same parameters.
@MainActor
extension Flask {
  /// The bus of the shared context.
  public static var bus: Flux { shared.bus }

  /// Creates a substance of the shared context.
  public static func newSubstance<S: FlaskState>(
    definedBy type: S.Type, named name: String? = nil, archive: Bool = false
  ) -> Substance<S> {
    shared.newSubstance(definedBy: type, named: name, archive: archive)
  }

  /// Runs global mixers in the shared context.
  public static func substances<Mixer: RawRepresentable>(
    reactTo mixer: Mixer, payload: FluxPayloadType? = nil
  ) where Mixer.RawValue == String {
    shared.substances(reactTo: mixer, payload: payload)
  }

  /// Creates a reactor of the shared context.
  public static func reactor<Owner: AnyObject>(
    attachedTo owner: Owner, mixing substances: SubstanceConcrete...,
    handler: ((Owner, FlaskReaction) -> Void)? = nil
  ) -> Reactor<Owner> {
    shared.reactor(attachedTo: owner, mixing: substances, handler: handler)
  }

  /// Creates a reactor of the shared context.
  public static func reactor<Owner: AnyObject>(
    attachedTo owner: Owner, mixing substances: [SubstanceConcrete],
    handler: ((Owner, FlaskReaction) -> Void)? = nil
  ) -> Reactor<Owner> {
    shared.reactor(attachedTo: owner, mixing: substances, handler: handler)
  }

  /// Attaches a reactor of the shared context to an object that handles reactions itself.
  public static func attachReactor<Owner: FlaskReactor>(
    to owner: Owner, mixing substances: [SubstanceConcrete]
  ) {
    shared.attachReactor(to: owner, mixing: substances)
  }

  /// Ends all reactors of an object in the shared context.
  public static func detachReactor<Owner: AnyObject>(from owner: Owner) {
    shared.detachReactor(from: owner)
  }

  /// Returns the last reactor that was attached to an object in the shared context.
  public static func getReactor<Owner: AnyObject>(attachedTo owner: Owner) -> Reactor<Owner> {
    shared.getReactor(attachedTo: owner)
  }

  /// Releases the reactors of the shared context whose owners have ended.
  public static func purgeFlasks() {
    shared.purgeFlasks()
  }

  /// Ends all reactors of the shared context.
  public static func endReactors() {
    shared.endReactors()
  }

  /// Pauses the bus of the shared context.
  ///
  /// - Parameter autorelease: True if a release of the last reference to the lock may open it.
  public static func lock(autorelease: Bool = false) -> FluxLock {
    shared.lock(autorelease: autorelease)
  }

  /// Pauses the bus of the shared context, and runs a global mixer meanwhile.
  @discardableResult
  public static func lock<Mixer: RawRepresentable>(
    withMixer mixer: Mixer, payload: FluxPayloadType? = nil, autorelease: Bool = false
  ) -> FluxLock where Mixer.RawValue == String {
    shared.lock(withMixer: mixer, payload: payload, autorelease: autorelease)
  }

  /// Releases all locks of the shared context.
  public static func removeLocks() {
    shared.removeLocks()
  }

  /// Drops all messages that wait on the bus of the shared context.
  ///
  /// - Returns: The dropped messages.
  @discardableResult
  public static func purgeFluxQueue() -> [FluxMessage] {
    shared.purgeFluxQueue()
  }
}
