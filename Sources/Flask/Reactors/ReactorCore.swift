/// What a context keeps of a reactor: its owner, weakly, its substances, and whom it tells.
@usableFromInline
final class ReactorCore {
  private(set) weak var owner: AnyObject?
  let ownerID: ObjectIdentifier
  let ownerType: String
  @usableFromInline let flux: Flux
  /// Kept to the end, also once it has been taken off: chains that are still to be made mix them.
  let substances: [SubstanceConcrete]
  /// Whom it may mix; of objects that it keeps.
  private var identities: ContiguousArray<ObjectIdentifier>
  // Confined to the context's home, and each access is over before anything is called out to.
  @exclusivity(unchecked) private(set) var isBound = false
  /// The transaction during whose reactions it was bound, or given a handler: it is not told of that one.
  @exclusivity(unchecked) private var beganIn: UInt64 = 0
  private var hasEnded = false
  @exclusivity(unchecked) var handler: Handler? {
    didSet { if (oldValue == nil) != (handler == nil) { handlerCameOrWent() } }
  }

  /// A closure in its exact type, which an optional closure would not be.
  struct Handler {
    let call: (AnyObject, FlaskReaction) -> Void
  }

  init(owner: AnyObject, _ substances: [SubstanceConcrete], _ flux: Flux) {
    self.owner = owner
    ownerID = ObjectIdentifier(owner)
    ownerType = "\(type(of: owner))"
    self.flux = flux
    var unique: [SubstanceConcrete] = []
    for substance in substances where !unique.contains(where: { $0 === substance }) {
      unique.append(substance)
    }
    self.substances = unique
    identities = ContiguousArray(unique.map { ObjectIdentifier($0) })
    flux.noteUser()
  }

  /// Whether its owner lives and it has not been taken off.
  var isLive: Bool { !hasEnded && owner != nil }

  /// Whether nobody will ever be told by it, as it has no substances or was taken off.
  @usableFromInline var isVoid: Bool { hasEnded || substances.isEmpty }

  var hasHandler: Bool { handler != nil }

  func bind() {
    if isBound || hasEnded { return }
    isBound = true
    beganIn = flux.tellingTurn
    for substance in substances { substance.bind(self) }
  }

  func unbind() {
    if !isBound { return }
    isBound = false
    for substance in substances { substance.unbind(self) }
  }

  /// Takes it off for good, and lets go of everything.
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
    if handler != nil { beganIn = flux.tellingTurn }
    for substance in substances { substance.noteHandlers() }
  }

  /// Reports that it has no substances, or has them no more.
  @usableFromInline
  func reportNotAttached() {
    flux.report(.notAttached(owner: ownerType, context: flux.name))
  }

  /// Whether it is told of the transaction of this number.
  func isTold(in turn: UInt64) -> Bool { isBound && beganIn != turn }

  func react(to substance: SubstanceConcrete, _ lock: FluxLock?) {
    guard isTold(in: flux.tellingTurn), let handler else { return }
    guard let owner else {
      flux.needsSweep = true
      return
    }
    flux.telling = Telling(substance: substance, core: self)
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
