import Harvest
import MillraceTesting
import Synchronization

/// The entries that several tasks have written, in the order in which they did.
final class ScenarioLog<Entry: Sendable>: Sendable {
  private let stored = Mutex<[Entry]>([])

  var entries: [Entry] { stored.withLock { $0 } }

  func add(_ entry: Entry) {
    stored.withLock { $0.append(entry) }
  }
}

/// Something on the main actor that is written to by closures.
@MainActor
final class ScenarioBox<Value> {
  var value: Value

  init(_ value: Value) {
    self.value = value
  }
}

struct ScenarioFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// Queues of all strategies, with the times of the diagrams.
enum ScenarioQueue: EffectQueueProtocol {
  case plain, one, two, newest, oldest, calm, slow, slowFirst, broken

  var flattenStrategy: FlattenStrategy {
    switch self {
    case .plain: .merge
    case .one: .concat
    case .two: .concurrent(max: 2)
    case .newest: .latest
    case .oldest: .exhaust
    case .calm: .debounce(for: .seconds(2))
    case .slow: .throttle(for: .seconds(4), latest: true)
    case .slowFirst: .throttle(for: .seconds(4), latest: false)
    case .broken: .concurrent(max: -1)
    }
  }

  static var defaultEffectQueue: ScenarioQueue { .plain }
}

/// The world that the effects of scenarios get.
struct ScenarioWorld: Sendable {
  var name = "world"
  var log = ScenarioLog<String>()
  var clock = ManualClock()
}

/// A machine of texts, which remembers those that it takes.
typealias ScenarioHarvester = Harvester<String, [String]>
typealias ScenarioMapping = ScenarioHarvester.EffectMapping<ScenarioWorld, ScenarioQueue, String>
typealias ScenarioEffect = ScenarioMapping.Effect

/// A machine that takes every text but those that begin with `no`, and asks for what a script says.
@MainActor
struct ScenarioRig {
  let world = ScenarioWorld()
  var clock: ManualClock { world.clock }
  let flow: Flow
  let errors: ScenarioBox<[String]>
  let harvester: ScenarioHarvester

  init(initial: ScenarioEffect = .empty, _ script: @escaping (String) -> ScenarioEffect) {
    let errors = ScenarioBox<[String]>([])
    flow = Flow(name: "rig", environment: StoreEnvironment(clock: world.clock))
    flow.errorHandler = { error in errors.value.append("\(error)") }
    self.errors = errors
    harvester = Harvester(
      state: [], effect: initial, mapping: Self.mapping(script), world: world, name: "machine", flow: flow)
  }

  nonisolated static func mapping(_ script: @escaping (String) -> ScenarioEffect) -> ScenarioMapping {
    .makeInout { input, heard in
      if input.hasPrefix("no") { return nil }
      heard.append(input)
      return script(input)
    }
  }

  var heard: [String] { harvester.state }

  func send(_ inputs: String...) {
    for input in inputs { harvester.send(input) }
  }

  /// Lets everything that is under way come to its end, with so much time.
  func settle(_ seconds: Int = 0) async {
    if seconds > 0 { clock.jump(by: .seconds(seconds)) }
    await harvester.run()
  }
}

/// Sleeps, and gives an input.
func scenarioWait(
  _ seconds: Int, _ input: String, queue: ScenarioQueue = .plain, id: String? = nil
) -> ScenarioEffect {
  ScenarioEffect(sending: queue, id: id) { _, send in
    try await send.environment.clock.sleep(for: .seconds(seconds))
    await send(input)
  }
}
