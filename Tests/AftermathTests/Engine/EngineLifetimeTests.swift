import Aftermath
import MillraceTesting
import Testing

@MainActor
@Suite("An engine in odd company")
struct EngineLifetimeTests {
  private let engine = Engine(name: "odd", home: MainActor.shared)
  private let errors = EngineErrors()

  init() {
    engine.errorHandler = errors
  }

  private struct Waiting: AsyncCommandHandler {
    let door: EngineDoor

    func handle(command: EngineCount) async throws -> Int {
      await door.pass()
      return command.number
    }
  }

  @Test("a caller that waits for a dropped command is notified while a tap keeps the records of its turns")
  func keptRecords() async throws {
    var records: [TurnRecord] = []
    let tap = try engine.flow().tap { records.append($0) }
    engine.use(EngineCount.self) { .data($0.number) }
    engine.pipeCommands(through: [AbortCommandMiddleware(commands: [EngineCount.self])])
    #expect(await EngineWaiter(engine, EngineCount()).answer() == "aborted")
    engine.pipeCommands(through: [AsyncCommandMiddleware { _, _ in nil }])
    #expect(await EngineWaiter(engine, EngineCount()).answer() == "aborted")
    engine.pipeCommands(through: [])
    engine.pipeEvents(through: [AbortEventMiddleware(commands: [EngineCount.self])])
    #expect(await EngineWaiter(engine, EngineCount()).answer() == "aborted")
    engine.pipeEvents(through: [AsyncEventMiddleware { _, _ in nil }])
    #expect(await EngineWaiter(engine, EngineCount()).answer() == "aborted")
    engine.pipeEvents(through: [])
    #expect(await EngineWaiter(engine, EngineCount(number: 4)).answer() == "4")
    #expect(records.count > 4)
    tap.cancel()
  }

  private actor Owner {
    let engine = Engine(name: "owned")

    func begin(_ door: EngineDoor) {
      engine.use(EngineBooks.self) { _ in .progress }
      engine.use(handler: Waiting(door: door))
    }
  }

  @Test("a waiting caller retains the engine's home, so that an answer comes although nothing else does")
  func keptHome() async {
    let door = EngineDoor()
    let began = EngineLog()
    var owner: Owner? = Owner()
    weak let gone = owner
    await owner?.begin(door)
    guard let engine = owner?.engine else { return }
    let view = Task { for await _ in engine.events(of: EngineBooks.self) { began.add("progress") } }
    let byHand = EngineWaiter(engine, EngineBooks())
    let atWork = EngineWaiter(engine, EngineCount(number: 3))
    await engineEventually { door.waiterCount == 1 && !began.lines.isEmpty }
    owner = nil
    // Time enough for what else may keep it, such as the hop in which it took its last turn.
    for _ in 0..<100 { await letOthersRun() }
    engine.publish(event: Event<EngineBooks>.data(["a"]))
    #expect(await byHand.answer() == "[\"a\"]")
    door.open()
    #expect(await atWork.answer() == "3")
    await engineEventually { gone == nil }
    view.cancel()
  }

  @Test("what cannot be done because the home has ended is said: a report, an invalidation, a sequence")
  func endedHome() async {
    var owner: Owner? = Owner()
    weak let gone = owner
    await owner?.begin(EngineDoor())
    guard let engine = owner?.engine else { return }
    engine.errorHandler = errors
    owner = nil
    await engineEventually { gone == nil }
    engine.report(EngineProblem(text: "lost"))
    #expect(errors.all.contains { $0 is EngineProblem })
    engine.invalidate()
    for await _ in engine.events(of: EngineCount.self) {}
    #expect(errors.all.filter { $0 as? Failure == .homeEnded(engine: "owned") }.count == 3)
  }

  @Test(
    "the flow, and a store, are not given to a function that is isolated to nothing, even inside of a turn")
  func unisolated() {
    let view = EngineView(engine)
    var given: [String] = []
    view.next { [engine] (_: EngineNews) in given = engineParts(of: engine) }
    engine.post(fact: EngineNews())
    #expect(given == ["notAtHome flow", "notAtHome store of a state"])
    #expect((try? engine.flow()) != nil)
  }

  private final class LastWords: ErrorHandler {
    let engine: Engine
    let log: EngineLog

    init(_ engine: Engine, _ log: EngineLog) {
      self.engine = engine
      self.log = log
    }

    func handle(error: any Error) {}

    deinit {
      log.add(engine.errorHandler == nil ? "none" : "some")
    }
  }

  @Test("an error handler that is replaced may look at its engine as it ends")
  func lastWords() {
    let log = EngineLog()
    engine.errorHandler = LastWords(engine, log)
    engine.errorHandler = nil
    #expect(log.lines == ["none"])
  }

  /// Comes back to the list of those who react when the reaction that holds it is released.
  private final class Returner: Sendable {
    let engine: Engine
    let log: EngineLog

    init(_ engine: Engine, _ log: EngineLog) {
      self.engine = engine
      self.log = log
    }

    deinit {
      _ = engine.events(of: FactCommand<EngineNews>.self)
      log.add("released")
    }
  }

  @Test(
    "reactions that 4 threads dispose of during events, and that are registered again as they end, all end")
  func disposedMeanwhile() async {
    let view = EngineView(engine)
    let log = EngineLog()
    var heard = 0
    view.next { (_: EngineNews) in heard += 1 }
    for _ in 0..<50 {
      let tokens = (0..<100).map { _ in
        let returner = Returner(engine, log)
        return view.next { (_: EngineNews) in withExtendedLifetime(returner) {} }
      }
      async let threads: Void = engineThreads(4) { [engine] thread in
        for index in stride(from: thread, to: 100, by: 4) { engine.dispose(token: tokens[index]) }
      }
      for number in 0..<20 {
        engine.post(fact: EngineNews(number: number))
        await letOthersRun()
      }
      await threads
    }
    engine.post(fact: EngineNews())
    engine.post(fact: EngineNews())
    #expect(heard == 50 * 20 + 2)
    #expect(log.lines.count == 50 * 100)
    withExtendedLifetime(view) {}
  }
}

/// The parts of an engine that its mirror shows.
private nonisolated func engineParts(of engine: Engine) -> [String] {
  func text(_ error: Failure) -> String {
    if case .notAtHome(_, let asked) = error { "notAtHome \(asked)" } else { "\(error)" }
  }
  var parts: [String] = []
  do throws(Failure) { parts.append("\(try engine.flow().name)") } catch { parts.append(text(error)) }
  do throws(Failure) {
    parts.append("\(try engine.store(0) { _ in }.storeName)")
  } catch {
    parts.append(text(error))
  }
  return parts
}
