/// A context's record of a reactor: its owner, held weakly, its substances, and its handler.
@usableFromInline
final class ReactorCore {
  private(set) weak var owner: AnyObject?
  let ownerID: ObjectIdentifier
  let ownerType: String
  @usableFromInline let flux: Flux
  /// Retained to the end, also after the reactor has ended, because pending chains mix them.
  let substances: [SubstanceConcrete]
  /// The identities of the substances, which are retained, that it may mix.
  private var identities: ContiguousArray<ObjectIdentifier>
  // Confined to the context's home; each access ends before any call to other code.
  @exclusivity(unchecked) private(set) var isBound = false
  /// The transaction whose reactions were running when it was bound or given a handler; it is not notified of
  /// that one.
  @exclusivity(unchecked) private var beganIn: UInt64 = 0
  private var hasEnded = false
  /// True if the owner handles its reactions itself.
  var isAttached = false
  @exclusivity(unchecked) var handler: Handler? {
    didSet { if (oldValue == nil) != (handler == nil) { handlerCameOrWent() } }
  }

  /// A closure with its exact type, which an optional closure would not have.
  struct Handler {
    let call: (AnyObject, FlaskReaction) -> Void
  }

  init(owner: AnyObject, _ substances: [SubstanceConcrete], _ flux: Flux) {
    self.owner = owner
    ownerID = ObjectIdentifier(owner)
    ownerType = "\(type(of: owner))"
    self.flux = flux
    self.substances = substances.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    identities = ContiguousArray(self.substances.map { ObjectIdentifier($0) })
    flux.noteUser()
  }

  /// True while its owner lives and it has not ended.
  var isLive: Bool { !hasEnded && owner != nil }

  /// True if it will never be notified, because it has no substances or has ended.
  @usableFromInline var isVoid: Bool { hasEnded || substances.isEmpty }

  var hasHandler: Bool { handler != nil }

  func bind() {
    if isBound || hasEnded { return }
    isBound = true
    beganIn = flux.notifiedTurn
    for substance in substances { substance.bind(self) }
  }

  func unbind() {
    if !isBound { return }
    isBound = false
    for substance in substances { substance.unbind(self) }
  }

  /// Ends it, and releases everything.
  func end() {
    if hasEnded { return }
    hasEnded = true
    let ended = handler
    unbind()
    for substance in substances { substance.removeListeners(of: self) }
    identities = []
    handler = nil
    flux.reactors.forget(self)
    withExtendedLifetime(ended) {}
  }

  private func handlerCameOrWent() {
    if !isBound { return }
    if handler != nil { beganIn = flux.notifiedTurn }
    for substance in substances { substance.noteHandlers() }
  }

  /// Reports that it has no substances, or no longer has any.
  @usableFromInline
  func reportNotAttached() {
    flux.report(.notAttached(owner: ownerType, context: flux.name))
  }

  /// Returns true if it is notified of the transaction of this number.
  func isNotified(in turn: UInt64) -> Bool { isBound && beganIn != turn }

  func react(to substance: SubstanceConcrete, _ lock: FluxLock?) {
    guard isNotified(in: flux.notifiedTurn), let handler else { return }
    guard let owner else {
      flux.needsSweep = true
      return
    }
    flux.currentReaction = CurrentReaction(substance: substance, core: self)
    flux.reactionCount &+= 1
    handler.call(owner, FlaskReaction(flux, lock))
  }

  @usableFromInline
  func substances<S: FlaskState>(of type: S.Type) -> [Substance<S>] {
    substances.compactMap { $0 as? Substance<S> }
  }

  @usableFromInline
  func reportNoSubstance<S: FlaskState>(of type: S.Type) {
    flux.report(.noSubstance(state: "\(S.self)", owner: ownerType))
  }

  func has(_ substance: SubstanceConcrete) -> Bool {
    identities.contains(ObjectIdentifier(substance))
  }
}
