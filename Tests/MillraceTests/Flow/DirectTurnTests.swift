import Millrace
import Testing

/// Turns without a message, and work that an observer has done through the driver.
@MainActor
struct DirectTurnTests {
  private let store = Store<[String], String>([], name: "log", isolation: nil) { log, message in
    log.append(message)
    return .none
  }

  init() {
    _ = store.sender()  // Adopts the main actor.
  }

  @Test("A direct turn is numbered, and what is sent in it has its turn before it returns")
  func taken() {
    var order: [String] = []
    let token = store.observe(messages: String.self) { order.append($0) }
    let isTaken = store.takeDirectly {
      order.append("begin")
      store.send("a")
      order.append("end")
    }
    #expect(isTaken)
    #expect(order == ["begin", "end", "a"])
    #expect(store.flow.lastSequence == 2)
    #expect(!store.flow.isInTurn)
    token.cancel()
  }

  @Test("A direct turn goes on as the next one only if nothing waits")
  func continued() {
    var answers: [Bool] = []
    _ = store.takeDirectly {
      answers.append(store.continueDirectly())
      store.send("a")
      answers.append(store.continueDirectly())
    }
    #expect(answers == [true, false])
    #expect(store.flow.lastSequence == 3)
    #expect(store.state == ["a"])
  }

  @Test("While a gate, a tap or a lock is there, or a turn is taken, no direct turn is")
  func seen() {
    var count = 0
    let gate = store.flow.gate("gate") { _ in .pass }
    #expect(!store.takeDirectly { count += 1 })
    gate.cancel()
    store.send("through")
    let tap = store.flow.tap { _ in }
    #expect(!store.takeDirectly { count += 1 })
    tap.cancel()
    store.pump()
    let lock = store.flow.lock("lock")
    #expect(!store.takeDirectly { count += 1 })
    lock.release()
    var isNested = true
    let isTaken = store.takeDirectly { isNested = store.takeDirectly { count += 1 } }
    #expect(isTaken && !isNested)
    #expect(count == 0)
    #expect(store.takeDirectly { count += 1 })
    #expect(count == 1)
  }

  @Test("What was posted comes before an direct turn")
  func posted() {
    store.sender().send("posted")
    #expect(!store.takeDirectly {})
    store.pump()
    #expect(store.state == ["posted"])
    #expect(store.takeDirectly {})
  }

  @Test("A driver of one's own has messages, so that it may answer")
  func otherDriver() {
    let flow = Flow(driver: AnsweringDriver(answer: nil))
    let store = Store<Int, Int>(0, flow: flow) { _, _ in .none }
    #expect(!store.takeDirectly {})
  }

  // MARK: Work of an observer

  @Test("Work is done at once, and gives its answer or its error")
  func work() throws {
    #expect(try store.perform { 3 } == 3)
    #expect(try store.perform { Int?.none } == nil)
    #expect(throws: Stopped()) { try store.perform { () throws -> Int? in throw Stopped() } }
  }

  @Test("A record names the work that an observer has done in its turn")
  func recorded() throws {
    var records: [TurnRecord] = []
    let tap = store.flow.tap { records.append($0) }
    let token = store.observe(messages: String.self) { message in
      _ = try? store.perform(label: "shout \(message)") {
        if message == "bad" { throw Stopped() }
        return message
      }
    }
    store.send("a")
    store.send("bad")
    #expect(
      records.map { $0.effects.map(\.kind) } == [[.started, .finished], [.started, .failed("Stopped()")]])
    #expect(records.map { $0.effects.first?.label } == ["shout a", "shout bad"])
    #expect(records.map { $0.effects.first?.turn } == [1, 2])
    #expect(records.map { $0.effects.first?.serial } == [1, 2])
    withExtendedLifetime((tap, token)) {}
  }

  @Test("A driver that answers in its place does not have the work done")
  func answered() throws {
    let flow = Flow(driver: AnsweringDriver(answer: 7))
    let store = Store<Int, Int>(0, flow: flow) { _, _ in .none }
    var isDone = false
    let answer = try store.perform { () -> Int? in
      isDone = true
      return 3
    }
    #expect(answer == 7)
    #expect(!isDone)
  }

  // MARK: Homes

  @Test("A flow that is made for another home takes its turns there")
  func otherHome() async {
    let place = Place()
    await place.use(Flow(name: "there", home: place))
    #expect(await place.count == 1)
  }

  private struct Stopped: Error, Equatable {}

  private actor Place {
    private var store: Store<Int, Int>?
    var count: Int { store?.state ?? 0 }

    func use(_ flow: sending Flow) async {
      let store = Store<Int, Int>(0, flow: flow) { count, message in
        count += message
        return .none
      }
      self.store = store
      let sender = store.sender()
      _ = await Task.detached { sender.send(1) }.value
      await store.run()
    }
  }

  /// Answers work that is over when it returns with a number, or with nothing.
  private struct AnsweringDriver: Driver {
    let answer: Int?

    func start(
      _ job: DriverJob, _ operation: @escaping @Sendable @isolated(any) () async -> Void
    ) -> DriverHandle { DriverHandle(cancel: {}) }

    func perform<Answer>(_ job: DriverJob, _ operation: () throws -> Answer?) throws -> Answer? {
      answer as? Answer
    }
  }
}
