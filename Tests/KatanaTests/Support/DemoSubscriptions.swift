import Katana
import Millrace

/// Something to listen to; one that is not `Hashable`.
struct DemoTopic: Katana.Subscription {
  let name: String
}

/// The same with a hash.
struct DemoHashedTopic: Katana.Subscription, Hashable {
  let name: String
}

/// The notes of listeners on what happens to them: one for each test, named in the environment's stead by the
/// topic, because an interpreter is made by its type.
final class DemoStation: Sendable {
  let log = DemoLog<String>()
  private let ways = DemoLog<(name: String, dispatch: Dispatcher)>()

  func started(_ name: String, _ dispatch: Dispatcher) {
    log.add("+\(name)")
    ways.add((name, dispatch))
  }

  func stopped(_ name: String) { log.add("-\(name)") }

  /// Says something to the listener of this name that started last.
  @discardableResult
  func say(_ text: String, to name: String) -> Bool {
    ways.entries.last { $0.name == name }?.dispatch(DemoText(text)) ?? false
  }

  func sayToFirst(_ text: String, _ name: String) -> Bool {
    ways.entries.first { $0.name == name }?.dispatch(DemoText(text)) ?? false
  }
}

struct DemoStationKey: StoreEnvironmentKey {
  static var defaultValue: DemoStation { DemoStation() }
}

final class DemoTopicListener: SubscriptionInterpreter {
  private let topic: DemoTopic
  private let dispatch: Dispatcher
  private var station: DemoStation { dispatch.environment[DemoStationKey.self] }

  init(subscription: DemoTopic, dispatch: Dispatcher) {
    topic = subscription
    self.dispatch = dispatch
  }

  func start() throws {
    station.started(topic.name, dispatch)
    if topic.name.hasPrefix("bad") { throw DemoFailure("cannot hear \(topic.name)") }
  }

  func stop() {
    station.stopped(topic.name)
    dispatch(DemoText("said at stop"))
  }
}

final class DemoHashedListener: SubscriptionInterpreter {
  private let topic: DemoHashedTopic
  private let dispatch: Dispatcher

  init(subscription: DemoHashedTopic, dispatch: Dispatcher) {
    topic = subscription
    self.dispatch = dispatch
  }

  func start() { dispatch.environment[DemoStationKey.self].started("#\(topic.name)", dispatch) }

  func stop() { dispatch.environment[DemoStationKey.self].stopped("#\(topic.name)") }
}

/// Something to listen to in a task.
struct DemoChannel: Katana.Subscription {
  let name: String
}

enum DemoChannelListener: AsyncSubscriptionInterpreter {
  static func listen(to subscription: DemoChannel, dispatch: AsyncDispatch) async throws {
    let station = dispatch.environment[DemoStationKey.self]
    station.log.add("+\(subscription.name)")
    defer { station.log.add("-\(subscription.name)") }
    if subscription.name == "bad" { throw DemoFailure("cannot hear") }
    await dispatch(DemoText("from \(subscription.name)"))
    if subscription.name == "brief" { return }
    try await dispatch.environment.clock.sleep(for: .seconds(1000))
  }
}

/// The names of the subscriptions.
struct DemoWanted: Model, Equatable {
  var names: [String] = []
  var heard: [String] = []

  /// Takes the names that a `DemoWant` brings, and writes each `DemoText` down.
  static var updater: CombinedUpdater<DemoWanted> {
    CombinedUpdater(
      .full(
        FunctionUpdater { (model: inout DemoWanted, message: DemoWant) in
          model.names = message.names
          return []
        }),
      .full(
        FunctionUpdater { (model: inout DemoWanted, message: DemoText) in
          model.heard.append(message.text)
          return []
        }))
  }

  /// A topic for each name.
  static var topics: FunctionSubscriptionProvider<DemoWanted> {
    FunctionSubscriptionProvider { (model: DemoWanted) in model.names.map { DemoTopic(name: $0) } }
  }
}

struct DemoWant: Message, Equatable {
  let names: [String]
}

/// A store of such a model, on whose flow the station is in the environment.
final class DemoListening {
  let station = DemoStation()
  let flow: Flow
  let errors = DemoLog<FlowError>()
  private(set) var store: Katana.Store<DemoWanted>?

  init(
    _ names: [String] = [], clock: any Clock<Duration> = ContinuousClock(),
    isolation: isolated (any Actor)? = #isolation,
    provider: some SubscriptionProvider<DemoWanted> = DemoWanted.topics
  ) throws {
    var environment = StoreEnvironment(clock: clock)
    environment[DemoStationKey.self] = station
    flow = Flow(name: "listening", environment: environment)
    flow.errorHandler = { [errors] in errors.add($0) }
    store = try Katana.Store(
      model: DemoWanted(names: names), updater: DemoWanted.updater, subscriptions: provider,
      subscriptionInterpreters: [DemoTopicListener.self, DemoHashedListener.self, DemoChannelListener.self],
      name: "store", flow: flow)
  }

  var heard: [String] { store?.model.heard ?? [] }
  var log: [String] { station.log.entries }

  func want(_ names: String..., isolation: isolated (any Actor)? = #isolation) {
    store?.dispatch(DemoWant(names: names))
  }

  func end() { store = nil }
}
