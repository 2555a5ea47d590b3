public import Millrace

/// A context of substances: it makes them, binds reactors to them, and has one bus on which all of them are mixed.
///
/// ``shared`` is at home on the main actor, and what is called on the type itself, as in
/// `Flask.newSubstance(definedBy:)`, is called on it. Tests and servers make contexts of their own, which live where they
/// are made; one made where there is no isolation, as in an actor's initialiser, is at home where it is first used. A
/// context lasts for as long as somebody holds it, one of its substances, or an object that keeps one of its reactors;
/// call ``purgeFlasks()-method`` on one that is not needed any more if it may have reactors that nobody keeps.
///
/// ```swift
/// let app = Flask.newSubstance(definedBy: AppState.self)
/// Flask.attachReactor(to: view, mixing: [app])
/// Flask.getReactor(attachedTo: view).mix(app) { $0.prop.counter += 1 }.andReact()
/// ```
public final class Flask {
  /// The context of those who name none, at home on the main actor.
  @MainActor public static let shared = Flask(name: "flask", home: MainActor.shared)

  /// What it is called in records and errors.
  public var name: String { bus.name }
  /// Where substances that are made from now on have their archives.
  public var archives: any ArchiveStorage
  /// The bus on which its transactions take their turns.
  public let bus: Flux

  /// A context with a flow of its own.
  ///
  /// - Parameters:
  ///   - name: What it is called in records and errors.
  ///   - environment: What it takes from outside: the clock by which archives are idle.
  ///   - archives: Where its substances have their archives.
  ///   - driver: What performs its effects, which are those of archives.
  ///   - isolation: Where it lives; leave it as it is.
  public convenience init(
    name: String = "flask", environment: StoreEnvironment = StoreEnvironment(),
    archives: any ArchiveStorage = FileArchives.standard, driver: any Driver = LiveDriver(),
    isolation: isolated (any Actor)? = #isolation
  ) {
    self.init(
      name: name, flow: Flow(name: name, environment: environment, driver: driver, isolation: isolation),
      archives: archives, home: isolation)
  }

  /// A context on a flow that it shares with other stores.
  ///
  /// Their turns and the context's then have one order; its gates and taps see all of them, and its locks pause all.
  ///
  /// - Parameters:
  ///   - name: What it is called in records and errors.
  ///   - flow: The flow, which lives where the caller does.
  ///   - archives: Where its substances have their archives.
  ///   - isolation: Where it lives; leave it as it is.
  public convenience init(
    name: String = "flask", flow: Flow, archives: any ArchiveStorage = FileArchives.standard,
    isolation: isolated (any Actor)? = #isolation
  ) {
    self.init(name: name, flow: flow, archives: archives, home: isolation)
  }

  private convenience init(name: String, home: any Actor) {
    self.init(name: name, flow: Flow(name: name, home: home), archives: FileArchives.standard, home: home)
  }

  private init(name: String, flow: Flow, archives: any ArchiveStorage, home: (any Actor)?) {
    self.archives = archives
    bus = Flux(name: name, flow: flow, home: home)
    bus.link.flask = self
  }

  // MARK: Substances

  /// Makes a substance.
  ///
  /// - Parameters:
  ///   - type: The type of its state.
  ///   - name: What it is called in records, errors and its archive; by default the name of the state's type.
  ///   - archive: Whether it is restored from its archive, and saved when it has been idle.
  public func newSubstance<S: FlaskState>(
    definedBy type: S.Type, named name: String? = nil, archive: Bool = false
  ) -> Substance<S> {
    Substance(name: name, archive: archive, in: self)
  }

  /// Has the mixers of this name run at every substance that defines one and to which a reactor is bound.
  ///
  /// They run in one turn, in the order in which the substances were bound; each resolves for itself, and all that have
  /// reacted are committed before anybody is told.
  ///
  /// - Parameters:
  ///   - mixer: A case of an enumeration of mixers. That no bound substance defines it is an error that the error handler
  ///     is told of.
  ///   - payload: What the mixers are given.
  ///   - isolation: The caller's; leave it as it is.
  public func substances<Mixer: RawRepresentable>(
    reactTo mixer: Mixer, payload: FluxPayloadType? = nil, isolation: isolated (any Actor)? = #isolation
  ) where Mixer.RawValue == String {
    bus.send(FluxMessage(.mixer(mixer.rawValue), payload: payload), isolation)
  }

  // MARK: Elsewhere and later

  /// The way in from other threads and tasks.
  public func sender(isolation: isolated (any Actor)? = #isolation) -> FlaskSender {
    bus.flow.adopt(home: isolation)
    return FlaskSender(sender: bus.sender)
  }

  /// Feeds a recorded message back: what its turn has committed is committed again, and reactors are told.
  ///
  /// - Parameters:
  ///   - message: A message that a tap was given. One that has committed nothing does nothing; one that was never
  ///     recorded is sent as it is.
  ///   - substances: The substances that it may change, by their names. Those to which a reactor is bound need not be
  ///     named.
  ///   - isolation: The caller's; leave it as it is.
  public func feed(
    _ message: FluxMessage, to substances: [SubstanceConcrete] = [],
    isolation: isolated (any Actor)? = #isolation
  ) {
    for substance in substances where substance.flask !== self {
      bus.report(.otherContext(substance: substance.name(), context: name))
    }
    bus.send(message.fed(to: substances.filter { $0.flask === self }, at: bus.link), isolation)
  }

  /// Waits until nothing waits on the bus and all archives have been saved.
  ///
  /// See `Flow.run`.
  public func run(isolation: isolated (any Actor)? = #isolation) async {
    await bus.flow.run(isolation: isolation)
  }

  /// Saves all substances that have unsaved changes now; call it before the program may be killed.
  ///
  /// A program that returns from `main`, or calls `exit`, saves them by itself.
  ///
  /// - Throws: The first ``ArchiveError``; the others are saved all the same. An archive that could not be read at the
  ///   start, or is a newer program's, is not written over, and its error is thrown again; its substance's own
  ///   `archiveNow` does.
  public func archiveNow(isolation: isolated (any Actor)? = #isolation) async throws(ArchiveError) {
    var problem: ArchiveError?
    for number in bus.archives.numbers {
      // Not the substance: it may end meanwhile, and another may take its archive.
      guard let keeper = bus.archives.substance(number)?.keeper else { continue }
      do throws(ArchiveError) { try await keeper.saveIfUnsaved() } catch { problem = problem ?? error }
    }
    if let problem { throw problem }
  }
}

extension Flask {
  /// The protocol of states, qualified: the module's name cannot do so, because it is this class's name too.
  public typealias State = FlaskState
}
