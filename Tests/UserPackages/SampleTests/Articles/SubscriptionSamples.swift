import Millrace
import MillraceTesting
import Synchronization
import Testing

struct Kitchen: Equatable {
  var isTimerOn = false
  var seconds = 0
  var doorbell = 0
}

enum KitchenMessage: Sendable {
  case switchTimer
  case tick
  case doorbell
}

extension Kitchen {
  static func update(_ kitchen: inout Kitchen, _ message: KitchenMessage) -> Effect<KitchenMessage> {
    switch message {
    case .switchTimer: kitchen.isTimerOn.toggle()
    case .tick: kitchen.seconds += 1
    case .doorbell: kitchen.doorbell += 1
    }
    return .none
  }

  static func subscriptions(_ kitchen: Kitchen) -> [StoreSubscription<KitchenMessage>] {
    var wanted: [StoreSubscription<KitchenMessage>] = [.doorbell]
    if kitchen.isTimerOn { wanted.append(.every(.seconds(1), id: "timer") { .tick }) }
    return wanted
  }
}

/// Stands for something that calls back on a thread of its own.
nonisolated final class Doorbell: Sendable {
  static let shared = Doorbell()
  private let listener = Mutex<(@Sendable () -> Void)?>(nil)

  func listen(_ body: (@Sendable () -> Void)?) { listener.withLock { $0 = body } }

  func ring() { listener.withLock { $0 }?() }
}

extension StoreSubscription where Message == KitchenMessage {
  static var doorbell: StoreSubscription {
    .listening("doorbell") { sender in
      Doorbell.shared.listen { sender.send(.doorbell) }
      return { Doorbell.shared.listen(nil) }
    }
  }
}

@MainActor
@Suite("Subscriptions") struct SubscriptionSamples {
  @Test("They follow the state, and end with the store")
  func follow() async {
    let clock = ManualClock()
    var store: Store? = Store(
      Kitchen(), environment: StoreEnvironment(clock: clock), subscriptions: Kitchen.subscriptions,
      update: Kitchen.update)
    store?.send(.switchTimer)
    await clock.advance(by: .seconds(3)) { await clock.waitForSleepers(count: 1) }
    #expect(store?.seconds == 3)
    store?.send(.switchTimer)
    #expect(clock.sleepers.isEmpty)

    Doorbell.shared.ring()
    await store?.run()
    #expect(store?.doorbell == 1)
    store = nil
    Doorbell.shared.ring()
  }

  @Test("A set of subscriptions is compared in a test by its ids")
  func ids() {
    #expect(Kitchen.subscriptions(Kitchen()).map(\.id) == ["doorbell"])
    #expect(Kitchen.subscriptions(Kitchen(isTimerOn: true)).map(\.id) == ["doorbell", "timer"])
  }

  @Test("A body that throws is begun again, and its last error is a message")
  func retries() async {
    struct Offline: Error {}
    let store = Store(
      "", of: PriceMessage.self, environment: StoreEnvironment(clock: ImmediateClock()),
      subscriptions: { _ in [prices { throw Offline() }] }
    ) { text, message in
      text = "\(message)"
      return .none
    }
    for await _ in store.values(of: \.self) where store.state.contains("failed") { break }
    #expect(store.state.contains("Offline"))
  }

  @Test("A sequence is a subscription, and so is a body that sends")
  func streams() async {
    let store = Store(
      "", of: String.self,
      subscriptions: { _ in
        [
          .stream(AsyncStream<Int> { $0.yield(1) }, id: "numbers") { "\($0)" },
          StoreSubscription("greeting") { send in
            await send("hello")
          },
        ]
      },
      update: { text, message in
        text += message
        return .none
      })
    for await text in store.values(of: \.self) where text.count == 6 { break }
    #expect(store.state == "1hello" || store.state == "hello1")
  }
}

nonisolated enum PriceMessage {
  case price(Int), failed(String)
}

nonisolated func prices(
  _ feed: @escaping @Sendable () async throws -> [Int]
) -> StoreSubscription<PriceMessage> {
  StoreSubscription("prices") { send in
    for price in try await feed() { await send(.price(price)) }
  }
  .retry(5, backoff: .exponential(from: .seconds(1)))
  .catching { .failed("\($0)") }
}
