import Millrace
import MillraceTesting
import Testing

/// The one order of turns over all stores of a flow.
@EffectsHome
struct FlowOrderTests {
  private typealias TheStore = Store<Int, String>

  private func makeStore(
    _ name: String, on flow: Flow, _ script: @escaping (String) -> Effect<String> = { _ in .none }
  ) -> TheStore {
    Store(0, of: String.self, name: name, flow: flow) { count, message in
      count += 1
      return script(message)
    }
  }

  /// Writes down each turn as `store:message`.
  private final class Record {
    var turns: [String] = []
    var sequences: [UInt64] = []
    var token: ObservationToken?

    init(_ flow: Flow) {
      token = flow.tap { [unowned self] record in
        turns.append("\(record.store):\(record.message)")
        sequences.append(record.sequence)
      }
    }
  }

  @Test("Stores that share a flow share one order: what is sent inside of a turn waits behind all others")
  func sharedOrder() {
    let flow = Flow()
    let one = makeStore("one", on: flow)
    let two = makeStore("two", on: flow)
    let record = Record(flow)
    let token = one.observe { [unowned two] count in
      if count == 1 {
        two.send("a")
        two.send("b")
      }
    }
    let other = two.observe { [unowned one] count in
      if count == 1 { one.send("c") }
    }
    one.send("go")
    #expect(record.turns == ["one:go", "two:a", "two:b", "one:c"])
    #expect(record.sequences == [1, 2, 3, 4])
    #expect(flow.lastSequence == 4)
    token.cancel()
    other.cancel()
  }

  @Test("What waits behind a lock has its turns in the order in which it was sent, whichever store it is for")
  func lockedOrder() {
    let flow = Flow()
    let stores = ["a", "b", "c"].map { makeStore($0, on: flow) }
    let record = Record(flow)
    var generator = RandomSource.seeded(0x5EED_0001)
    var expected: [String] = []
    let lock = flow.lock("test")
    for number in 0..<200 {
      let store = stores[Int.random(in: 0..<3, using: &generator)]
      store.send("\(number)")
      expected.append("\(store.storeName):\(number)")
    }
    #expect(flow.waitingCount == 200)
    lock.release()
    #expect(record.turns == expected)
  }

  @Test("What is posted to several stores comes home in the order of the posts")
  func postedOrder() async {
    let flow = Flow()
    let stores = ["a", "b", "c"].map { makeStore($0, on: flow) }
    let record = Record(flow)
    let senders = stores.map { $0.sender() }
    var generator = RandomSource.seeded(0x5EED_0002)
    let picks = (0..<200).map { _ in Int.random(in: 0..<3, using: &generator) }
    await Task.detached {
      for (number, pick) in picks.enumerated() { senders[pick].send("\(number)") }
    }.value
    await flow.run()
    #expect(record.turns == picks.enumerated().map { "\(stores[$1].storeName):\($0)" })
  }

  @Test("Messages now of two stores take turns one by one, as they were asked for")
  func messagesNow() {
    let flow = Flow()
    let chain = { (message: String) -> Effect<String> in message.count < 3 ? .send(message + "x") : .none }
    let one = makeStore("one", on: flow, chain)
    let two = makeStore("two", on: flow, chain)
    let record = Record(flow)
    let lock = flow.lock("test")
    one.send("a")
    two.send("b")
    lock.release()
    #expect(record.turns == ["one:a", "two:b", "one:ax", "two:bx", "one:axx", "two:bxx"])
  }

  @Test("A store's turn is over, with all its observers notified, before the next store's begins")
  func neverInterleaved() {
    let flow = Flow()
    var steps: [String] = []
    let two = makeStore("two", on: flow) { message in
      steps.append("update two")
      return .none
    }
    let one = makeStore("one", on: flow) { message in
      steps.append("update one")
      return .none
    }
    let first = one.observe { _ in
      two.send("x")
      steps.append("first observer")
      #expect(flow.isInTurn)
    }
    let second = one.observe { _ in steps.append("second observer") }
    one.send("go")
    #expect(steps == ["update one", "first observer", "second observer", "update two"])
    #expect(!flow.isInTurn)
    first.cancel()
    second.cancel()
  }

  @Test(
    "The lane of a store that has ended is used again, and nothing of the old store is seen in the new one")
  func lanesUsedAgain() {
    let flow = Flow()
    let record = Record(flow)
    for round in 0..<50 {
      let store = makeStore("store \(round)", on: flow)
      store.send("m")
      #expect(store.withState { $0 } == 1)
    }
    #expect(record.turns == (0..<50).map { "store \($0):m" })
  }

  @Test("A store is called by its name, or by the type of its state")
  func names() {
    let flow = Flow()
    #expect(makeStore("given", on: flow).storeName == "given")
    #expect(Store(EffectsState(), of: String.self, flow: flow) { _, _ in .none }.storeName == "EffectsState")
    #expect(Flow().name == "flow")
    #expect(Flow(name: "app").name == "app")
  }

  @Test("A store that loses its last reference inside of its own turn ends when send is over; others go on")
  func endsInItsTurn() {
    let driver = EffectsScriptedDriver()
    let flow = Flow(driver: driver)
    let log = EffectsLog<String>()
    var one: TheStore?
    let two = makeStore("two", on: flow) { message in
      log.add("two:\(message)")
      return .none
    }
    one = makeStore("one", on: flow) { message in
      log.add("one:\(message)")
      return message == "go" ? .merge(.send("now"), .run(label: "work") { _ in }) : .none
    }
    let token = one?.observe { _ in
      if one == nil { return }
      two.send("go on")
      one = nil
      log.add("observer")
    }
    one?.send("go")
    #expect(driver.cancelled == ["work"])
    two.send("after")
    #expect(log.entries == ["one:go", "observer", "two:go on", "one:now", "two:after"])
    token?.cancel()
  }

  @Test("A store that is made inside of a turn takes part at once: what it is sent waits for the turn's end")
  func madeInATurn() {
    let flow = Flow()
    let one = makeStore("one", on: flow)
    let record = Record(flow)
    var made: TheStore?
    let token = one.observe { _ in
      if made == nil {
        made = makeStore("made", on: flow)
        made?.send("early")
      }
    }
    one.send("go")
    made?.send("late")
    #expect(record.turns == ["one:go", "made:early", "made:late"])
    token.cancel()
  }
}
