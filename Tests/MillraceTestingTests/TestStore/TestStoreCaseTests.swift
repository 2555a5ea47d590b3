import Millrace
import MillraceTesting
import Testing

/// Messages that are received by their case.
@MainActor
struct TestStoreCaseTests {
  enum Message: Sendable {
    case go
    case found([Int])
    case other([Int])
    case named(reason: String)
    case moved(from: Int, to: Int)
    case pair(Int, String)
    case optional(Int?)
    case failed(any Error)
    indirect case nested(Message)
    case tuple((Int, Int))
    case call(Int, @Sendable (Int) -> Int)
    case maybeCall((@Sendable (Int) -> Int)?)
  }

  struct Failure: Error {}

  private func test(_ answers: Message...) -> TestStore<[String], Message> {
    TestStore(
      Store([String](), of: Message.self) { state, message in
        if case .go = message { return .merge(answers.map { .send($0) }) }
        state.append(String("\(message)".prefix { $0 != "(" }))
        return .none
      })
  }

  @Test("A case is given by its constructor, and its values reach the closure and the caller")
  func one() async {
    let test = test(.found([1, 2]))
    test.send(.go)
    var seen: [Int] = []
    let values = await test.receive(Message.found) { state, numbers in
      state.append("found")
      seen = numbers
    }
    #expect(values == [1, 2])
    #expect(seen == [1, 2])
    await test.finish()
  }

  @Test(
    "Labels, several values, optionals, existentials, tuples and indirect cases are taken apart")
  func forms() async {
    let test = test(
      .named(reason: "why"), .moved(from: 1, to: 2), .pair(3, "three"), .optional(nil), .optional(4),
      .failed(Failure()), .nested(.named(reason: "inner")), .tuple((6, 7)))
    test.mode = .relaxed
    test.send(.go)
    #expect(await test.receive(Message.named) == "why")
    let moved = await test.receive(Message.moved)
    #expect(moved?.0 == 1 && moved?.1 == 2)
    let pair = await test.receive(Message.pair) { state, number, name in
      state.append("pair")
      #expect(number == 3 && name == "three")
    }
    #expect(pair?.1 == "three")
    #expect(await test.receive(Message.optional) == .some(nil))
    #expect(await test.receive(Message.optional) == 4)
    #expect(await test.receive(Message.failed) is Failure)
    guard case .named(reason: "inner") = await test.receive(Message.nested) else {
      Issue.record("not the inner message")
      return
    }
    let tuple = await test.receive(Message.tuple)
    #expect(tuple?.0 == 6 && tuple?.1 == 7)
    await test.finish()
  }

  @Test("Another case with values of the same type is another message, and the failure says what came")
  func otherCase() async {
    let test = test(.other([1]))
    test.send(.go)
    await withKnownIssue {
      await test.receive(Message.found) { state, _ in state.append("other") }
    } matching: {
      "\($0)".contains(
        "Expected to receive a message of a case with `Array<Int>`, but received `.other([1])`")
    }
    await test.finish()
  }

  @Test("A closure in a case is not read, because reflection would return one that cannot be called")
  func closures() async {
    let test = test(.call(1) { $0 + 1 }, .maybeCall { $0 + 1 })
    test.mode = .relaxed
    test.send(.go)
    await withKnownIssue {
      let values = await test.receive(Message.call)
      let value = await test.receive(Message.maybeCall)
      #expect(values == nil && value == nil)
    } matching: {
      "\($0)".contains("a closure in a case cannot be read by reflection. Use `receive(where:)`")
    }
    let message = await test.receive(where: { if case .call = $0 { true } else { false } })
    guard case .call(1, let body) = message else {
      Issue.record("not the message")
      return
    }
    #expect(body(2) == 3)
    await test.finish()
  }

  @Test("In the relaxed mode messages of other cases are skipped")
  func relaxed() async {
    let test = test(.other([1]), .found([2]))
    test.mode = .relaxed
    test.send(.go)
    #expect(await test.receive(Message.found) == [2])
    await test.finish()
  }

  @Test("A message whose effects are waited for by its handle is sent and received as usual")
  func handle() async {
    let store = Store([String](), of: String.self) { state, message in
      state.append(message)
      return message == "go" ? .run(label: "work") { await $0("done") } : .none
    }
    let test = TestStore(store)
    let work = test.send("go", effects: [.starts("work")]) { $0 = ["go"] }
    await work?.finish()
    #expect(store.state == ["go", "done"])
    await test.receive("done") { $0 = ["go", "done"] }
    await test.finish()
  }

  @Test("A closure reaches a case inside of cases, and everything that it writes has to be equal")
  func deep() async {
    let test = test(
      .nested(.nested(.found([1]))), .nested(.found([2])), .nested(.pair(3, "three")),
      .nested(.moved(from: 4, to: 4)), .nested(.optional(nil)), .nested(.failed(Failure())))
    test.mode = .relaxed
    test.send(.go)
    #expect(await test.receive({ .nested(.nested(.found($0))) }) == [1])
    #expect(await test.receive({ .nested(.found($0)) }) == [2])
    #expect(await test.receive({ .nested(.pair(3, $0)) }) == "three")
    let moved = await test.receive({ .nested(.moved(from: $0, to: $1)) })
    #expect(moved?.0 == 4 && moved?.1 == 4)
    #expect(await test.receive({ .nested(.optional($0)) }) == .some(nil))
    #expect(await test.receive({ .nested(.failed($0)) }) is Failure)
    await test.finish()
  }

  @Test(
    "A message that differs from what a closure writes beside the value is not the expected one",
    arguments: [Message.nested(.pair(4, "three")), .nested(.found([1])), .pair(3, "three"), .nested(.go)])
  func deepOther(_ message: Message) async {
    let test = test(message)
    test.send(.go)
    await withKnownIssue {
      #expect(await test.receive({ .nested(.pair(3, $0)) }) == nil)
    }
    await test.finish()
  }

  @Test(
    "The failure says which message was expected with the values that came, or that they are of another type",
    arguments: [
      (Message.other([1]), "`.found([1])`", "`Array<Int>`"),
      (.nested(.found([1])), "`.found([1])`", "`Array<Int>`"),
      (.pair(1, "a"), "It has no `Array<Int>` in it.", "`Array<Int>`"),
    ])
  func reason(_ message: Message, _ reason: String, _ name: String) async {
    let failures = await testStoreFailures {
      let test = test(message)
      test.send(.go)
      await test.receive(Message.found)
      await test.finish()
    }
    #expect(failures.count == 1 && failures[0].contains(reason) && failures[0].contains(name), "\(failures)")
  }

  @Test("The failure of a closure at depth shows what it writes, and a difference if both messages are long")
  func deepReason() async {
    let failures = await testStoreFailures {
      let test = test(.nested(.pair(4, "three")), .nested(.found(Array(0..<60))))
      test.send(.go)
      await test.receive({ .nested(.pair(3, $0)) })
      await test.receive(.nested(.found(Array(0..<59) + [7])))
      await test.finish()
    }
    #expect(failures.count == 2)
    #expect(
      failures.first?.hasSuffix("\nWith what is in it, the expected one is `.nested(.pair(3, \"three\"))`.")
        == true,
      "\(failures)")
    let text = failures.last ?? ""
    #expect(text.contains("They differ in (- expected, + received):"), "\(text)")
    #expect(text.contains("-") && text.contains("[59]: 59"), "\(text)")
  }

  @Test("A constructor with a case of the message's type in it does not take another case for its own")
  func nestedConstructor() async {
    let test = test(.nested(.found([1])))
    test.send(.go)
    await withKnownIssue {
      #expect(await test.receive({ .nested(.nested($0)) }) == nil)
    }
    await test.finish()
  }
}
