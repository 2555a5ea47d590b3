import Katana
import Millrace

/// Something to listen to; one that is not `Hashable`.
struct TourTopic: Katana.Subscription {
  let name: String
}

/// The same with a hash.
struct TourHashedTopic: Katana.Subscription, Hashable {
  let name: String
}

/// The notes of listeners on what happens to them: one for each test, named in the environment's stead by the
/// topic, because an interpreter is made by its type.
final class TourStation: Sendable {
  let log = TourLog<String>()
  private let ways = TourLog<(name: String, dispatch: Dispatcher)>()

  func started(_ name: String, _ dispatch: Dispatcher) {
    log.add("+\(name)")
    ways.add((name, dispatch))
  }

  func stopped(_ name: String) { log.add("-\(name)") }

  /// Says something to the listener of this name that started last.
  @discardableResult
  func say(_ text: String, to name: String) -> Bool {
    ways.entries.last { $0.name == name }?.dispatch(TourText(text)) ?? false
  }

  func sayToFirst(_ text: String, _ name: String) -> Bool {
    ways.entries.first { $0.name == name }?.dispatch(TourText(text)) ?? false
  }
}

struct TourStationKey: StoreEnvironmentKey {
  static var defaultValue: TourStation { TourStation() }
}

final class TourTopicListener: SubscriptionInterpreter {
  private let topic: TourTopic
  private let dispatch: Dispatcher
  private var station: TourStation { dispatch.environment[TourStationKey.self] }

  init(subscription: TourTopic, dispatch: Dispatcher) {
    topic = subscription
    self.dispatch = dispatch
  }

  func start() throws {
    station.started(topic.name, dispatch)
    if topic.name.hasPrefix("bad") { throw TourFailure("cannot hear \(topic.name)") }
  }

  func stop() {
    station.stopped(topic.name)
    dispatch(TourText("said at stop"))
  }
}

final class TourHashedListener: SubscriptionInterpreter {
  private let topic: TourHashedTopic
  private let dispatch: Dispatcher

  init(subscription: TourHashedTopic, dispatch: Dispatcher) {
    topic = subscription
    self.dispatch = dispatch
  }

  func start() { dispatch.environment[TourStationKey.self].started("#\(topic.name)", dispatch) }

  func stop() { dispatch.environment[TourStationKey.self].stopped("#\(topic.name)") }
}

/// Something to listen to in a task.
struct TourChannel: Katana.Subscription {
  let name: String
}

enum TourChannelListener: AsyncSubscriptionInterpreter {
  static func listen(to subscription: TourChannel, dispatch: AsyncDispatch) async throws {
    let station = dispatch.environment[TourStationKey.self]
    station.log.add("+\(subscription.name)")
    defer { station.log.add("-\(subscription.name)") }
    if subscription.name == "bad" { throw TourFailure("cannot hear") }
    await dispatch(TourText("from \(subscription.name)"))
    if subscription.name == "brief" { return }
    try await dispatch.environment.clock.sleep(for: .seconds(1000))
  }
}

/// The names of the subscriptions.
struct TourWanted: Model, Equatable {
  var names: [String] = []
  var heard: [String] = []
}

struct TourWant: Message, Equatable {
  let names: [String]
}

/// A store of such a model, on whose flow the station is in the environment.
final class TourListening {
  let station = TourStation()
  let flow: Flow
  let errors = TourLog<FlowError>()
  private(set) var store: Katana.Store<TourWanted>?

  init(
    _ names: [String] = [], clock: any Clock<Duration> = ContinuousClock(),
    isolation: isolated (any Actor)? = #isolation,
    provider: some SubscriptionProvider<TourWanted> = FunctionSubscriptionProvider { (model: TourWanted) in
      model.names.map { TourTopic(name: $0) }
    }
  ) throws {
    var environment = StoreEnvironment(clock: clock)
    environment[TourStationKey.self] = station
    flow = Flow(name: "listening", environment: environment)
    flow.errorHandler = { [errors] in errors.add($0) }
    store = try Katana.Store(
      model: TourWanted(names: names),
      updater: CombinedUpdater<TourWanted>(
        .full(
          FunctionUpdater { (model: inout TourWanted, message: TourWant) in
            model.names = message.names
            return []
          }),
        .full(
          FunctionUpdater { (model: inout TourWanted, message: TourText) in
            model.heard.append(message.text)
            return []
          })), subscriptions: provider,
      subscriptionInterpreters: [TourTopicListener.self, TourHashedListener.self, TourChannelListener.self],
      name: "store", flow: flow)
  }

  var heard: [String] { store?.model.heard ?? [] }
  var log: [String] { station.log.entries }

  func want(_ names: String..., isolation: isolated (any Actor)? = #isolation) {
    store?.dispatch(TourWant(names: names))
  }

  func end() { store = nil }
}
