import Millrace

/// What all substances are, whatever they keep: a name, a context, mixers.
///
/// A substance lives where its context does, and is not `Sendable`. Applications use ``Substance`` and
/// ``ReactiveSubstance``; this class is what a reactor with substances of several types knows of them.
open class SubstanceConcrete {
  /// The context to which it belongs.
  public final let flask: Flask
  @usableFromInline final let flux: Flux
  private final let givenName: String?

  /// The reactors that are bound to it, in the order of binding.
  @exclusivity(unchecked) final var bindings: [ReactorCore] = []
  /// Those of them that are told by a handler.
  @exclusivity(unchecked) final var handlers: ContiguousArray<ReactorCore> = []
  /// How many listeners there are of declared keys.
  @exclusivity(unchecked) final var listenerCount = 0
  private final var sweepAt = 8
  final var mixers: [String: FluxMixer] = [:]
  /// Whether a transaction that is under way has it: then, and only then, `prop` may be used.
  ///
  // Confined to the context's home, and each access is a single load or store.
  @exclusivity(unchecked) @usableFromInline final var isMixing = false

  init(name: String?, in flask: Flask) {
    givenName = name
    self.flask = flask
    flux = flask.bus
  }

  /// What it is called in records, errors and archives: the name it was given, or that of its type.
  public final func name() -> String { givenName ?? defaultName }

  var defaultName: String { "\(type(of: self))" }

  // MARK: Mixers

  /// Defines the mixers of a reactive substance.
  ///
  /// It is called when the first reactor is bound, and has nothing to do here. What it defines is forgotten when the
  /// last reactor has ended, so closures that hold the substance do it no harm.
  open func defineMixers() {}

  /// Is called when the last reactor has ended, before the mixers are forgotten.
  open func undefineMixers() {}

  /// Defines what a global mixer does here, by its name.
  ///
  /// - Parameters:
  ///   - mix: The name of the mixer; what was defined under it before is replaced.
  ///   - body: Is given the payload, and resolves the transaction by calling `react` or `abort` before it returns.
  public final func define(mix: String, _ body: @escaping FluxMixer) {
    // What was there is released last: its end may define others.
    let before = mixers.updateValue(body, forKey: mix)
    withExtendedLifetime(before) {}
  }

  // MARK: Reactors

  /// Whether there is a reactor whose owner lives; those of others are let go of on the way.
  final var isBound: Bool {
    if bindings.first?.isLive == true { return true }
    sweep()
    return !bindings.isEmpty
  }

  final func bind(_ core: ReactorCore) {
    if bindings.count >= sweepAt {
      sweep()
      sweepAt = max(8, bindings.count * 2)
    }
    bindings.append(core)
    if core.hasHandler { handlers.append(core) }
    if bindings.count == 1 {
      flux.bound.append(self)
      defineMixers()
    }
  }

  final func unbind(_ core: ReactorCore) {
    guard let index = bindings.firstIndex(where: { $0 === core }) else { return }
    bindings.remove(at: index)
    handlers.removeAll { $0 === core }
    guard bindings.isEmpty else { return }
    flux.bound.removeAll { $0 === self }
    undefineMixers()
    // Released last, because what the mixers hold may be the last that holds this substance.
    let forgotten = mixers
    mixers = [:]
    withExtendedLifetime((forgotten, self)) {}
  }

  /// Finds out anew who is told by a handler; the order is that of binding.
  final func noteHandlers() {
    handlers = ContiguousArray(bindings.filter(\.hasHandler))
  }

  private final func sweep() {
    for core in bindings where !core.isLive { core.end() }
  }

  // MARK: What a substance of one type does

  // Overridden by `Substance`; nobody makes an instance of this class.
  @usableFromInline func join() {}
  func commit() {}
  func abort() {}
  func tell(_ lock: FluxLock?) {}
  func settle() {}
  func slot(named key: String) -> KeySlot? { nil }
  func hasKey(_ key: String) -> Bool { false }
  func isChanged(_ slot: KeySlot) -> Bool { false }
  var isChanged: Bool { false }
  func values(of slot: KeySlot) -> (old: Any?, new: Any?) { (nil, nil) }
  func removeListeners(of core: ReactorCore) {}
  func take(_ state: any FlaskState) -> Bool { false }
  /// Takes a state outside of the history that can be undone.
  func take(outside state: any FlaskState) {}
  var committed: any FlaskState { NoState() }
  var keeper: (any ArchiveKeeper)? { nil }
}

/// What a global mixer does at one substance.
///
/// It is given the payload, and two functions of which it calls one before it returns: `react` commits what it has
/// changed and has it told, `abort` takes it back.
public typealias FluxMixer = (
  _ payload: FluxPayloadType?, _ react: () -> Void, _ abort: () -> Void
) -> Void

/// The state of a substance without one.
private struct NoState: FlaskState {}

extension SubstanceConcrete: Hashable {
  /// A substance equals itself alone.
  public static func == (left: SubstanceConcrete, right: SubstanceConcrete) -> Bool { left === right }

  /// Hashes the substance's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
