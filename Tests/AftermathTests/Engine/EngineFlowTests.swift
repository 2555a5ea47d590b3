import Aftermath
import MillraceTesting
import Testing

@MainActor
@Suite("The flow of an engine")
struct EngineFlowTests {
  private let errors = EngineErrors()

  @Test("on a flow that it shares with another store, all turns have one order, and taps see them")
  func sharedFlow() throws {
    let flow = Flow(name: "app")
    let engine = Engine(name: "bus", flow: flow)
    let store = Store<Int, Int>(0, name: "sum", flow: flow) { state, message in
      state += message
      return .none
    }
    #expect(try engine.flow() === flow)
    var turns: [String] = []
    let tap = flow.tap { record in
      switch record.message {
      case EngineMessage.execute(let command as EngineCount, _, _): turns.append("execute \(command.number)")
      case EngineMessage.publish(let event, _, _): turns.append("publish \(event.result ?? "-")")
      case let number as Int: turns.append("\(record.store) \(number)")
      default: turns.append("?")
      }
    }
    engine.use(EngineCount.self) { .data($0.number) }
    let view = EngineView(engine)
    view.react(
      to: EngineCount.self,
      { [engine] number in
        store.send(number)
        if number == 1 { engine.execute(command: EngineCount(number: 2)) }
      })
    engine.execute(command: EngineCount(number: 1))
    store.send(100)
    #expect(
      turns == ["execute 1", "publish 1", "sum 1", "execute 2", "publish 2", "sum 2", "sum 100"])
    #expect(store.state == 103)
    tap.cancel()
  }

  @Test("a tap sees the same turns in the same order as happen without one", arguments: [true, false])
  func tapped(isTapped: Bool) throws {
    let engine = Engine(name: "test")
    engine.errorHandler = errors
    let tap = isTapped ? try engine.flow().tap { _ in } : nil
    let view = EngineView(engine)
    engine.use(EngineCount.self) { [unowned engine] command in
      engine.post(fact: EngineNews(number: command.number))
      if command.number == 3 { throw EngineProblem(text: "three") }
      return .data(command.number)
    }
    view.watch(EngineCount.self, "count")
    view.react(
      to: EngineCount.self,
      { [engine] number in
        if number < 3 { engine.execute(command: EngineCount(number: number + 1)) }
        engine.post(fact: EngineNews(number: number * 10))
      })
    view.next { [unowned view] (fact: EngineNews) in view.lines.append("fact \(fact.number)") }
    view.watch(EngineCount.self, "last")
    engine.execute(command: EngineCount(number: 1))
    #expect(
      view.lines == [
        "fact 1", "count 1", "last 1", "fact 10", "fact 2", "count 2", "last 2", "fact 20", "fact 3",
        "count failed: three", "last failed: three",
      ])
    tap?.cancel()
  }

  @Test("gates drop, change and delay what takes a turn")
  func gates() async throws {
    let clock = ManualClock()
    let engine = Engine(name: "test", environment: StoreEnvironment(clock: clock))
    engine.errorHandler = errors
    let view = EngineView(engine)
    engine.use(EngineCount.self) { .data($0.number) }
    view.watch(EngineCount.self, "count")
    let gate = try engine.flow().gate("toll") { passage in
      guard
        case .execute(let command as EngineCount, let execution, let from)? = passage.message
          as? EngineMessage
      else { return .pass }
      switch command.number {
      case 1: return .drop
      case 2: return .change(EngineMessage.execute(EngineCount(number: 20), execution, from: from))
      case 3: return .delay(.seconds(1))
      default: return .pass
      }
    }
    for number in 1...4 { engine.execute(command: EngineCount(number: number)) }
    #expect(view.lines == ["count 20", "count 4"])
    await clock.waitForSleepers(count: 1)
    clock.jump(by: .seconds(1))
    await engine.run()
    #expect(view.lines == ["count 20", "count 4", "count 3"])
    gate.cancel()
    engine.execute(command: EngineCount(number: 1))
    #expect(view.lines.last == "count 1")
    #expect(errors.texts.isEmpty)
  }

  @Test("a locked flow keeps what is executed and posted, in order, until it is released")
  func locked() throws {
    let engine = Engine(name: "test")
    let view = EngineView(engine)
    engine.use(EngineCount.self) { .data($0.number) }
    view.watch(EngineCount.self, "count")
    view.next { [unowned view] (fact: EngineNews) in view.lines.append("fact \(fact.number)") }
    let lock = try engine.flow().lock("animation")
    engine.post(fact: EngineNews(number: 1))
    engine.execute(command: EngineCount(number: 2))
    engine.post(fact: EngineNews(number: 3))
    #expect(view.lines.isEmpty)
    lock.release()
    #expect(view.lines == ["fact 1", "fact 3", "count 2"])
  }

  @Test("a handler's work is an effect that the records name")
  func records() async throws {
    struct Handler: AsyncCommandHandler {
      func handle(command: EngineCount) async throws -> Int { 1 }
    }
    let engine = Engine(name: "test")
    var labels: [String] = []
    let tap = try engine.flow().tap { record in
      labels += record.effects.compactMap { effect in
        effect.kind == .started ? effect.label?.description : nil
      }
    }
    engine.use(handler: Handler())
    engine.execute(command: EngineCount())
    await engine.run()
    #expect(labels == ["EngineCount"])
    tap.cancel()
  }

  @Test("without an error handler, errors go to that of the flow")
  func flowErrors() throws {
    let flow = Flow(name: "app")
    var texts: [String] = []
    flow.errorHandler = { texts.append("\($0)") }
    let engine = Engine(name: "bus", flow: flow)
    engine.use(EngineCount.self) { _ in throw EngineProblem(text: "x") }
    let view = EngineView(engine)
    view.watch(EngineCount.self, "count")
    engine.execute(command: EngineCount())
    #expect(
      texts == [
        """
        The store `bus` reports: EngineProblem(text: "x"). Handle it in the store's update, or show it from the flow's \
        `errorHandler`.
        """
      ])
    engine.errorHandler = errors
    engine.execute(command: EngineCount())
    #expect(texts.count == 1)
    #expect(errors.all.count == 1)
    engine.errorHandler = nil
    engine.execute(command: EngineCount())
    #expect(texts.count == 2)
  }

  @Test("the error handler of an engine with a flow of its own is notified of the flow's errors, too")
  func ownFlowErrors() async throws {
    let engine = Engine(name: "test")
    engine.errorHandler = errors
    do { _ = try engine.flow().lock("forgotten") }
    await engineEventually { !errors.all.isEmpty }
    guard case .lockAbandoned("test", "forgotten")? = errors.all.first as? FlowError else {
      Issue.record("another error: \(errors.texts)")
      return
    }
  }
}
