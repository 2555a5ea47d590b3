/// What the shared context does, called on the type.
///
/// Each of these is the function of the same name, called on ``shared``.
@MainActor
extension Flask {
  /// The bus of the shared context.
  public static var bus: Flux { shared.bus }

  /// Makes a substance of the shared context.
  ///
  /// - Parameters:
  ///   - type: The type of its state.
  ///   - name: What it is called in records, errors and its archive; by default the name of the state's type.
  ///   - archive: Whether it is restored from its archive, and saved when it has been idle.
  public static func newSubstance<S: FlaskState>(
    definedBy type: S.Type, named name: String? = nil, archive: Bool = false
  ) -> Substance<S> {
    shared.newSubstance(definedBy: type, named: name, archive: archive)
  }

  /// Has global mixers run in the shared context.
  ///
  /// - Parameters:
  ///   - mixer: A case of an enumeration of mixers.
  ///   - payload: What the mixers are given.
  public static func substances<Mixer: RawRepresentable>(
    reactTo mixer: Mixer, payload: FluxPayloadType? = nil
  ) where Mixer.RawValue == String {
    shared.substances(reactTo: mixer, payload: payload)
  }

  /// Makes a reactor of the shared context.
  ///
  /// - Parameters:
  ///   - owner: The object, which is held weakly. A reactor that it keeps in a property is let go of with it.
  ///   - substances: What the reactor may mix, and is told of.
  ///   - handler: What is called for each of them that was mixed; see ``Reactor/handler``.
  public static func reactor<Owner: AnyObject>(
    attachedTo owner: Owner, mixing substances: SubstanceConcrete...,
    handler: ((Owner, FlaskReaction) -> Void)? = nil
  ) -> Reactor<Owner> {
    shared.reactor(attachedTo: owner, mixing: substances, handler: handler)
  }

  /// Makes a reactor of the shared context.
  ///
  /// - Parameters:
  ///   - owner: The object, which is held weakly. A reactor that it keeps in a property is let go of with it.
  ///   - substances: What the reactor may mix, and is told of.
  ///   - handler: What is called for each of them that was mixed; see ``Reactor/handler``.
  public static func reactor<Owner: AnyObject>(
    attachedTo owner: Owner, mixing substances: [SubstanceConcrete],
    handler: ((Owner, FlaskReaction) -> Void)? = nil
  ) -> Reactor<Owner> {
    shared.reactor(attachedTo: owner, mixing: substances, handler: handler)
  }

  /// Attaches a reactor of the shared context to an object that says itself what it does about reactions.
  ///
  /// - Parameters:
  ///   - owner: The object, which is held weakly.
  ///   - substances: What the reactor may mix, and is told of.
  public static func attachReactor<Owner: FlaskReactor>(
    to owner: Owner, mixing substances: [SubstanceConcrete]
  ) {
    shared.attachReactor(to: owner, mixing: substances)
  }

  /// Ends all reactors that an object has in the shared context.
  public static func detachReactor<Owner: AnyObject>(from owner: Owner) {
    shared.detachReactor(from: owner)
  }

  /// The reactor that was attached to an object last, in the shared context.
  public static func getReactor<Owner: AnyObject>(attachedTo owner: Owner) -> Reactor<Owner> {
    shared.getReactor(attachedTo: owner)
  }

  /// Ends all reactors of the shared context.
  public static func purgeFlasks() {
    shared.purgeFlasks()
  }

  /// Pauses the bus of the shared context.
  ///
  /// - Parameter autorelease: Whether the lock may be let go of without a word.
  public static func lock(autorelease: Bool = false) -> FluxLock {
    shared.lock(autorelease: autorelease)
  }

  /// Pauses the bus of the shared context, and runs a global mixer meanwhile.
  ///
  /// - Parameters:
  ///   - mixer: A case of an enumeration of mixers.
  ///   - payload: What the mixers are given.
  ///   - autorelease: Whether the lock is released when the reactions are over and none of them has kept it.
  /// - Returns: The lock.
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

  /// Drops all that waits on the bus of the shared context.
  ///
  /// - Returns: What was dropped.
  @discardableResult
  public static func purgeFluxQueue() -> [FluxMessage] {
    shared.purgeFluxQueue()
  }
}
