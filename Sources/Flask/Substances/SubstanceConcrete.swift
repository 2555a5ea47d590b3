import Millrace

/// The common part of all substances of any state: a name, a context, mixers.
///
/// A substance belongs to the isolation of its context, and is not `Sendable`. Applications use ``Substance``
/// and ``ReactiveSubstance``; a reactor with substances of several types knows them as this class.
open class SubstanceConcrete {
  /// The context that it belongs to.
  public final let flask: Flask
  @usableFromInline final let flux: Flux
  private final let givenName: String?

  /// The reactors bound to it, in the order of binding.
  @exclusivity(unchecked) final var bindings: [ReactorCore] = []
  /// Those of them that have a handler.
  @exclusivity(unchecked) final var handlers: ContiguousArray<ReactorCore> = []
  /// The number of listeners of declared keys.
  @exclusivity(unchecked) final var listenerCount = 0
  private final var sweepAt = 8
  final var mixers: [String: FluxMixer] = [:]
  /// True while a transaction has it: then, and only then, `prop` may be used.
  // Confined to the context's home, and each access is a single load or store.
  @exclusivity(unchecked) @usableFromInline final var isMixing = false

  init(name: String?, in flask: Flask) {
    givenName = name
    self.flask = flask
    flux = flask.bus
  }

  /// Returns its name in records, errors and archives: the given name, or that of its type.
  public final func name() -> String { givenName ?? defaultName }

  var defaultName: String { "\(type(of: self))" }

  // MARK: Mixers

  /// Defines the mixers of a reactive substance.
  ///
  /// The bus calls it when the first reactor is bound; the default does nothing. The definitions are dropped
  /// when the last reactor has ended, so closures that capture the substance do no harm.
  open func defineMixers() {}

  /// Called when the last reactor has ended, before the mixers are dropped.
  open func undefineMixers() {}

  /// Defines this substance's handler of a global mixer, by its name.
  ///
  /// - Parameters:
  ///   - mix: The name of the mixer; an earlier definition is replaced.
  ///   - body: The handler, which receives the payload, and resolves the transaction by calling `react` or
  ///     `abort` before it returns.
  public final func define(mix: String, _ body: @escaping FluxMixer) {
    // The old definition is released last, because that may define others.
    let before = mixers.updateValue(body, forKey: mix)
    withExtendedLifetime(before) {}
  }

  // MARK: Reactors

  /// True if there is a reactor with a living owner; reading it releases the others.
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
    // Released last, because the mixers may hold the last reference to this substance.
    let forgotten = mixers
    mixers = [:]
    withExtendedLifetime((forgotten, self)) {}
  }

  /// Collects the reactors with a handler; the order is that of binding.
  final func noteHandlers() {
    handlers = ContiguousArray(bindings.filter(\.hasHandler))
  }

  private final func sweep() {
    for core in bindings where !core.isLive { core.end() }
  }

  // MARK: Overridden by typed substances

  // Overridden by `Substance`; there are no direct instances of this class.
  @usableFromInline func join() {}
  func commit() {}
  func abort() {}
  func notify(_ lock: FluxLock?) {}
  func endTransaction() {}
  func slot(named key: String) -> KeySlot? { nil }
  func hasKey(_ key: String) -> Bool { false }
  func isChanged(_ slot: KeySlot) -> Bool { false }
  var isChanged: Bool { false }
  func values(of slot: KeySlot) -> (old: Any?, new: Any?) { (nil, nil) }
  func removeListeners(of core: ReactorCore) {}
  func take(_ state: any FlaskState) -> Bool { false }
  /// Replaces the state outside the undo history.
  func take(outside state: any FlaskState) {}
  var committed: any FlaskState { NoState() }
  var keeper: (any ArchiveKeeper)? { nil }
}

/// A substance's handler of a global mixer.
///
/// It receives the payload and two functions, and calls one of them before it returns: `react` commits its
/// changes and notifies the reactors, `abort` undoes them.
public typealias FluxMixer = (
  _ payload: FluxPayloadType?, _ react: () -> Void, _ abort: () -> Void
) -> Void

/// The state of a substance without one.
private struct NoState: FlaskState {}

extension SubstanceConcrete: Hashable {
  /// Compares by identity.
  public static func == (left: SubstanceConcrete, right: SubstanceConcrete) -> Bool { left === right }

  /// Hashes the substance's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
