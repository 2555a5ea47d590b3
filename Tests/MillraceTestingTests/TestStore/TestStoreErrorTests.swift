import Millrace
import Testing

@testable import MillraceTesting

@MainActor @Suite struct TestStoreErrorTests {
  private func searchStore() -> Store<TestStoreSearch, TestStoreSearch.Message> {
    Store(TestStoreSearch(), name: "search", update: TestStoreSearch.update)
  }

  @Test("An unexpected error fails at the line of the step in which it came")
  func unexpected() async {
    var line = 0
    let reports = await testStoreReports {
      let test = TestStore(searchStore())
      line = #line + 1
      test.send(.nonsense)
      test.send(.increment) { $0.count = 1 }
      await test.finish()
    }
    guard reports.count == 1, case .failure(let text, let place) = reports[0] else {
      Issue.record("\(reports)")
      return
    }
    #expect(
      text == """
        The flow has reported an unexpected error: The store `search` does not handle the message `nonsense`, or its \
        part, row or screen does not exist. Handle it in the store's update, or do not send it.
        If the error is intended, expect it after the step with `await test.expectError { … }`.
        """)
    #expect(place.line == line)
  }

  @Test("An expected error is no failure, and is given back")
  func expected() async {
    let reports = await testStoreReports {
      let test = TestStore(searchStore())
      test.send(.nonsense)
      var calls = 0
      let error = await test.expectError {
        calls += 1
        return if case .unhandledMessage("search", _) = $0 { true } else { false }
      }
      #expect(error != nil)
      #expect(calls == 1)
      await test.finish()
    }
    #expect(reports == [])
  }

  @Test("Of several errors the first that is expected is given back, and the others stay")
  func several() async {
    let reports = await testStoreReports {
      let test = TestStore(searchStore())
      for name in ["first", "second", "third"] {
        test.flow.report(.reported(store: "search", error: NamedError(description: name)))
      }
      let second = await test.expectError { "\($0)".contains("second") }
      #expect("\(second, default: "none")".contains("second"))
      for name in ["first", "third"] {
        let error = await test.expectError { _ in true }
        #expect("\(error, default: "none")".contains(name))
      }
      await test.finish()
    }
    #expect(reports == [])
  }

  @Test("The error of an effect is waited for")
  func ofEffect() async {
    let reports = await testStoreReports {
      let test = TestStore(searchStore())
      test.send(.fail, effects: [.starts("failing")])
      await test.expectError { "\($0)".contains("no such book") }
      await test.finish()
    }
    #expect(reports == [])
  }

  @Test("An unexpected error of an effect is a failure at the end")
  func ofEffectUnexpected() async {
    let failures = await testStoreFailures {
      let test = TestStore(searchStore())
      test.send(.fail)
      await test.finish()
    }
    #expect(
      failures == [
        """
        The flow has reported an unexpected error: The effect `failing` of the store `search` failed: no such book. \
        Catch the error in the effect, and turn it into a message.
        If the error is intended, expect it after the step with `await test.expectError { … }`.
        """
      ])
  }

  @Test("An error that does not come is a failure, which names those that did")
  func missing() async {
    let failures = await testStoreFailures {
      let test = TestStore(searchStore(), patience: .milliseconds(1))
      await test.expectError { _ in true }
      test.send(.nonsense)
      await test.expectError { _ in false }
      await test.expectError { _ in true }
      await test.finish()
    }
    #expect(
      failures == [
        "Expected an error of the flow, but received none within 0.001 seconds.\nNo effect is in flight.",
        """
        Expected an error of the flow, but received no such error within 0.001 seconds.
        There were:
          The store `search` does not handle the message `nonsense`, or its part, row or screen does not exist. \
        Handle it in the store's update, or do not send it.
        No effect is in flight.
        """,
      ])
  }

  @Test("When the test store has gone, errors go where they went before")
  func handlerComesBack() async {
    let store = searchStore()
    var errors: [String] = []
    store.flow.errorHandler = { errors.append("\($0)") }
    let reports = await testStoreReports {
      let test = TestStore(store)
      await test.finish()
    }
    store.send(.nonsense)
    #expect(reports == [])
    #expect(errors.count == 1)
  }
}

private struct NamedError: Error, CustomStringConvertible {
  let description: String
}
