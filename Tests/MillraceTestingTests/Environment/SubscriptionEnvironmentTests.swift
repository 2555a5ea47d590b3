import Millrace
import MillraceToolkit
import Testing

@testable import MillraceTesting

@MainActor
@Suite("A subscription under test")
struct SubscriptionEnvironmentTests {
  /// Counts the uses of the live service.
  private enum FeedKey: StoreEnvironmentKey {
    static let uses = Locked(0)
    static let defaultValue: @Sendable () -> [String] = {
      uses.withLock { $0 += 1 }
      return ["live"]
    }
    static let previewValue: @Sendable () -> [String] = { ["preview"] }
  }

  private enum Message: Sendable, Equatable { case found([String]), failed(String) }
  private struct Refused: Error {}

  private static func feed(_ id: EffectID = "feed") -> StoreSubscription<Message> {
    StoreSubscription(id) { send in await send(.found(send.environment[FeedKey.self]())) }
  }

  private static func store(
    _ subscriptions: [StoreSubscription<Message>] = [feed()], _ environment: StoreEnvironment? = nil
  ) -> Store<[String], Message> {
    Store([], name: "news", environment: environment, subscriptions: { _ in subscriptions }) {
      news, message in
      switch message {
      case .found(let lines): news += lines
      case .failed(let text): news.append("failed: \(text)")
      }
      return .none
    }
  }

  @Test("of the first state begins with the environment of the test that is made in the same breath")
  func first() async {
    for _ in 1...20 {
      let failures = await testStoreFailures {
        let test = TestStore(Self.store())
        await test.receive(.found(["preview"])) { $0 = ["preview"] }
        await test.finish()
      }
      #expect(
        failures.map { $0.prefix(while: { $0 != "\n" }) } == [
          "The key `FeedKey` has no test value, and the subscription `feed` of the store `news` has read it."
        ])
    }
    #expect(FeedKey.uses.withLock(\.self) == 0)
  }

  @Test("of a store without a home begins with the environment of the test, too")
  nonisolated func homeless() async {
    let store = await Self.homelessStore()
    await store.check()
  }

  private nonisolated static func homelessStore() async -> HomelessCheck { HomelessCheck() }

  @Test("reads what the test sets before it awaits anything")
  func given() async {
    let test = TestStore(Self.store())
    test.environment[FeedKey.self] = { ["set"] }
    await test.receive(.found(["set"])) { $0 = ["set"] }
    await test.finish()
  }

  @Test("fails the test if it had begun in the live environment, whether it has ended or not")
  func late() async {
    let failures = await testStoreFailures {
      let store = Self.store([
        StoreSubscription("feed") { _ in },
        .every(.seconds(1), id: "tick") { .failed("tick") },
      ])
      await store.run()
      let test = TestStore(store)
      await test.finish()
    }
    #expect(
      failures == [
        """
        The subscription `feed` of the store `news` began before the test store was made, with the live environment, \
        so it may have used the services of the running application.

        Make the test store before the next `await` and before the first message, or make the store with \
        `environment: .test()`.
        """
      ])
  }

  @Test("never begins if its store ends before")
  func ended() async {
    let began = Locked(false)
    let flow = Flow()
    var store: Store<Int, Int>? = Store(
      0, flow: flow, subscriptions: { _ in [StoreSubscription("feed") { _ in began.withLock { $0 = true } }] }
    ) { _, _ in .none }
    #expect(store?.state == 0)
    store = nil
    await flow.runUntilBodiesReturn()
    let hasBegun = began.withLock { $0 }
    #expect(!hasBegun)
  }

  @Test("that throws is begun again, and its count begins again with each message")
  func retries() async {
    let attempts = Locked(0)
    let clock = ManualClock()
    let feed = StoreSubscription<Message>("feed") { send in
      let attempt = attempts.withLock { attempts in
        attempts += 1
        return attempts
      }
      if attempt == 3 { await send(.found(["three"])) }
      throw Refused()
    }
    let subscription = feed.retry(2, backoff: .constant(.seconds(1))).catching { .failed("\($0)") }
    let test = TestStore(Self.store([subscription], .test(clock: clock)))
    for _ in 1...4 {
      await clock.waitForSleepers(count: 1)
      clock.jump(by: .seconds(1))
      if attempts.withLock(\.self) == 2 { await test.receive(.found(["three"])) { $0 = ["three"] } }
    }
    await test.receive(.failed("Refused()")) { $0.append("failed: Refused()") }
    await test.finish()
    #expect(attempts.withLock(\.self) == 5)
  }

  @Test("that only listens and cannot begin sends the message of its error")
  func catches() async {
    let feed = StoreSubscription<Message>.listening("feed") { _ in throw Refused() }
    let test = TestStore(Self.store([feed.catching { .failed("\($0)") }]))
    await test.receive(.failed("Refused()")) { $0 = ["failed: Refused()"] }
    await test.finish()
  }

  @Test("is tried again before its error is handled, wherever that stands")
  func retriesBeforeCatching() async {
    let clock = ManualClock()
    let attempts = Locked(0)
    let feed = StoreSubscription<Message>("feed") { _ in
      attempts.withLock { $0 += 1 }
      throw Refused()
    }
    let subscription = feed.catching { .failed("\($0)") }.retry(1, backoff: .constant(.seconds(1)))
    let test = TestStore(Self.store([subscription], .test(clock: clock)))
    await clock.waitForSleepers(count: 1)
    clock.jump(by: .seconds(1))
    await test.receive(.failed("Refused()")) { $0 = ["failed: Refused()"] }
    await test.finish()
    #expect(attempts.withLock(\.self) == 2)
  }

  @Test("keeps what it inherits until it begins")
  func inherits() async {
    let body = StoreSubscription<Message>("two") { send in await send(.found([Trace.name])) }.inheriting()
    let test = TestStore(Trace.$name.withValue("test") { Self.store([body]) })
    await test.receive(.found(["test"])) { $0 = ["test"] }
    await test.finish()
  }

  private enum Trace { @TaskLocal static var name = "none" }
}

/// A store that was made in no isolation.
private struct HomelessCheck: Sendable {
  func check() async {
    let failures = await testStoreFailures {
      let store = Store(
        0, of: String.self, environment: StoreEnvironment(),
        subscriptions: { _ in
          [StoreSubscription("feed") { send in await send(send.environment[ShelfKey.self]) }]
        }
      ) { count, _ in
        count += 1
        return .none
      }
      let test = TestStore(store)
      await test.receive("test") { $0 = 1 }
      await test.finish()
    }
    #expect(failures == [])
  }
}
