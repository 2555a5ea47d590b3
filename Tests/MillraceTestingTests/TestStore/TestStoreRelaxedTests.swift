import Millrace
import TestResources
import Testing

@testable import MillraceTesting

@MainActor @Suite struct TestStoreRelaxedTests {
  private func relaxedTest(
    patience: Duration = .seconds(10)
  ) -> TestStore<TestStoreSearch, TestStoreSearch.Message> {
    TestStore(
      Store(TestStoreSearch(), name: "search", update: TestStoreSearch.update), mode: .relaxed,
      patience: patience)
  }

  @Test("Messages on the way to the one that is received are skipped, and printed once for each step")
  func skipsMessages() async {
    let reports = await testStoreReports {
      let test = relaxedTest()
      test.send(.chain(3)) { $0.count = 1 }
      await test.receive(.chain(1)) { $0.count = 3 }
      test.send(.increment) { $0.count += 1 }
      await test.finish()
    }
    #expect(
      reports.map(\.text) == [
        "note: Skipped at `.chain(1)`:\n  received `.chain(2)` (turn 2), sent in turn 1",
        "note: Skipped at `.increment`:\n  received `.chain(0)` (turn 4), sent in turn 3",
      ])
  }

  @Test("A change that is not asserted is printed, and the one that is asserted must be so")
  func skipsChanges() async {
    let reports = await testStoreReports {
      let test = relaxedTest()
      test.send(.increment)
      test.send(.increment) { $0.count = 7 }
      await test.finish()
    }
    #expect(
      reports.map(\.text) == [
        """
        note: Skipped at `.increment`:
          changed (- asserted, + actual)
            TestStoreSearch(
              … (2 unchanged)
          -   count: 0
          +   count: 1
            )
        """,
        """
        failure: After `.increment` was sent (turn 2) the state differs from the expected one (- expected, + actual):
          TestStoreSearch(
            … (2 unchanged)
        -   count: 7
        +   count: 2
          )
        """,
      ])
  }

  @Test("A message that does not come is a failure, which names those that did")
  func missing() async {
    let reports = await testStoreReports {
      let test = relaxedTest(patience: .milliseconds(1))
      test.send(.chain(1)) { $0.count = 1 }
      await test.receive(.found([]))
      test.skipReceivedMessages()
      await test.finish()
    }
    #expect(
      reports.first?.text == """
        failure: Expected to receive `.found([])`, but received no such message within 0.001 seconds.
        There were:
          `.chain(0)` (turn 2), sent in turn 1
        No effect is in flight.
        """)
  }

  @Test("What is left at the end is printed, but an error is a failure")
  func end() async {
    let reports = await testStoreReports {
      let test = relaxedTest(patience: .milliseconds(1))
      test.send(.chain(1)) { $0.count = 1 }
      test.send(.nonsense)
      test.send(.chain(1)) { $0.count += 1 }
      await test.finish()
    }
    let texts = reports.map(\.text)
    #expect(texts.count == 3)
    #expect(texts[0] == "note: Skipped at `.nonsense`:\n  received `.chain(0)` (turn 2), sent in turn 1")
    #expect(texts[1].hasPrefix("failure: The flow has reported an unexpected error:"))
    #expect(
      texts[2] == """
        note: Skipped: 1 message was received and not expected at the end:
          `.chain(0)` (turn 5), sent in turn 4
        Expect each with `await test.receive(…)`, or skip them with `test.skipReceivedMessages()`.
        """)
  }

  @Test("A part is asserted when the closure sets it, whether from what it was or not")
  func parts() {
    struct Deep: Equatable {
      var left = 1
      var right = 1
    }
    struct State: Equatable {
      var a = 0
      var b = "b"
      var deep = Deep()
      var maybe: Int? = 1
      var list = [1, 2, 3]
    }
    func holds(_ after: (inout State) -> Void, _ change: (inout State) -> Void) -> Bool {
      let before = State()
      var (actual, expected) = (before, before)
      after(&actual)
      change(&expected)
      var touched = actual
      change(&touched)
      return RelaxedComparison(before: before, expected: expected, after: actual, touched: touched)
        .isFulfilled
    }
    func move(_ state: inout State) {
      state.a = 1
      state.b = "c"
      state.deep.left = 5
      state.maybe = 2
      state.list = [1, 9, 3]
    }
    #expect(holds(move) { _ in })
    #expect(holds(move) { $0.a = 1 })
    #expect(holds(move) { $0.a += 1 })
    #expect(holds(move) { $0.deep.left += 4 })
    #expect(holds(move) { $0.maybe = 2 })
    #expect(holds(move) { $0.list[1] = 9 })
    #expect(holds(move) { $0.list[0] = 1 })
    #expect(!holds(move) { $0.a = 0 })
    #expect(!holds(move) { $0.a += 2 })
    #expect(!holds(move) { $0.b = "b" })
    #expect(!holds(move) { $0.deep.right = 2 })
    #expect(!holds(move) { $0.deep.left = 1 })
    #expect(!holds(move) { $0.maybe = nil })
    #expect(!holds(move) { $0.list[2] = 4 })
    #expect(!holds(move) { $0.list.append(4) })
  }

  @Test(
    "A relaxed step passes exactly when each part that it sets has the value that it sets", arguments: 1...200
  )
  func law(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    func random() -> [Int] { (0..<4).map { _ in Int.random(in: 0...2, using: &generator) } }
    let before = random()
    let after = random()
    let set: [Int?] = (0..<4).map { _ in
      Bool.random(using: &generator) ? Int.random(in: 0...2, using: &generator) : nil
    }
    func change(_ values: [Int]) -> [Int] { zip(values, set).map { $1 ?? $0 } }
    let comparison = RelaxedComparison(
      before: before, expected: change(before), after: after, touched: change(after))
    let law = zip(after, set).allSatisfy { $1 == nil || $1 == $0 }
    #expect(comparison.isFulfilled == law, "seed \(seed)")
  }
}

extension Failures.Report {
  fileprivate var text: String {
    switch self {
    case .failure(let text, _): "failure: \(text)"
    case .note(let text, _): "note: \(text)"
    }
  }
}
