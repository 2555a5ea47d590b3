import Flask
import Millrace
import MillraceTesting

struct BusState: Flask.State, Equatable {
  var number = 0
  var text = ""
  var _hidden = 0

  enum prop: StateProp { case number, text }
}

enum BusMixers: SubstanceMixer { case add, refuse, still, unresolved, unknown }

/// A substance with a mixer for each way that one can go.
class BusReactive: ReactiveSubstance<BusState, BusMixers> {
  override func defineMixers() {
    define(mix: .add) { payload, react, _ in
      self.prop.number += payload?["by"] as? Int ?? 1
      react()
    }
    define(mix: .refuse) { _, _, abort in
      self.prop.number = -1
      abort()
    }
    define(mix: .still) { _, react, _ in react() }
    define(mix: .unresolved) { _, _, _ in self.prop.number = -2 }
  }
}

/// A context on a manual clock, and what happens in it.
@MainActor
final class BusBench {
  let clock = ManualClock()
  let flask: Flask
  let app: BusReactive
  let reactor: Reactor<BusBench.Owner>
  let owner = Owner()
  /// The errors of the context.
  var errors: [FlaskError] = []
  /// The errors of the kernel.
  var flowErrors: [FlowError] = []
  var lines: [String] = []
  /// Called for each reaction, after it was written down.
  var onReaction: (FlaskReaction) -> Void = { _ in }

  final class Owner {
    weak var bench: BusBench?
  }

  /// - Parameter flow: A flow to share; by default the context has its own.
  init(_ name: String = "bus", storage: any ArchiveStorage = MemoryArchives(), flow: Flow? = nil) {
    if let flow {
      flask = Flask(name: name, flow: flow, archives: storage)
    } else {
      flask = Flask(name: name, environment: StoreEnvironment(clock: clock), archives: storage)
    }
    app = BusReactive(name: "app", in: flask)
    reactor = flask.reactor(attachedTo: owner, mixing: app)
    owner.bench = self
    reactor.handler = { owner, reaction in owner.bench?.heard(reaction) }
    flask.bus.flow.errorHandler = { [weak self] error in self?.note(error) }
  }

  private func heard(_ reaction: FlaskReaction) {
    lines.append("app \(app.state.number)")
    onReaction(reaction)
  }

  private func note(_ error: FlowError) {
    if case .reported(_, let problem as FlaskError) = error {
      errors.append(problem)
    } else {
      flowErrors.append(error)
    }
  }

  /// The errors of the context by the names of their cases.
  var problems: [String] { errors.map { Mirror(reflecting: $0).children.first?.label ?? "" } }

  /// Adds to the number in a chain.
  func add(_ number: Int = 1) {
    reactor.mix(app) { $0.prop.number += number }.andReact()
  }

  /// Lets what was posted come home.
  func settle() async { await flask.run() }
}

/// A context with one archived substance.
@MainActor
class BusArchiveBench {
  let storage = MemoryArchives()
  let bench: BusBench
  let substance: Substance<BusState>
  let reactor: Reactor<BusBench.Owner>

  init() {
    bench = BusBench(storage: storage)
    substance = bench.flask.newSubstance(definedBy: BusState.self, named: "note", archive: true)
    reactor = bench.flask.reactor(attachedTo: bench.owner, mixing: substance)
  }

  var clock: ManualClock { bench.clock }

  func set(_ number: Int) { reactor.mix(substance) { $0.prop.number = number }.andReact() }

  func jump(to seconds: Double) { clock.jump(to: .init(offset: .seconds(seconds))) }
}
