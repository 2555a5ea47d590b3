import Millrace
import Testing

@testable import MillraceTesting

@MainActor @Suite struct TestStoreSendTests {
  private func searchTest(
    _ search: TestStoreSearch = TestStoreSearch()
  ) -> TestStore<TestStoreSearch, TestStoreSearch.Message> {
    TestStore(Store(search, name: "search", update: TestStoreSearch.update), patience: .milliseconds(1))
  }

  @Test("A message whose change is as expected passes, and the state is the store's")
  func passes() async {
    let failures = await testStoreReports {
      let test = searchTest()
      test.send(.increment) { $0.count = 1 }
      test.send(.increment) { $0.count += 1 }
      #expect(test.state.count == 2)
      await test.finish()
    }
    #expect(failures == [])
  }

  @Test("Another change fails at the line of the step, and says what differs")
  func otherChange() async {
    let line = #line + 3
    let reports = await testStoreReports {
      let test = searchTest()
      test.send(.increment) { $0.count = 5 }
      // What the store has is what the next step starts from.
      test.send(.increment) { $0.count += 1 }
      await test.finish()
    }
    guard reports.count == 1, case .failure(let text, let place) = reports[0] else {
      Issue.record("\(reports)")
      return
    }
    #expect(
      text == """
        After `.increment` was sent (turn 1) the state differs from the expected one (- expected, + actual):
          TestStoreSearch(
            … (2 unchanged)
        -   count: 5
        +   count: 1
          )
        """)
    #expect(place.line == line)
    #expect(place.fileID == #fileID)
    #expect(place.filePath == #filePath)
  }

  @Test("A closure that changes nothing fails where nothing changes either, and says what to do")
  func changesNothing() async {
    let failures = await testStoreFailures {
      let test = searchTest(TestStoreSearch(query: "a"))
      test.send(.forget) { $0.query = "a" }
      await test.finish()
    }
    #expect(
      failures == [
        """
        A change was expected after `.forget` was sent (turn 1), but nothing has changed, and the closure of the step \
        changes nothing either. Write the expected change in it, or omit it.
        """
      ])
  }

  @Test("In the relaxed mode a closure may change nothing")
  func relaxedChangesNothing() async {
    let failures = await testStoreFailures {
      let test = searchTest(TestStoreSearch(query: "a"))
      test.mode = .relaxed
      test.send(.forget) { $0.query = "a" }
      await test.finish()
    }
    #expect(failures == [])
  }

  @Test("A step without a closure expects that nothing changes")
  func noClosure() async {
    let failures = await testStoreFailures {
      let test = searchTest()
      test.send(.increment)
      await test.finish()
    }
    #expect(
      failures == [
        """
        After `.increment` was sent (turn 1) the state has changed, but no change was expected (- before, + after):
          TestStoreSearch(
            … (2 unchanged)
        -   count: 0
        +   count: 1
          )
        """
      ])
  }

  @Test("Where nothing changes, a step without a closure passes")
  func nothingChanges() async {
    let reports = await testStoreReports {
      let test = searchTest()
      test.send(.forget)
      await test.finish()
    }
    #expect(reports == [])
  }

  @Test("A change that was expected and does not come fails")
  func noChange() async {
    let failures = await testStoreFailures {
      let test = searchTest()
      test.send(.forget) { $0.count = 1 }
      await test.finish()
    }
    #expect(failures.count == 1)
    #expect(failures.first?.contains("-   count: 1\n+   count: 0") == true)
  }

  @Test("What a message leads to at once is received, in order")
  func followUps() async {
    let reports = await testStoreReports {
      let test = searchTest()
      test.send(.chain(2)) { $0.count = 1 }
      await test.receive(.chain(1)) { $0.count = 2 }
      await test.receive(.chain(0)) { $0.count = 3 }
      await test.finish()
    }
    #expect(reports == [])
  }

  @Test("What was received must be asserted before the next message is sent")
  func unasserted() async {
    let failures = await testStoreFailures {
      let test = searchTest()
      test.send(.chain(2)) { $0.count = 1 }
      test.send(.increment) { $0.count = 4 }
      await test.finish()
    }
    #expect(
      failures == [
        """
        2 messages were received and not expected before `.increment` was sent:
          `.chain(1)` (turn 2), sent in turn 1
          `.chain(0)` (turn 3), sent in turn 2
        Expect each with `await test.receive(…)`, or skip them with `test.skipReceivedMessages()`.
        """
      ])
  }

  @Test("What was posted before has its turn first, and is no part of the step")
  func posted() async {
    let store = Store(TestStoreSearch(), update: TestStoreSearch.update)
    let failures = await testStoreFailures {
      let test = TestStore(store)
      store.sender().send(.increment)
      test.send(.increment) { $0.count = 2 }
      await test.finish()
    }
    #expect(
      failures == [
        """
        1 message was received and not expected before `.increment` was sent:
          `.increment` (turn 1), posted by a sender
        Expect each with `await test.receive(…)`, or skip them with `test.skipReceivedMessages()`.
        """
      ])
  }

  @Test("Messages that are skipped are printed, and the next step starts from behind them")
  func skipping() async {
    let reports = await testStoreReports {
      let test = searchTest()
      test.send(.chain(1)) { $0.count = 1 }
      test.skipReceivedMessages()
      test.skipReceivedMessages()
      test.send(.increment) { $0.count = 3 }
      await test.finish()
    }
    #expect(reports.count == 1)
    guard case .note(let text, _) = reports.first else {
      Issue.record("\(reports)")
      return
    }
    #expect(text == "Skipped at `skipReceivedMessages`:\n  received `.chain(0)` (turn 2), sent in turn 1")
  }

  @Test("A message that has no turn fails with the reason: a lock, a gate, a turn under way")
  func noTurn() async {
    let store = Store(TestStoreSearch(), update: TestStoreSearch.update)
    let failures = await testStoreFailures {
      let test = TestStore(store)
      let lock = store.flow.lock("animation")
      test.send(.increment) { $0.count = 1 }
      lock.release()
      await test.receive(where: { $0 == .increment }, change: { $0.count = 1 })
      let gate = store.gate("closed") { _ in .drop }
      test.send(.increment) { $0.count = 2 }
      gate.cancel()
      await test.finish()
    }
    #expect(
      failures == [
        "`.increment` has not taken a turn: the flow is held by 1 lock.",
        """
        `.increment` has not taken a turn: a gate has dropped or delayed it, or it belongs to another store.
        """,
      ])
  }

  @Test("A message that a gate has changed is asserted as what it became")
  func changedByGate() async {
    let store = Store(TestStoreSearch(), update: TestStoreSearch.update)
    let reports = await testStoreReports {
      let test = TestStore(store)
      let gate = store.gate("twice") { $0 == .increment ? .change(.found(["x"])) : .pass }
      test.send(.increment) { $0.results = ["x"] }
      gate.cancel()
      await test.finish()
    }
    #expect(reports == [])
  }

  @Test("Something that is no message is performed, and its last turn is asserted")
  func performing() async {
    let store = Store(TestStoreSearch(), update: TestStoreSearch.update)
    let failures = await testStoreFailures {
      let test = TestStore(store)
      test.perform("count twice") {
        store.send(.increment)
        store.send(.increment)
      } change: {
        $0.count = 2
      }
      test.perform("nothing") {}
      await test.finish()
    }
    #expect(
      failures == [
        """
        1 message was received and not expected before `count twice` was sent:
          `.increment` (turn 1), not sent by the test store
        Expect each with `await test.receive(…)`, or skip them with `test.skipReceivedMessages()`.
        """,
        "`nothing` has not taken a turn: a gate has dropped or delayed it, or it belongs to another store.",
      ])
  }

  @Test("Turns of other stores of the flow do not count")
  func otherStores() async {
    let flow = Flow()
    let other = Store(0, of: TestStoreSearch.Message.self, name: "other", flow: flow) { count, _ in
      count += 1
      return .none
    }
    let store = Store(TestStoreSearch(), name: "search", flow: flow) { search, message in
      other.send(message)
      return TestStoreSearch.update(&search, message)
    }
    let reports = await testStoreReports {
      let test = TestStore(store)
      test.send(.increment) { $0.count = 1 }
      other.send(.increment)
      await test.finish()
    }
    #expect(reports == [])
    #expect(other.withState { $0 } == 2)
  }

  @Test("A state without `==` is compared by what it consists of, and messages without it by their text")
  func notEquatable() async {
    struct Shelf {
      var books: [String] = []
    }
    struct Put: Sendable {
      let book: String
    }
    let store = Store(Shelf(), of: Put.self) { shelf, message in
      shelf.books.append(message.book)
      return message.book == "Emma" ? .send(Put(book: "Ulysses")) : .none
    }
    let failures = await testStoreFailures {
      let test = TestStore(store)
      test.send(Put(book: "Emma")) { $0.books = ["Emma"] }
      await test.receive(Put(book: "Ulysses")) { $0.books = ["Emma", "Ulysses"] }
      test.send(Put(book: "Emma")) { $0.books.append("Emma") }
      await test.receive(Put(book: "Dracula"))
      test.send(Put(book: "Dracula"))
      await test.finish()
    }
    #expect(failures.count == 2)
    #expect(
      failures.first == """
        Expected to receive `Put(book: "Dracula")`, but received `Put(book: "Ulysses")` (turn 4), sent in turn 3.
        """)
    #expect(failures.last?.contains("\"Dracula\"") == true)
  }
}
