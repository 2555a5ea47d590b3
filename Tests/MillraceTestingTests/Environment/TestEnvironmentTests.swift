import Millrace
import Testing

@testable import MillraceTesting

@MainActor
@Suite("A test environment")
struct TestEnvironmentTests {
  private typealias Search = EnvironmentSearch

  private static let text = """
    The key `TitlesKey` has no test value, and the effect `ask swift` of the store `search` has read it.

    Set it before it is read: `environment[TitlesKey.self] = …`, in the environment of the store or of its test \
    store. Or declare a `testValue` in the key.
    """

  @Test("a key without a test value fails the test store whose effect reads it, and the test goes on")
  func missing() async {
    let failures = await testStoreFailures {
      let test = TestStore(Search.store())
      test.send(.ask("swift"))
      await test.receive(.found(["live swift"])) { $0.titles = ["live swift"] }
      await test.finish()
    }
    #expect(failures == [Self.text])
  }

  @Test("the failure is at the step during which the key was read")
  func place() async {
    var line = 0
    let reports = await testStoreReports {
      let test = TestStore(Search.store())
      line = #line + 1
      test.send(.ask("swift"))
      await test.flow.run()
      await test.receive(.found(["live swift"])) { $0.titles = ["live swift"] }
      await test.finish()
    }
    guard case .failure(_, let place) = reports.first else { return #expect(Bool(false), "\(reports)") }
    #expect(reports.count == 1)
    #expect(place.line == line)
  }

  @Test("a key fails a test once, however often it is read")
  func once() async {
    let failures = await testStoreFailures {
      let test = TestStore(Search.store())
      test.send(.askTwice)
      await test.receive(.found(["live twice"])) { $0.titles = ["live twice"] }
      test.send(.ask("twice"))
      await test.receive(.found(["live twice"]))
      await test.finish()
    }
    #expect(failures.count == 1)
    #expect(failures.first?.contains("the effect `ask twice`") == true)
  }

  @Test("a key that the test has set does not fail")
  func given() async {
    var environment = StoreEnvironment.test()
    environment[TitlesKey.self] = { _ in ["given"] }
    let test = TestStore(Search.store(environment))
    test.send(.ask("swift"))
    await test.receive(.found(["given"])) { $0.titles = ["given"] }
    await test.finish()
  }

  @Test("a test store uses test values, also of a store that was created with a live environment")
  func values() async {
    let test = TestStore(Search.store())
    test.send(.shelf)
    await test.receive(.found(["test"])) { $0.titles = ["test"] }
    await test.finish()
  }

  @Test("a store without a test uses default values, and one of a preview those of previews")
  func otherKinds() {
    let live = Search.store()
    live.send(.shelf)
    #expect(live.titles == ["live"])
    let preview = Search.store(.preview)
    preview.send(.shelf)
    #expect(preview.titles == ["preview"])
  }

  @Test("a change in the middle of a test applies to effects that begin afterwards")
  func change() async throws {
    let clock = ManualClock()
    let test = TestStore(Search.store(.test(clock: clock)))
    test.send(.wait)
    test.environment[ShelfKey.self] = "changed"
    test.send(.shelf)
    await test.receive(.found(["changed"])) { $0.titles = ["changed"] }
    await clock.waitForSleepers(count: 1)
    clock.jump(by: .seconds(1))
    await test.receive(.found(["test"])) { $0.titles = ["test"] }
    test.send(.wait)
    await clock.waitForSleepers(count: 1)
    clock.jump(by: .seconds(1))
    await test.receive(.found(["changed"])) { $0.titles = ["changed"] }
    await test.finish()
  }

  @Test("an environment that replaces that of a test store is one of the test as well")
  func replaced() async {
    let failures = await testStoreFailures {
      let test = TestStore(Search.store())
      test.environment = StoreEnvironment()
      test.send(.ask("swift"))
      await test.receive(.found(["live swift"])) { $0.titles = ["live swift"] }
      await test.finish()
    }
    #expect(failures == [Self.text])
  }

  @Test("a test store that is released reports a key that was read")
  func released() async {
    let failures = await testStoreFailures {
      let store = Search.store()
      do {
        let test = TestStore(store)
        test.send(.ask("swift"))
        await store.run()
        test.skipReceivedMessages()
      }
    }
    #expect(failures == [Self.text])
  }

  @Test("a read after the end of the test store is reported at its place")
  func late() async {
    var line = 0
    let reports = await testStoreReports {
      let store = Search.store()
      do {
        line = #line + 1
        let test = TestStore(store)
        await test.finish()
      }
      store.send(.ask("swift"))
      await store.run()
    }
    guard reports.count == 1, case .failure(let text, let place) = reports[0] else {
      return #expect(Bool(false), "\(reports)")
    }
    #expect(text == Self.text)
    #expect(place.line == line)
  }

  @Test("without a test store the failure is at the place where the environment was made")
  func alone() async {
    var line = 0
    let reports = await testStoreReports {
      line = #line + 1
      let store = Search.store(.test())
      store.send(.ask("swift"))
      await store.run()
      #expect(store.titles == ["live swift"])
    }
    guard case .failure(let text, let place) = reports.first else {
      return #expect(Bool(false), "\(reports)")
    }
    #expect(reports.count == 1)
    #expect(text == Self.text)
    #expect(place.line == line)
  }

  @Test("a subscription that began before the test store reads the environment of the test")
  func subscription() async {
    let clock = ManualClock()
    let failures = await testStoreFailures {
      let store = Store(
        Search(), name: "search", environment: StoreEnvironment(clock: clock),
        subscriptions: { _ in
          [
            StoreSubscription("tick") { send in
              try await send.environment.clock.sleep(for: .seconds(1))
              await send(.found(await send.environment[TitlesKey.self]("tick")))
            }
          ]
        }, update: Search.update)
      let test = TestStore(store)
      await clock.waitForSleepers(count: 1)
      clock.jump(by: .seconds(1))
      await test.receive(.found(["live tick"])) { $0.titles = ["live tick"] }
      await test.finish()
    }
    #expect(failures.count == 1)
    #expect(failures.first?.contains("the subscription `tick` of the store `search` has read it.") == true)
  }

  @Test("nothing in it is the system's: time stands, dates follow it, chance and identifiers are the same")
  func inputs() {
    let clock = ManualClock()
    let environment = StoreEnvironment.test(clock: clock)
    clock.jump(by: .seconds(3))
    #expect(environment.dates.now().seconds == 3)
    #expect(environment.identifiers.next() == Identifier(high: 0, low: 1))
    #expect(environment.random.next() == StoreEnvironment.test().random.next())
    #expect(StoreEnvironment.test().clock is ManualClock)
  }

  @Test("a default value that a test value is made of does not hide that another key has none")
  func nested() {
    enum Outer: StoreEnvironmentKey {
      static let defaultValue = "outer"
      static var testValue: String { "\(Inner.testValue) in outer" }
    }
    enum Inner: StoreEnvironmentKey {
      static let defaultValue = "inner"
    }
    let log = Log<Failures.Report>()
    Failures.$listener.withValue({ log.append($0) }) {
      #expect(StoreEnvironment.test()[Outer.self] == "inner in outer")
    }
    let texts = log.entries.map { if case .failure(let text, _) = $0 { text } else { "" } }
    #expect(texts == ["The key `Inner` has no `testValue`; declare one in the key before you use it."])
  }

  @Test("the explorer finds a key that was read and not set")
  func explored() async {
    let exploration = await Explorer().explore { world in
      let store = Store(
        EnvironmentSearch(), name: "search", flow: world.flow, update: EnvironmentSearch.update)
      world.user("reader", sends: [.ask("swift")], to: store)
    }
    #expect(!exploration.isProven)
    #expect("\(exploration)".contains("The key `TitlesKey` has no test value"), "\(exploration)")
  }

  @Test("the explorer proves a scenario whose keys are set")
  func proven() async {
    let exploration = await Explorer().explore { world in
      world.environment[TitlesKey.self] = { [$0] }
      let store = Store(
        EnvironmentSearch(), name: "search", flow: world.flow, update: EnvironmentSearch.update)
      world.user("reader", sends: [.ask("swift"), .shelf], to: store)
      world.finally("the shelf is the test's") { store.titles == ["test"] || store.titles == ["swift"] }
    }
    #expect(exploration.isProven, "\(exploration)")
  }
}
