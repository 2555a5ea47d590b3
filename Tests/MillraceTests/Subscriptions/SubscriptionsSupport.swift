import Millrace
import MillraceTesting

struct SubscriptionsState: Equatable {
  /// The ids of the subscriptions that there should be.
  var wanted: [String] = []
  var heard: [String] = []
}

/// A store whose message `a b` makes `a` and `b` the wanted subscriptions.
///
/// A message that begins with `>` is no such wish: the store writes it down.
final class SubscriptionsRig {
  private final class Errors {
    var texts: [String] = []
  }

  let clock = ManualClock()
  let flow: Flow
  let store: Store<SubscriptionsState, String>
  private let reported = Errors()

  init(
    _ wanted: [String] = [], driver: any Driver = LiveDriver(),
    isolation: isolated (any Actor)? = #isolation,
    _ make: @escaping (String) -> StoreSubscription<String>
  ) {
    flow = Flow(name: "rig", environment: StoreEnvironment(clock: clock), driver: driver)
    flow.errorHandler = { [reported] in reported.texts.append("\($0)") }
    store = Store(
      SubscriptionsState(wanted: wanted), of: String.self, name: "store", flow: flow,
      subscriptions: { $0.wanted.map(make) }
    ) { state, message in
      if message.hasPrefix(">") {
        state.heard.append(String(message.dropFirst()))
      } else {
        state.wanted = message.split(separator: " ").map(String.init)
      }
      return .none
    }
  }

  var heard: [String] { store.withState { $0.heard } }
  var errors: [String] { reported.texts }

  /// Makes these the wanted subscriptions.
  func want(_ ids: String, isolation: isolated (any Actor)? = #isolation) {
    store.send(ids)
  }
}

/// A source that subscriptions listen to by calling back; it writes down who started and who stopped.
final class SubscriptionsSource: Sendable {
  let log = EffectsLog<String>()
  private let senders = EffectsLog<(id: String, sender: Sender<String>)>()

  func listen(_ id: String) -> StoreSubscription<String> {
    .listening(EffectID(id)) { [self] sender in
      log.add("+\(id)")
      senders.add((id, sender))
      return { [log] in log.add("-\(id)") }
    }
  }

  /// Says something to the listener that was the latest to start under this id; false when it is not taken.
  @discardableResult
  func say(_ text: String, to id: String) -> Bool {
    senders.entries.last { $0.id == id }?.sender.send(">\(text)") ?? false
  }

  /// The same to the first that started under this id.
  @discardableResult
  func sayToFirst(_ text: String, _ id: String) -> Bool {
    senders.entries.first { $0.id == id }?.sender.send(">\(text)") ?? false
  }
}
