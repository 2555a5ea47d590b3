import Millrace
import Testing

@testable import MillraceTesting

@MainActor @Suite struct TestStoreEndTests {
  private let clock = ManualClock()

  private func searchStore(flow: Flow? = nil) -> Store<TestStoreSearch, TestStoreSearch.Message> {
    Store(
      TestStoreSearch(), name: "search", flow: flow, environment: StoreEnvironment(clock: clock),
      update: TestStoreSearch.update)
  }

  @Test("Messages that were received and not asserted are failures at the end")
  func unasserted() async {
    let failures = await testStoreFailures {
      let test = TestStore(searchStore())
      test.send(.chain(1)) { $0.count = 1 }
      await test.finish()
    }
    #expect(
      failures == [
        """
        1 message was received and not expected at the end:
          `.chain(0)` (turn 2), sent in turn 1
        Expect each with `await test.receive(…)`, or skip them with `test.skipReceivedMessages()`.
        """
      ])
  }

  @Test("An effect in flight is a failure at the end, with its label, its id and the clock's sleepers")
  func inFlight() async {
    let failures = await testStoreFailures {
      let test = TestStore(searchStore(), patience: .milliseconds(1))
      test.send(.wait)
      await clock.waitForSleepers(count: 1)
      await test.finish()
      test.skipInFlightEffects()
    }
    #expect(
      failures == [
        """
        1 effect is in flight at the end:
          the effect `wait` of turn 1, id "wait", runs
        Let each end, cancel it, or allow it to continue with `test.skipInFlightEffects()`.
        The manual clock is at 0.0 seconds, where 1 task sleeps until 2.0 seconds; advance the clock to wake it.
        """
      ])
  }

  @Test("Effects that are meant to go on are cancelled, and so are messages that a gate delays")
  func skipInFlight() async {
    let store = searchStore()
    let reports = await testStoreReports {
      let test = TestStore(store)
      test.send(.wait)
      await clock.waitForSleepers(count: 1)
      let gate = store.gate("slow") { $0 == .increment ? .delay(.seconds(5)) : .pass }
      store.send(.increment)
      await clock.waitForSleepers(count: 2)
      test.skipInFlightEffects()
      await test.finish()
      gate.cancel()
    }
    #expect(reports == [])
    #expect(clock.sleepers.count == 1)
    clock.jump(by: .seconds(5))
    await store.run()
    #expect(store.withState(\.count) == 0)
  }

  @Test("A message that a gate delays is a failure at the end")
  func delayed() async {
    let store = searchStore()
    let failures = await testStoreFailures {
      let test = TestStore(store, patience: .milliseconds(1))
      let gate = store.gate("slow") { _ in .delay(.seconds(5)) }
      store.send(.increment)
      await clock.waitForSleepers(count: 1)
      await test.finish()
      gate.cancel()
    }
    #expect(
      failures.first == """
        Work is still in progress on the flow at the end: a message that a gate delays, an effect that was started \
        before the test store was created, or a cancelled effect that continues.
        The manual clock is at 0.0 seconds, where 1 task sleeps until 5.0 seconds; advance the clock to wake it.
        """)
  }

  @Test("An effect that was begun before the test store was made is a failure at the end")
  func begunBefore() async {
    let store = searchStore()
    let failures = await testStoreFailures {
      store.send(.wait)
      let test = TestStore(store, patience: .milliseconds(1))
      await clock.waitForSleepers(count: 1)
      await test.finish()
    }
    #expect(failures.first?.hasPrefix("Work is still in progress on the flow at the end:") == true)
  }

  @Test("Effects that sleep on the test's own clock are a failure at once, however patient the test is")
  func asleep() async {
    let store = searchStore()
    let failures = await testStoreFailures {
      let test = TestStore(store, patience: .seconds(100_000))
      test.send(.wait)
      await test.finish()
    }
    #expect(failures.count == 1)
    #expect(failures.first?.hasPrefix("1 effect is in flight at the end:") == true)
    store.send(.forget)
  }

  @Test("An effect that waits in a queue for the test's own clock is a failure at once")
  func asleepInQueue() async {
    let store = Store("", of: String.self, environment: StoreEnvironment(clock: clock)) { _, _ in
      .run(in: .debounce("save", for: .seconds(1)), label: "save") { _ in }
    }
    let failures = await testStoreFailures {
      let test = TestStore(store, patience: .seconds(100_000))
      test.send("save")
      await test.finish()
    }
    #expect(failures.count == 1)
    #expect(failures.first?.hasPrefix("1 effect is in flight at the end:") == true)
  }

  @Test("Messages that wait behind a lock are a failure at the end")
  func locked() async {
    let store = searchStore()
    let failures = await testStoreFailures {
      let test = TestStore(store, patience: .milliseconds(1))
      let lock = store.flow.lock("animation")
      store.send(.increment)
      store.send(.increment)
      await test.finish()
      test.skipReceivedMessages()
      lock.release()
      test.skipReceivedMessages()
    }
    #expect(failures == ["2 messages wait for their turns at the end, and the flow is held by 1 lock."])
  }

  @Test("An effect whose last message has come is waited for, and a cancelled one leaves nothing")
  func ending() async {
    for _ in 0..<50 {
      let reports = await testStoreReports {
        let test = TestStore(searchStore())
        test.send(.typed("a")) { $0.query = "a" }
        test.send(.typed("b"), effects: [.cancels("search a"), .starts("search b")]) { $0.query = "b" }
        await test.receive(.found(["B"])) { $0.results = ["B"] }
        test.send(.wait)
        test.send(.forget, effects: [.cancels("wait", id: "wait")])
        await test.finish()
      }
      #expect(reports == [])
    }
  }

  @Test("A sleeper that belongs to no effect is a failure at the end")
  func sleeper() async {
    let stranger = Task { [clock] in try? await clock.sleep(for: .seconds(9)) }
    await clock.waitForSleepers(count: 1)
    let failures = await testStoreFailures {
      let test = TestStore(searchStore())
      await test.finish()
    }
    #expect(failures == ["\(ManualClockError.sleepersLeft(now: clock.now, sleepers: clock.sleepers))"])
    stranger.cancel()
  }

  @Test("The alarm of a queue whose effect was cancelled is not taken for a sleeper")
  func alarm() async {
    let store = Store("", of: String.self, environment: StoreEnvironment(clock: clock)) { _, message in
      message == "cancel"
        ? .cancelAll : .run(in: .debounce("save", for: .seconds(1)), label: "save") { _ in }
    }
    let reports = await testStoreReports {
      let test = TestStore(store)
      test.send("save")
      await clock.waitForSleepers(count: 1)
      test.send("cancel", effects: [.drops("save", in: "save")])
      await test.finish()
    }
    #expect(reports == [])
    #expect(clock.sleepers.count == 1)
  }

  @Test("A subscription that goes on is none of the end's business")
  func subscription() async {
    let store = Store(
      0, of: Int.self, environment: StoreEnvironment(clock: clock),
      subscriptions: { _ in
        [StoreSubscription("ticks") { send in try await send.environment.clock.sleep(for: .seconds(1)) }]
      }
    ) { sum, message in
      sum += message
      return .none
    }
    let reports = await testStoreReports {
      let test = TestStore(store)
      test.send(1) { $0 = 1 }
      await clock.waitForSleepers(count: 1)
      await test.finish()
    }
    #expect(reports == [])
  }

  @Test("A test store that is released checks what it can, at the line where it was made")
  func letGo() async {
    var line = 0
    let reports = await testStoreReports {
      line = #line + 1
      let test = TestStore(searchStore())
      test.send(.chain(1)) { $0.count = 1 }
      test.send(.wait)
    }
    let places = reports.map { report in
      switch report {
      case .failure(_, let place), .note(_, let place): place.line
      }
    }
    #expect(places == [line + 2, line])
    guard case .failure(let text, _) = reports.last else {
      Issue.record("\(reports)")
      return
    }
    #expect(
      text.hasPrefix(
        """
        1 effect is in flight when the test store was released without `await test.finish()`:
          the effect `wait` of turn 3, id "wait", runs
        """))
  }

  @Test("What was reported once is not reported again")
  func once() async {
    let failures = await testStoreFailures {
      let test = TestStore(searchStore(), patience: .milliseconds(1))
      test.send(.chain(1)) { $0.count = 1 }
      await test.finish()
      await test.finish()
    }
    #expect(failures.count == 1)
  }

  @Test("A state that has changed without a turn that counts is a failure at the end")
  func changedElsewhere() async {
    let store = searchStore()
    let failures = await testStoreFailures {
      let test = TestStore<TestStoreSearch, TestStoreSearch.Message>(
        flow: store.flow, state: { store.withState { $0 } }, send: { store.send($0) }, read: { _ in nil })
      store.send(.increment)
      await test.finish()
    }
    #expect(
      failures == [
        """
        The state has changed since the last expected turn (- after that turn, + now):
          TestStoreSearch(
            … (2 unchanged)
        -   count: 0
        +   count: 1
          )
        """
      ])
  }
}
