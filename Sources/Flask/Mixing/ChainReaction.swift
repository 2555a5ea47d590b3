import Millrace

/// A chain of inline mixes over any number of substances, which form one transaction.
///
/// ```swift
/// reactor.mix(app) { $0.prop.counter += 1 }
///   .with(cart) { $0.prop.items.append(item) }
///   .andReact()
/// ```
///
/// Nothing runs before the chain is resolved. ``andReact(isolation:)`` runs all mixes in order in one turn of
/// the bus, commits them together, and notifies the reactors; while the bus is paused or busy it waits for
/// its turn. ``andAbort()`` drops them. A mix that throws undoes the changes of the others. A chain that is
/// released unresolved is aborted, and the error handler receives the place where it began.
public final class ChainReaction {
  struct Step {
    // Sound: the chain keeps its reactor, which keeps its substances, and mixes no others.
    let substance: Unmanaged<SubstanceConcrete>
    let mix: Mix<SubstanceConcrete>
  }

  /// A mix with its exact type.
  struct Mix<Target: SubstanceConcrete> {
    let make: (Target) throws -> Void
  }

  private let link: FluxLink
  @exclusivity(unchecked) private var core: ReactorCore?
  private var file: StaticString = ""
  private var line: UInt = 0
  /// True while it accepts mixes and must be resolved.
  @exclusivity(unchecked) private var isOpen = false
  // Confined to the bus's home; it does not change while it is iterated.
  @exclusivity(unchecked) private(set) var steps: ContiguousArray<Step> = []
  @exclusivity(unchecked) private var flaw: FlaskError?

  // The bus keeps the last chain for reuse, so a chain does not retain the bus.
  init(_ link: FluxLink) {
    self.link = link
  }

  deinit {
    if isOpen { core?.flux.report(.chainDropped(origin: origin, substances: names)) }
  }

  func begin(_ core: ReactorCore, _ file: StaticString, _ line: UInt) {
    self.core = core
    self.file = file
    self.line = line
    isOpen = true
  }

  // MARK: Mixing

  /// Adds a mix.
  ///
  /// - Parameters:
  ///   - substance: A substance that the chain's reactor is bound to. It may occur more than once.
  ///   - mixing: The change of the given substance's `prop`. If it throws, the whole chain is aborted.
  /// - Returns: The chain.
  public func mix<S: FlaskState>(
    _ substance: Substance<S>, _ mixing: @escaping (Substance<S>) throws -> Void
  ) -> ChainReaction {
    add(substance, mixing)
    return self
  }

  /// Adds a mix, like ``mix(_:_:)``.
  public func with<S: FlaskState>(
    _ substance: Substance<S>, _ mixing: @escaping (Substance<S>) throws -> Void
  ) -> ChainReaction {
    add(substance, mixing)
    return self
  }

  /// Adds a mix, like ``mix(_:_:)``.
  public func and<S: FlaskState>(
    _ substance: Substance<S>, _ mixing: @escaping (Substance<S>) throws -> Void
  ) -> ChainReaction {
    add(substance, mixing)
    return self
  }

  func add<T: SubstanceConcrete>(_ substance: T, _ mixing: @escaping (T) throws -> Void) {
    guard isOpen else { return reportOver("mix") }
    if core?.has(substance) != true {
      let owner = core?.ownerType ?? "an unknown owner"
      flaw = flaw ?? .notBound(substance: substance.name(), owner: owner, origin: origin)
      return
    }
    // Sound: the closure is called with this substance only, and a reference to an object is passed in the
    // same way whichever class it is declared as.
    let mix = unsafeBitCast(Mix(make: mixing), to: Mix<SubstanceConcrete>.self)
    steps.append(Step(substance: .passUnretained(substance), mix: mix))
  }

  // MARK: Resolving

  /// Runs the mixes, commits them together, and notifies the reactors.
  ///
  /// If the bus is free, all of this happens before it returns.
  public func andReact(isolation: isolated (any Actor)? = #isolation) {
    guard resolve("andReact"), let flux = core?.flux else { return }
    if let flaw { flux.report(flaw) } else { flux.submit(self, isolation) }
    flux.recycle(self)
  }

  /// Drops the mixes without running them.
  public func andAbort() {
    if resolve("andAbort") { core?.flux.recycle(self) }
  }

  private func resolve(_ asked: String) -> Bool {
    guard isOpen else {
      reportOver(asked)
      return false
    }
    isOpen = false
    return true
  }

  private func reportOver(_ asked: String) {
    link.flask?.bus.report(.chainIsOver(origin: origin, asked: asked))
  }

  // MARK: Called by the bus

  /// Runs the mixes; if one throws, all are undone.
  func make() {
    do {
      // By index, so that no step is copied.
      for index in steps.indices {
        // Sound: the caller of the chain has the substances, and the chain is made before it returns; a later
        // one retains them by its message.
        try steps[index].substance._withUnsafeGuaranteedRef { substance in
          substance.join()
          try steps[index].mix.make(substance)
        }
      }
    } catch {
      core?.flux.abortAll()
      // Reported last, so that the error handler may read the states.
      core?.flux.report(.mixFailed(origin: origin, error: error))
    }
  }

  /// Returns a message with the steps and their description, for a turn that is not taken at once.
  func message() -> FluxMessage {
    let later = ChainReaction(link)
    later.core = core
    later.file = file
    later.line = line
    later.steps = steps
    let work = MessageWork { _ in
      later.make()
      return .none
    }
    return FluxMessage(.chain, substances: names, origin: origin, work: work.at(link))
  }

  /// Releases everything, for reuse.
  func clear() {
    core = nil
    flaw = nil
    steps.removeAll(keepingCapacity: true)
  }

  private var origin: String { "\(file):\(line)" }

  private var names: [String] {
    // Sound: as above.
    steps.map { $0.substance.takeUnretainedValue().name() }.reduce(into: []) { names, name in
      if !names.contains(name) { names.append(name) }
    }
  }
}

extension Reactor {
  /// Begins a chain with a mix.
  ///
  /// - Parameters:
  ///   - substance: A substance that the reactor is bound to.
  ///   - file: The file of the call, for errors and records.
  ///   - line: The line of the call, for errors and records.
  ///   - mixing: The change of the given substance's `prop`. If it throws, the whole chain is aborted.
  /// - Returns: The chain, which must be resolved: ``ChainReaction/andReact(isolation:)``,
  ///   ``ChainReaction/andAbort()``.
  public func mix<S: FlaskState>(
    _ substance: Substance<S>, file: StaticString = #fileID, line: UInt = #line,
    _ mixing: @escaping (Substance<S>) throws -> Void
  ) -> ChainReaction {
    let chain = core.flux.takeChain()
    chain.begin(core, file, line)
    chain.add(substance, mixing)
    return chain
  }
}
