import Millrace

/// The common part of all substances of any state: a name, a context, mixers.
///
/// A substance belongs to the isolation of its context, and is not `Sendable`. Applications use ``Substance``
/// and ``ReactiveSubstance``; a reactor with substances of several types knows them as this class.
///
/// The word `nonisolated` is inherited: a subclass is isolated to nothing in a module of any settings.
nonisolated open class SubstanceConcrete {
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
  /// The names of the mixers that were dropped with the last reactor, or that are known without one.
  private(set) final var droppedMixers: Set<String> = []
  /// True after a first reactor was bound.
  private(set) final var wasBound = false
  private final var hasMainMixers = false
  private final var knowsMixers = false
  /// A Boolean value that indicates whether global mixers reach the substance while no reactor is bound to
  /// it; true unless set.
  ///
  /// It concerns a ``ReactiveSubstance`` from its creation, and any other substance after its first
  /// reactor. Set it to false for a substance that must not change while it is not shown. A global mixer
  /// that it then misses is reported to the error handler.
  public final var hearsMixersUnbound = true
  /// The names of the mixers that it defines, or has defined before.
  final var definedMixers: Set<String> { droppedMixers.union(mixers.keys) }
  /// True while a transaction has it: then, and only then, `prop` may be used.
  // Confined to the context's home, and each access is a single load or store.
  @exclusivity(unchecked) @usableFromInline final var isMixing = false

  // Visible to inlined code, and so to subclasses in other modules, which inherit all initialisers only then.
  @usableFromInline
  init(name: String?, in flask: Flask) {
    givenName = name
    self.flask = flask
    flux = flask.bus
    if isReactive { flux.audience.await(self) }
  }

  /// True if it hears global mixers before its first reactor is bound.
  // A constant of the class, because the initialiser reads it.
  var isReactive: Bool { false }

  /// Returns its name in records, errors and archives: the given name, or that of its type.
  public final func name() -> String { givenName ?? defaultName }

  var defaultName: String { "\(type(of: self))" }

  // MARK: Mixers

  /// Defines the mixers of a reactive substance.
  ///
  /// The bus calls it when the first reactor is bound; the default does nothing. The definitions are dropped
  /// when the last reactor has ended, so closures that capture the substance do no harm. Without a reactor
  /// the bus calls it for each global mixer, and drops the definitions again.
  open func defineMixers() {}

  /// Defines the mixers that use parts of the main actor; called after ``defineMixers()``.
  ///
  /// The bus calls it only in a context that belongs to the main actor. The override and the properties that
  /// its mixers use have the attribute `@MainActor`:
  ///
  /// ```swift
  /// final class Session: ReactiveSubstance<SessionState, EnvMixers> {
  ///   @MainActor var badge = 0
  ///
  ///   @MainActor override func defineMainMixers() {
  ///     define(mix: .logout) { _, react, _ in
  ///       self.badge = 0
  ///       self.prop = SessionState()
  ///       react()
  ///     }
  ///   }
  /// }
  /// ```
  @MainActor open func defineMainMixers() {}

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
      flux.audience.enter(self, again: wasBound)
      wasBound = true
      defineAllMixers()
    }
  }

  final func unbind(_ core: ReactorCore) {
    guard let index = bindings.firstIndex(where: { $0 === core }) else { return }
    bindings.remove(at: index)
    handlers.removeAll { $0 === core }
    guard bindings.isEmpty else { return }
    flux.audience.leave(self)
    droppedMixers = Set(mixers.keys)
    dropMixers(leaving: [:])
  }

  /// Collects the reactors with a handler; the order is that of binding.
  final func noteHandlers() {
    handlers = ContiguousArray(bindings.filter(\.hasHandler))
  }

  private final func sweep() {
    for core in bindings where !core.isLive { core.end() }
  }

  // MARK: Hearing

  /// Calls `body` with the mixer of this name, if the substance defines it.
  ///
  /// Without a reactor the mixers are defined for the duration of the call, because their closures usually
  /// capture the substance and would keep it for ever.
  final func hear(_ name: String, _ body: (FluxMixer) -> Void) -> MixerHearing {
    if isBound {
      defineMainMixersOnce()
      if let mixer = mixers[name] {
        body(mixer)
        return .heard
      }
    } else if hearsMixersUnbound {
      let byHand = mixers
      defineAllMixers()
      droppedMixers.formUnion(mixers.keys)
      // A mixer may bind a reactor, whose definitions stay.
      defer { if bindings.isEmpty { dropMixers(leaving: byHand) } }
      if let mixer = mixers[name] {
        body(mixer)
        return .heard
      }
    } else if !wasBound {
      learnMixers()
    }
    return droppedMixers.contains(name) ? .missed : .undefined
  }

  /// Finds out, once, which mixers a substance defines that no reactor was ever bound to.
  private final func learnMixers() {
    if knowsMixers { return }
    knowsMixers = true
    let byHand = mixers
    defineAllMixers()
    droppedMixers.formUnion(mixers.keys)
    dropMixers(leaving: byHand)
  }

  private final func defineAllMixers() {
    defineMixers()
    defineMainMixersOnce()
  }

  /// Defines the mixers of the main actor if it is the home, which a context may learn only with its first
  /// turn.
  private final func defineMainMixersOnce() {
    guard !hasMainMixers, flux.flow.livesOnMainActor else { return }
    hasMainMixers = true
    // Sound: the context belongs to the main actor, and mixers are defined at home.
    nonisolated(unsafe) let substance = self
    MainActor.assumeIsolated { substance.defineMainMixers() }
  }

  private final func dropMixers(leaving others: [String: FluxMixer]) {
    undefineMixers()
    // Released last, because the mixers may hold the last reference to this substance.
    let dropped = mixers
    mixers = others
    hasMainMixers = false
    withExtendedLifetime((dropped, self)) {}
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
  /// The name of the type of the state.
  var stateName: String { "" }
  /// The keys that can be observed.
  var keyNames: [String] { [] }
  func isChanged(_ slot: KeySlot) -> Bool { false }
  var isChanged: Bool { false }
  func values(of slot: KeySlot) -> (old: Any?, new: Any?) { (nil, nil) }
  func removeListeners(of core: ReactorCore) {}
  func take(_ state: any FlaskState) -> Bool { false }
  /// Replaces the state outside the undo history.
  func take(outside state: any FlaskState) {}
  var committed: any FlaskState { NoState() }
  /// The history of undo and redo; nil if none is kept.
  var undoHistory: Any? { nil }
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
