import Foundation
import Millrace
import MillraceToolkit

/// The bus of a context: first in, first out, one transaction at a time.
///
/// On the kernel it is a store whose messages are ``FluxMessage``s; the substances hold the states. A turn
/// runs the mixes, commits all of them, and then notifies the reactors, substance by substance in the order
/// of their first mix.
public final class Flux {
  /// The context's name in records and errors.
  public let name: String
  let store: Millrace.Store<FluxState, FluxMessage>
  let sender: Sender<FluxMessage>
  let reactors = ReactorRegistry()
  let link: FluxLink
  let errands: Errands
  private var token: ObservationToken?
  /// The thread that has attached a reactor last while there was no home.
  private let user = Locked<ObjectIdentifier?>(nil)

  // Confined to the bus's home. The exclusivity checks of what every turn touches are turned off: each access is over
  // before anything is called out to.
  /// The substances of the transaction under way, in the order in which they were first mixed.
  ///
  /// Each is retained when it joins, and released when the turn is over: going through them counts no references.
  @exclusivity(unchecked) var touched: ContiguousArray<Unmanaged<SubstanceConcrete>> = []
  /// The number of the transaction whose reactors are being told; 0 while none are.
  @exclusivity(unchecked) private(set) var tellingTurn: UInt64 = 0
  @exclusivity(unchecked) private var turn: UInt64 = 0
  /// Whether the error handler is being told of something.
  private var isReporting = false
  /// The number of the reaction that was told last.
  @exclusivity(unchecked) @usableFromInline var reactionCount: UInt64 = 0
  /// What the reaction that is being told is about; nil while none is.
  @exclusivity(unchecked) @usableFromInline var telling: Telling?
  /// What has been found to have ended without saying so.
  @exclusivity(unchecked) var needsSweep = false
  /// What is to be called when the reactors have been told.
  @exclusivity(unchecked) var afterwards: [() -> Void] = []
  /// The lock under which the turn is taken.
  @exclusivity(unchecked) var lock: FluxLock?
  @exclusivity(unchecked) private var spareChain: ChainReaction?

  /// The substances to which a reactor is bound, in the order of binding.
  var bound: [SubstanceConcrete] = []
  var locks = LockDesk()
  private var catalogs: [ObjectIdentifier: AnyObject] = [:]
  var archives = ArchiveRegistry()
  /// The mixes with a lock that wait for the release of another's, by their numbers.
  var exclusives: [Int: Exclusive] = [:]
  var holds: [WeakHold] = []

  init(name: String, flow: Flow, home: (any Actor)?) {
    self.name = name
    let link = FluxLink()
    self.link = link
    store = Millrace.Store<FluxState, FluxMessage>(
      FluxState(), name: name, flow: flow, isolation: nil
    ) { state, message in
      link.flask?.bus.take(message, &state) ?? .none
    }
    if let home { flow.adopt(home: home) }
    sender = store.sender(isolation: nil)
    errands = flow.errands
    token = store.observe(messages: FluxMessage.self, isolation: nil) { message in
      link.flask?.bus.finish(message)
    }
  }

  /// The flow of the bus's turns, for gates and taps.
  public var flow: Flow { store.flow }

  // MARK: Turns

  /// Has a message take its turn, now if the bus is free.
  func send(_ message: FluxMessage, _ isolation: isolated (any Actor)?) {
    store.send(message, isolation: isolation)
  }

  /// Has a chain take its turn, now if the bus is free.
  func submit(_ chain: ChainReaction, _ isolation: isolated (any Actor)?) {
    let isDone = StoreInternals(store).takeUnseenTurn {
      chain.make()
      commitAll()
      react()
    }
    if !isDone { store.send(chain.message(), isolation: isolation) }
  }

  /// The first half of a turn: makes the mixes and commits them.
  private func take(_ message: FluxMessage, _ state: inout FluxState) -> Effect<FluxMessage> {
    var effect = Effect<FluxMessage>.none
    if let commits = message.commits {
      restore(commits, message.named(at: link))
    } else if let errand = message.errand {
      if let work = errand.take(at: link) {
        effect = work(self)
      } else {
        report(.cannotFeed(message: "\(message)", context: name))
      }
    } else if let errand = message.archive {
      let substance = archives.substance(errand.number)
      effect = withExtendedLifetime(substance) { $0?.keeper?.effect(of: errand.step) ?? .none }
    } else if case .mixer(let name) = message.kind {
      runMixers(name, message.payload)
    } else if let problem = message.problem {
      report(problem)
    }
    commitAll()
    if !touched.isEmpty { state.commits += 1 }
    if store.flow.isRecorded { message.note(touched.map { record($0.takeUnretainedValue()) }) }
    return effect
  }

  /// The second half: tells the reactors.
  private func finish(_ message: FluxMessage) {
    react()
  }

  func commitAll() {
    forEachTouched { $0.commit() }
  }

  /// Takes back all that the transaction under way has done.
  func abortAll() {
    forEachTouched { $0.abort() }
    letGo()
  }

  func react() {
    turn &+= 1
    tellingTurn = turn
    forEachTouched { $0.tell(lock) }
    tellingTurn = 0
    forEachTouched { $0.settle() }
    letGo()
    if !afterwards.isEmpty { finishAfterwards() }
    if lock != nil { finishLock() }
    if needsSweep { sweep() }
  }

  @inline(__always)
  private func forEachTouched(_ body: (SubstanceConcrete) -> Void) {
    // Sound: what has joined is retained until it is let go of, and nothing joins while they are gone through.
    for index in touched.indices { touched[index]._withUnsafeGuaranteedRef { body($0) } }
  }

  private func letGo() {
    for substance in touched { substance.release() }
    touched.removeAll(keepingCapacity: true)
  }

  private func finishAfterwards() {
    let done = afterwards
    afterwards = []
    for body in done { body() }
  }

  /// What the turn has made of a substance, to be put in place again.
  private func record(_ substance: SubstanceConcrete) -> Committed {
    let name = substance.name()
    let place = bound.filter { $0.name() == name }.firstIndex(of: substance)
    return Committed(
      substance: name, identity: ObjectIdentifier(substance), place: place ?? 0, state: substance.committed)
  }

  /// Puts what a recorded turn has committed in place.
  private func restore(_ commits: [Committed], _ named: [SubstanceConcrete]) {
    for commit in commits {
      let namesakes = (bound + named.filter { !bound.contains($0) }).filter { $0.name() == commit.substance }
      let isThere = commit.place < namesakes.count && namesakes[commit.place].take(commit.state)
      if !isThere { report(.noSuchSubstance(name: commit.substance, context: name)) }
    }
  }

  // MARK: Chains

  /// A chain to begin: one that was used before, if nobody holds it any more.
  func takeChain() -> ChainReaction {
    if isKnownUniquelyReferenced(&spareChain), let chain = spareChain {
      spareChain = nil
      return chain
    }
    return ChainReaction(link)
  }

  func recycle(_ chain: ChainReaction) {
    chain.clear()
    if spareChain == nil { spareChain = chain }
  }

  // MARK: What it knows

  /// The keys of a type of states; made once for each.
  func catalog<S: FlaskState>(of type: S.Type) -> KeyCatalog<S> {
    if let known = catalogs[ObjectIdentifier(type)] {
      // Sound: what is kept under this key was put there below.
      return unsafeDowncast(known, to: KeyCatalog<S>.self)
    }
    let catalog = KeyCatalog<S>()
    catalogs[ObjectIdentifier(type)] = catalog
    return catalog
  }

  // MARK: Ends

  /// A reactor is attached, and where there is no home, the thread at hand is the one that uses the context.
  func noteUser() {
    if errands.isHomeless { user.withLock { $0 = ObjectIdentifier(Thread.current) } }
  }

  /// The owner of a reactor has ended, on any thread.
  nonisolated func ownerEnded() {
    // Without a home nobody comes to look, and only the thread that uses the context may do so at once.
    if errands.isHomeless, user.withLock({ $0 == ObjectIdentifier(Thread.current) }) {
      sweep()
    } else {
      sweepSoon()
    }
  }

  /// Looks for owners that have ended, from any thread: at home soon, or, where there is no home, before the next turn.
  nonisolated func sweepSoon() {
    // Sound: it is used at home only. It does not keep the bus, which may wait for a turn that never comes.
    nonisolated(unsafe) let link = link
    errands.post { link.flask?.bus.sweep() }
  }

  private func sweep() {
    needsSweep = false
    reactors.sweep()
  }

  /// Tells the error handler; what that does wrong itself goes to standard error, as it would never come to an end.
  func report(_ error: FlaskError) {
    if isReporting { return StandardError.write("Millrace: \(error)") }
    isReporting = true
    store.flow.errorHandler(.reported(store: name, error: error))
    isReporting = false
  }
}

/// The substance that a reactor is being told of.
@usableFromInline
struct Telling {
  @usableFromInline let identity: ObjectIdentifier
  private let unmanagedSubstance: Unmanaged<SubstanceConcrete>
  private let unmanagedCore: Unmanaged<ReactorCore>

  // Sound: both are kept by the bus and by who calls the reactor while that is told. References would be counted
  // wherever this is copied.
  @usableFromInline var substance: SubstanceConcrete { unmanagedSubstance.takeUnretainedValue() }
  var core: ReactorCore { unmanagedCore.takeUnretainedValue() }

  init(substance: SubstanceConcrete, core: ReactorCore) {
    identity = ObjectIdentifier(substance)
    unmanagedSubstance = .passUnretained(substance)
    unmanagedCore = .passUnretained(core)
  }
}
