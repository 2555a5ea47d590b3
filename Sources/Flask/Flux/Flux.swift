import Foundation
import Millrace
import MillraceToolkit

/// The bus of a context: first in, first out, one transaction at a time.
///
/// On the kernel it is a participant whose messages are ``FluxMessage``s; the substances hold the states. A
/// turn runs the mixes, commits all of them, and then notifies the reactors, substance by substance in the
/// order of their first mix.
public final class Flux {
  /// The context's name in records and errors.
  public let name: String
  let store: Millrace.Store<FluxLink, FluxMessage>
  let sender: Sender<FluxMessage>
  let reactors = ReactorRegistry()
  let link: FluxLink
  let homeQueue: HomeQueue
  /// The thread that last attached a reactor while there was no home.
  private let user = Locked<ObjectIdentifier?>(nil)

  // Confined to the bus's home. The exclusivity checks of members that every turn uses are turned off: each
  // access is over before it calls out.
  /// The substances of the current transaction, in the order in which they were first mixed.
  ///
  /// Each is retained when it joins, and released when the turn is over; their iteration counts no
  /// references.
  @exclusivity(unchecked) var touched: ContiguousArray<Unmanaged<SubstanceConcrete>> = []
  /// The number of the transaction whose reactors are being notified; 0 for none.
  @exclusivity(unchecked) private(set) var notifiedTurn: UInt64 = 0
  @exclusivity(unchecked) private var turn: UInt64 = 0
  private var isReporting = false
  /// The number of the last notified reaction.
  @exclusivity(unchecked) @usableFromInline var reactionCount: UInt64 = 0
  /// The substance of the current notification; nil for none.
  @exclusivity(unchecked) @usableFromInline var currentReaction: CurrentReaction?
  /// True if an owner was found to have ended without a notice, so that a sweep is needed.
  @exclusivity(unchecked) var needsSweep = false
  /// The calls to make after the reactors' notification.
  @exclusivity(unchecked) var afterwards: [() -> Void] = []
  /// The lock under which the turn is taken.
  @exclusivity(unchecked) var lock: FluxLock?
  @exclusivity(unchecked) private var spareChain: ChainReaction?

  /// The substances to which a reactor is or was bound, in the order of their first binding.
  var audience = MixerAudience()
  var locks = LockScheduler()
  private var catalogs: [ObjectIdentifier: AnyObject] = [:]
  var archives = ArchiveRegistry()
  /// The mixes with a lock that wait for the release of another lock, by their numbers.
  var exclusives: [Int: Exclusive] = [:]
  var holds: [WeakHold] = []

  init(name: String, flow: Flow, home: (any Actor)?) {
    self.name = name
    let link = FluxLink()
    self.link = link
    store = Millrace.Store(participant: link, name: name, flow: flow)
    StoreInternals(store).describe(
      state: { ShownSubstances(of: $0.flask?.bus) }, whole: { WholeSubstances(of: $0.flask?.bus) },
      facts: { $0.flask?.bus.facts ?? StoreFacts(dialect: "Flask") })
    store.tellNew { $0.isNew }
    if let home { flow.adopt(home: home) }
    sender = store.sender(isolation: nil)
    homeQueue = flow.homeQueue
  }

  /// The flow of the bus's turns, for gates and taps.
  public var flow: Flow { store.flow }

  // MARK: Turns

  /// Takes the turn of a message: now, if the bus is free.
  func send(_ message: FluxMessage, _ isolation: isolated (any Actor)?) {
    store.send(message, isolation: isolation)
  }

  /// Takes the turn of a chain: now, if the bus is free.
  func submit(_ chain: ChainReaction, _ isolation: isolated (any Actor)?) {
    StoreInternals(store).turn(of: chain.message(), isolation: isolation) {
      chain.make()
      commitAll()
      react()
    }
  }

  /// Makes the mixes and commits them: the first half of a turn.
  fileprivate func take(_ message: FluxMessage) -> Effect<FluxMessage> {
    var effect = Effect<FluxMessage>.none
    if let commits = message.commits {
      restore(commits, message.named(at: link))
    } else if let work = message.work {
      if let work = work.take(at: link) {
        effect = work.run(self)
      } else {
        report(.cannotFeed(message: "\(message)", context: name))
      }
    } else if let request = message.archive {
      let substance = archives.substance(request.number)
      effect = withExtendedLifetime(substance) { $0?.keeper?.effect(of: request.step) ?? .none }
    } else if case .mixer(let name) = message.kind {
      runMixers(name, message.payload)
    } else if let problem = message.problem {
      report(problem)
    }
    commitAll()
    if !touched.isEmpty { link.commits += 1 }
    // Sound: as in `forEachTouched(_:)`.
    if store.flow.isRecorded { message.note(touched.map { record($0.takeUnretainedValue()) }) }
    return effect
  }

  func commitAll() {
    forEachTouched { $0.commit() }
  }

  /// Reverts everything that the current transaction has done.
  func abortAll() {
    forEachTouched { $0.abort() }
    releaseTouched()
  }

  /// Notifies the reactors: the second half of a turn.
  func react() {
    turn &+= 1
    notifiedTurn = turn
    forEachTouched { $0.notify(lock) }
    notifiedTurn = 0
    forEachTouched { $0.endTransaction() }
    releaseTouched()
    if !afterwards.isEmpty { finishAfterwards() }
    if lock != nil { finishLock() }
    if needsSweep { sweep() }
  }

  @inline(__always)
  private func forEachTouched(_ body: (SubstanceConcrete) -> Void) {
    // Sound: a substance that has joined is retained until its release, and none joins during the iteration.
    for index in touched.indices { touched[index]._withUnsafeGuaranteedRef { body($0) } }
  }

  private func releaseTouched() {
    for substance in touched { substance.release() }
    touched.removeAll(keepingCapacity: true)
  }

  private func finishAfterwards() {
    let done = afterwards
    afterwards = []
    for body in done { body() }
  }

  /// Returns the turn's result for a substance, to be restored later.
  private func record(_ substance: SubstanceConcrete) -> Committed {
    let name = substance.name()
    let place = audience.substances.filter { $0.name() == name }.firstIndex(of: substance)
    return Committed(
      substance: name, identity: ObjectIdentifier(substance), place: place ?? 0, state: substance.committed)
  }

  /// Restores the committed states of a recorded turn.
  private func restore(_ commits: [Committed], _ named: [SubstanceConcrete]) {
    let known = audience.substances
    for commit in commits {
      let namesakes = (known + named.filter { !known.contains($0) }).filter { $0.name() == commit.substance }
      let isThere = commit.place < namesakes.count && namesakes[commit.place].take(commit.state)
      if !isThere { report(.noSuchSubstance(name: commit.substance, context: name)) }
    }
  }

  // MARK: Chains

  /// Returns an empty chain: one that was used before, if no other code holds it.
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

  // MARK: Catalogs

  /// Returns the keys of a type of states, which are made once for each type.
  func catalog<S: FlaskState>(of type: S.Type) -> KeyCatalog<S> {
    if let known = catalogs[ObjectIdentifier(type)] {
      // Sound: the value under this key was stored below.
      return unsafeDowncast(known, to: KeyCatalog<S>.self)
    }
    let catalog = KeyCatalog<S>()
    catalogs[ObjectIdentifier(type)] = catalog
    return catalog
  }

  // MARK: Ends

  /// Records the current thread as the context's user, if there is no home; called when a reactor is
  /// attached.
  func noteUser() {
    if homeQueue.isHomeless { user.withLock { $0 = ObjectIdentifier(Thread.current) } }
  }

  /// Handles the end of a reactor's owner, on any thread.
  nonisolated func ownerEnded() {
    // Without a home no later call may come, and only the thread that uses the context may sweep at once.
    if homeQueue.isHomeless, user.withLock({ $0 == ObjectIdentifier(Thread.current) }) {
      sweep()
    } else {
      sweepSoon()
    }
  }

  /// Finds owners that have ended, from any thread: at home soon, or, if there is no home, before the next
  /// turn.
  nonisolated func sweepSoon() {
    // Sound: it is used at home only. It does not retain the bus, which may wait for a turn that never comes.
    nonisolated(unsafe) let link = link
    homeQueue.post { link.flask?.bus.sweep() }
  }

  private func sweep() {
    needsSweep = false
    reactors.sweep()
  }

  /// Calls the error handler; an error inside that call goes to standard error, because it could recur
  /// without end.
  func report(_ error: FlaskError) {
    if isReporting { return StandardError.write("Millrace: \(error)") }
    isReporting = true
    store.flow.report(.reported(store: name, error: error))
    isReporting = false
  }
}

/// The bus as a participant of its flow.
///
/// It is a weak reference to the context, also for chains and other code that must not retain the context. A
/// context may end on any thread while a turn begins at home. The reference is to the context, not to the
/// bus, because a weak reference slows down all others to its object. Without a context there are no
/// substances, so there is no work on the bus.
final class FluxLink: Participant {
  weak var flask: Flask?
  /// The number of turns that have committed something, by which tools see a change.
  fileprivate(set) var commits: UInt64 = 0

  func take(_ message: FluxMessage) -> Effect<FluxMessage> { flask?.bus.take(message) ?? .none }

  func notify(_ message: FluxMessage) { flask?.bus.react() }

  var toolState: UInt64 { commits }
}

/// The substance of a reactor's current notification.
@usableFromInline
struct CurrentReaction {
  @usableFromInline let identity: ObjectIdentifier
  private let unmanagedSubstance: Unmanaged<SubstanceConcrete>
  private let unmanagedCore: Unmanaged<ReactorCore>

  // Sound: the bus and the caller of the reactor retain both during the notification. References would be
  // counted wherever this is copied.
  @usableFromInline var substance: SubstanceConcrete { unmanagedSubstance.takeUnretainedValue() }
  var core: ReactorCore { unmanagedCore.takeUnretainedValue() }

  init(substance: SubstanceConcrete, core: ReactorCore) {
    identity = ObjectIdentifier(substance)
    unmanagedSubstance = .passUnretained(substance)
    unmanagedCore = .passUnretained(core)
  }
}
