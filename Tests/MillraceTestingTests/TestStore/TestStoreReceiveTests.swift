import Millrace
import Testing

@testable import MillraceTesting

@MainActor @Suite struct TestStoreReceiveTests {
  private let clock = ManualClock()

  private func searchStore() -> Store<TestStoreSearch, TestStoreSearch.Message> {
    Store(
      TestStoreSearch(), name: "search", environment: StoreEnvironment(clock: clock),
      update: TestStoreSearch.update)
  }

  @Test("A message of an effect is waited for")
  func effect() async {
    let reports = await testStoreReports {
      let test = TestStore(searchStore())
      test.send(.typed("swift")) { $0.query = "swift" }
      await test.receive(.found(["SWIFT"])) { $0.results = ["SWIFT"] }
      await test.finish()
    }
    #expect(reports == [])
  }

  @Test("Another message fails and says what it was caused by; the step after it starts from behind it")
  func otherMessage() async {
    let failures = await testStoreFailures {
      let test = TestStore(searchStore())
      test.send(.typed("swift")) { $0.query = "swift" }
      await test.receive(.increment) { $0.count = 1 }
      test.send(.increment) { $0.count = 1 }
      await test.finish()
    }
    #expect(
      failures == [
        """
        Expected to receive `.increment`, but received `.found(["SWIFT"])` (turn 2), from the effect `search swift` \
        of turn 1.
        """
      ])
  }

  @Test("A message is received by a condition or by its case, and given back")
  func byCase() async {
    let failures = await testStoreFailures {
      let test = TestStore(searchStore())
      test.send(.typed("a")) { $0.query = "a" }
      let results = await test.receive(\.found) { $0.results = ["A"] }
      #expect(results == ["A"])
      test.send(.typed("b")) { $0.query = "b" }
      let message = await test.receive(where: { $0.found != nil }, change: { $0.results = ["B"] })
      #expect(message == .found(["B"]))
      test.send(.chain(1)) { $0.count = 1 }
      #expect(await test.receive(\.found) == nil)
      test.send(.chain(1)) { $0.count = 3 }
      #expect(await test.receive(where: { $0.found != nil }) == nil)
      await test.finish()
    }
    #expect(
      failures == [
        "Expected to receive a message with a `Array<String>`, but received `.chain(0)` (turn 6), sent in turn 5.",
        """
        Expected to receive a message that satisfies the condition, but received `.chain(0)` (turn 8), sent in turn \
        7.
        """,
      ])
  }

  @Test("A message with another state than expected fails")
  func otherState() async {
    let failures = await testStoreFailures {
      let test = TestStore(searchStore())
      test.send(.typed("a")) { $0.query = "a" }
      await test.receive(.found(["A"]))
      await test.finish()
    }
    #expect(
      failures == [
        """
        After `.found(["A"])` was received (turn 2) the state has changed, but no change was expected (- before, + \
        after):
          TestStoreSearch(
            … (1 unchanged)
            results: [
        +     [0]: "A"
            ]
            … (1 unchanged)
          )
        """
      ])
  }

  @Test(
    "When nothing comes, the failure says what is in flight and until when the manual clock's sleepers wait")
  func nothingComes() async {
    let failures = await testStoreFailures {
      let test = TestStore(searchStore(), patience: .milliseconds(1))
      await test.receive(.increment)
      test.send(.wait)
      await clock.waitForSleepers(count: 1)
      clock.jump(by: .seconds(1))
      await test.receive(.found(["late"]))
      test.send(.forget)
      await test.finish()
    }
    #expect(
      failures == [
        """
        Expected to receive `.increment`, but received nothing within 0.001 seconds.
        No effect is in flight.
        The manual clock is at 0.0 seconds, where no task sleeps.
        """,
        """
        Expected to receive `.found(["late"])`, but received nothing within 0.001 seconds.
        In flight:
          the effect `wait` of turn 1, id "wait", runs
        The manual clock is at 1.0 seconds, where 1 task sleeps until 2.0 seconds; advance the clock to wake it.
        """,
      ])
  }

  @Test("A cancelled test does not wait")
  func cancelledTest() async {
    let failures = await Task { @MainActor in
      withUnsafeCurrentTask { $0?.cancel() }
      return await testStoreFailures {
        let test = TestStore(searchStore(), patience: .seconds(1_000))
        await test.receive(.increment)
      }
    }.value
    #expect(failures.count == 1)
    #expect(failures.first?.contains("received nothing before the test was cancelled.") == true)
  }

  @Test("Messages from other threads and of subscriptions are received, with their cause")
  func elsewhere() async {
    struct Ticker: Equatable {
      var isOn = false
      var ticks = 0
    }
    enum Message: Sendable, Equatable {
      case turn(Bool)
      case tick
    }
    let store = Store(
      Ticker(), of: Message.self, name: "ticker",
      subscriptions: { ticker in
        ticker.isOn ? [StoreSubscription("ticks") { send in await send(.tick) }] : []
      }
    ) { ticker, message in
      switch message {
      case .turn(let isOn): ticker.isOn = isOn
      case .tick: ticker.ticks += 1
      }
      return .none
    }
    let failures = await testStoreFailures {
      let test = TestStore(store)
      test.send(.turn(true)) { $0.isOn = true }
      await test.receive(.turn(false))
      let sender = store.sender()
      Task.detached { sender.send(.tick) }
      await test.receive(.turn(false))
      await test.finish()
    }
    #expect(
      failures == [
        "Expected to receive `.turn(false)`, but received `.tick` (turn 2), from subscription 1.",
        "Expected to receive `.turn(false)`, but received `.tick` (turn 3), posted by a sender.",
      ])
  }

  @Test("A debounced effect is asserted on the manual clock, and leaves nothing behind")
  func debounce() async {
    let store = Store("", of: String.self, environment: StoreEnvironment(clock: clock)) { text, message in
      if message.hasPrefix("saved ") { return .none }
      text = message
      return .run(in: .debounce("save", for: .seconds(1)), label: "save \(message)") { send in
        await send("saved \(message)")
      }
    }
    let reports = await testStoreReports {
      let test = TestStore(store)
      test.send("a", effects: [.waits("save a", in: "save")]) { $0 = "a" }
      await clock.waitForSleepers(count: 1)
      clock.jump(by: .milliseconds(500))
      test.send("ab", effects: [.drops("save a"), .waits("save ab")]) { $0 = "ab" }
      // The alarm that was set for the first one finds that there is a second one to wait for.
      clock.jump(by: .milliseconds(500))
      await clock.waitForSleepers(count: 1)
      clock.jump(by: .milliseconds(500))
      await test.receive("saved ab")
      await test.finish()
    }
    #expect(reports == [])
  }

  @Test("Many messages are received one by one")
  func many() async {
    let count = 5_000
    let reports = await testStoreReports {
      let test = TestStore(searchStore())
      test.send(.chain(count)) { $0.count = 1 }
      for rest in (0..<count).reversed() { await test.receive(.chain(rest)) { $0.count += 1 } }
      await test.finish()
    }
    #expect(reports == [])
  }
}
