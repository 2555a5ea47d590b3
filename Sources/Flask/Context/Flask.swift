public import Millrace

/// A context of substances, with reactors bound to them and one bus for all their transactions.
///
/// ``shared`` belongs to the main actor; functions called on the type itself, as in
/// `Flask.newSubstance(definedBy:)`, use it. Tests and servers create contexts of their own, which belong to
/// the isolation that creates them. A context created without isolation, as in an actor's initialiser,
/// belongs to the isolation that uses it first. A context lives while it, one of its substances, or an object
/// that keeps one of its reactors is retained. Call ``endReactors()-method`` on a context that is no longer
/// needed and may have reactors without an owner that keeps them.
///
/// ```swift
/// let app = Flask.newSubstance(definedBy: AppState.self)
/// Flask.attachReactor(to: view, mixing: [app])
/// Flask.getReactor(attachedTo: view).mix(app) { $0.prop.counter += 1 }.andReact()
/// ```
public final class Flask {
  /// The context used by default; it belongs to the main actor.
  @MainActor public static let shared = Flask(
    name: "flask", flow: Flow(name: "flask", home: MainActor.shared), archives: FileArchives.standard,
    home: MainActor.shared)

  /// The context's name in records and errors.
  public var name: String { bus.name }
  /// The storage for archives of substances created from now on.
  public var archives: any ArchiveStorage
  /// The bus that runs its transactions.
  public let bus: Flux

  /// Creates a context with a flow of its own.
  ///
  /// - Parameters:
  ///   - name: The context's name in records and errors.
  ///   - environment: The environment, with the clock for idle archives.
  ///   - archives: The storage for the archives of its substances.
  ///   - driver: The driver of its effects, which save archives.
  ///   - isolation: The isolation of the context; omit it.
  public convenience init(
    name: String = "flask", environment: StoreEnvironment = StoreEnvironment(),
    archives: any ArchiveStorage = FileArchives.standard, driver: any Driver = LiveDriver(),
    isolation: isolated (any Actor)? = #isolation
  ) {
    self.init(
      name: name, flow: Flow(name: name, environment: environment, driver: driver, isolation: isolation),
      archives: archives, home: isolation)
  }

  /// Creates a context on a flow that it shares with other stores.
  ///
  /// The flow orders their turns and the context's together. Its gates and taps see all of them, and its
  /// locks pause all.
  ///
  /// - Parameters:
  ///   - name: The context's name in records and errors.
  ///   - flow: The flow, which must have the caller's isolation.
  ///   - archives: The storage for the archives of its substances.
  ///   - isolation: The isolation of the context; omit it.
  public convenience init(
    name: String = "flask", flow: Flow, archives: any ArchiveStorage = FileArchives.standard,
    isolation: isolated (any Actor)? = #isolation
  ) {
    self.init(name: name, flow: flow, archives: archives, home: isolation)
  }

  private init(name: String, flow: Flow, archives: any ArchiveStorage, home: (any Actor)?) {
    self.archives = archives
    bus = Flux(name: name, flow: flow, home: home)
    bus.link.flask = self
  }

  // MARK: Substances

  /// Creates a substance.
  ///
  /// - Parameters:
  ///   - type: The type of its state.
  ///   - name: Its name in records, errors and its archive; by default the name of the state's type.
  ///   - archive: True if it is restored from its archive, and saved when idle.
  public func newSubstance<S: FlaskState>(
    definedBy type: S.Type, named name: String? = nil, archive: Bool = false
  ) -> Substance<S> {
    Substance(name: name, archive: archive, in: self)
  }

  /// Runs the mixers of this name at every ``ReactiveSubstance`` that defines one, and at every other
  /// substance that does and has, or had, a bound reactor.
  ///
  /// They run in one turn, in the order in which the substances were first bound, and then those that never
  /// were in the order of their creation. Each mixer resolves its own transaction, and all that have
  /// reacted are committed before any reactor is notified.
  ///
  /// - Parameters:
  ///   - mixer: A case of an enumeration of mixers. If none of them defines it, the error handler receives an
  ///     error.
  ///   - payload: The payload of the mixers.
  ///   - isolation: The caller's isolation; omit it.
  public func substances<Mixer: RawRepresentable>(
    reactTo mixer: Mixer, payload: FluxPayloadType? = nil, isolation: isolated (any Actor)? = #isolation
  ) where Mixer.RawValue == String {
    bus.send(FluxMessage(.mixer(mixer.rawValue), payload: payload), isolation)
  }

  // MARK: Other threads, replay and waiting

  /// Returns a sender for other threads and tasks.
  public func sender(isolation: isolated (any Actor)? = #isolation) -> FlaskSender {
    bus.flow.adopt(home: isolation)
    return FlaskSender(sender: bus.sender)
  }

  /// Feeds a recorded message back: commits its states again, and notifies the reactors.
  ///
  /// - Parameters:
  ///   - message: A message from a tap. A message without committed states changes nothing; a message that
  ///     was never recorded is sent unchanged.
  ///   - substances: The substances that it may change, by their names. Those with a bound reactor need not
  ///     be given.
  ///   - isolation: The caller's isolation; omit it.
  public func feed(
    _ message: FluxMessage, to substances: [SubstanceConcrete] = [],
    isolation: isolated (any Actor)? = #isolation
  ) {
    for substance in substances where substance.flask !== self {
      bus.report(.otherContext(substance: substance.name(), context: name))
    }
    bus.send(message.fed(to: substances.filter { $0.flask === self }, at: bus.link), isolation)
  }

  /// Waits until the bus is idle and all archives have been saved.
  ///
  /// See `Flow.run`.
  public func run(isolation: isolated (any Actor)? = #isolation) async {
    await bus.flow.run(isolation: isolation)
  }

  /// Saves all substances with unsaved changes now; call it before the program may be killed.
  ///
  /// A program that returns from `main`, or calls `exit`, saves them automatically.
  ///
  /// - Throws: The first ``ArchiveError``; the other substances are saved in any case. An archive that could
  ///   not be read at the start, or belongs to a newer program, is not overwritten, and its error is thrown
  ///   again. The substance's own `archiveNow` overwrites it.
  public func archiveNow(isolation: isolated (any Actor)? = #isolation) async throws(ArchiveError) {
    var problem: ArchiveError?
    for number in bus.archives.numbers {
      // The keeper instead of the substance, which may end meanwhile and leave its archive to another.
      guard let keeper = bus.archives.substance(number)?.keeper else { continue }
      do throws(ArchiveError) { try await keeper.saveIfUnsaved() } catch { problem = problem ?? error }
    }
    if let problem { throw problem }
  }

  /// Saves all substances with unsaved changes during the call, for the moment when an application is ended.
  ///
  /// It blocks the thread until the archives are durable. Otherwise it is like ``archiveNow(isolation:)``,
  /// which an `await` in front of the call selects.
  ///
  /// - Throws: The first ``ArchiveError``, as the asynchronous function.
  public func archiveNow() throws(ArchiveError) {
    var problem: ArchiveError?
    for number in bus.archives.numbers {
      guard let keeper = bus.archives.substance(number)?.keeper else { continue }
      do throws(ArchiveError) { try keeper.saveIfUnsavedBlocking() } catch { problem = problem ?? error }
    }
    if let problem { throw problem }
  }
}

extension Flask {
  /// The protocol of states.
  ///
  /// This class hides the module of the same name, which therefore cannot qualify the protocol.
  public typealias State = FlaskState
}
