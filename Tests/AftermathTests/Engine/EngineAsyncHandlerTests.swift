import Aftermath
import MillraceTesting
import Testing

@MainActor
@Suite("Asynchronous handlers")
struct EngineAsyncHandlerTests {
  private let engine = Engine(name: "test", home: MainActor.shared)
  private let errors = EngineErrors()

  init() {
    engine.errorHandler = errors
  }

  private struct Handler: AsyncCommandHandler {
    func handle(command: EngineBooks) async throws -> [String] {
      publish(data: ["cached"])
      wait()
      publish(error: EngineProblem(text: "retrying"))
      async let child: Void = publish(event: .data(["child"]))
      await child
      if command.shelf == "bad" { throw EngineProblem(text: "no shelf") }
      return [command.shelf]
    }
  }

  @Test("progress, data and errors become events by themselves, in their order")
  func events() async {
    let view = EngineView(engine)
    engine.use(handler: Handler())
    view.watch(EngineBooks.self, "books")
    view.execute(command: EngineBooks(shelf: "a"))
    #expect(view.lines == ["books wait"])
    await engine.run()
    let published = [
      "books wait", "books [\"cached\"]", "books wait", "books failed: retrying", "books [\"child\"]",
    ]
    #expect(view.lines == published + ["books [\"a\"]"])
    view.lines = []
    view.execute(command: EngineBooks(shelf: "bad"))
    await engine.run()
    #expect(view.lines == published + ["books failed: no shelf"])
    #expect(errors.all.map { $0 as? EngineProblem } == [EngineProblem(text: "no shelf")])
  }

  private struct Sleeper: AsyncCommandHandler {
    let clock: ManualClock
    let log = EngineLog()

    func handle(command: EngineCount) async throws -> Int {
      log.add("begin \(command.number)")
      do {
        try await clock.sleep(for: .seconds(command.number))
      } catch {
        log.add("cancelled \(command.number)")
        publish(data: -command.number)
        throw error
      }
      return command.number
    }
  }

  @Test("without a queue the work for several commands goes on side by side")
  func sideBySide() async {
    let sleeper = Sleeper(clock: ManualClock())
    let view = EngineView(engine)
    engine.use(handler: sleeper)
    view.watch(EngineCount.self, "count")
    for number in [3, 1, 2] { engine.execute(command: EngineCount(number: number)) }
    await sleeper.clock.waitForSleepers(count: 3)
    for _ in 0..<3 {
      let seen = view.lines.count
      sleeper.clock.jump(by: .seconds(1))
      await engineEventually { view.lines.count > seen }
    }
    #expect(view.lines == ["count wait", "count wait", "count wait", "count 1", "count 2", "count 3"])
  }

  @Test("in a queue the work for one command begins, with its progress, when that of the last has ended")
  func queued() async {
    let sleeper = Sleeper(clock: ManualClock())
    let view = EngineView(engine)
    engine.use(handler: sleeper, in: .concat("numbers"))
    view.watch(EngineCount.self, "count")
    for number in [3, 1] { engine.execute(command: EngineCount(number: number)) }
    await sleeper.clock.waitForSleepers(count: 1)
    #expect(view.lines == ["count wait"])
    sleeper.clock.jump(by: .seconds(3))
    await sleeper.clock.waitForSleepers(count: 1)
    #expect(view.lines == ["count wait", "count 3", "count wait"])
    sleeper.clock.jump(by: .seconds(1))
    await engine.run()
    #expect(view.lines == ["count wait", "count 3", "count wait", "count 1"])
    #expect(sleeper.log.lines == ["begin 3", "begin 1"])
  }

  @Test("a command that an exhausting queue drops publishes nothing")
  func exhausted() async {
    let sleeper = Sleeper(clock: ManualClock())
    let view = EngineView(engine)
    engine.use(handler: sleeper, in: .exhaust("numbers"))
    view.watch(EngineCount.self, "count")
    for number in [3, 1] { engine.execute(command: EngineCount(number: number)) }
    await sleeper.clock.waitForSleepers(count: 1)
    sleeper.clock.jump(by: .seconds(3))
    await engine.run()
    #expect(view.lines == ["count wait", "count 3"])
  }

  @Test("cancel ends what is done for one type of commands; nothing more comes of it, and others go on")
  func cancels() async {
    let sleeper = Sleeper(clock: ManualClock())
    let view = EngineView(engine)
    engine.use(handler: sleeper)
    engine.use(handler: Handler())
    view.watch(EngineCount.self, "count")
    view.watch(EngineBooks.self, "books")
    engine.execute(command: EngineCount(number: 1))
    await sleeper.clock.waitForSleepers(count: 1)
    engine.execute(command: EngineBooks(shelf: "a"))
    engine.cancel(EngineCount.self)
    await engineEventually { sleeper.log.lines.contains("cancelled 1") }
    await engine.run()
    #expect(view.lines.filter { $0.hasPrefix("count") } == ["count wait"])
    #expect(view.lines.last == "books [\"a\"]")
    #expect(errors.texts.isEmpty)
  }

  @Test("an engine that ends cancels the work, whose late publishes go nowhere")
  func ends() async {
    let sleeper = Sleeper(clock: ManualClock())
    weak var gone: Engine?
    do {
      let engine = Engine(name: "short")
      engine.errorHandler = errors
      engine.use(handler: sleeper)
      engine.execute(command: EngineCount(number: 1))
      await sleeper.clock.waitForSleepers(count: 1)
      gone = engine
    }
    #expect(gone == nil)
    await engineEventually { sleeper.log.lines.contains("cancelled 1") }
    #expect(sleeper.log.lines == ["begin 1", "cancelled 1"])
    #expect(errors.texts.isEmpty)
  }

  @Test("a handler that is replaced between its command's turn and its work hands the command to the new one")
  func replacedBeforeItBegins() {
    let view = EngineView(engine)
    engine.use(handler: Handler())
    view.watch(EngineBooks.self, "books")
    view.next { [engine] (fact: EngineNews) in
      if fact.number == 1 {
        engine.execute(command: EngineBooks(shelf: "a"))
        engine.post(fact: EngineNews(number: 2))
      } else {
        engine.use(EngineBooks.self) { .data(["now \($0.shelf)"]) }
      }
    }
    engine.post(fact: EngineNews(number: 1))
    #expect(view.lines == ["books [\"now a\"]"])
  }

  @Test("a handler publishes nowhere from outside of its task, and the shared engine is notified")
  func publishedOutside() async {
    struct Outsider: AsyncCommandHandler {
      struct Outside: Command { typealias Output = Int }
      func handle(command: Outside) async throws -> Int { 1 }
    }
    EngineSharedErrors.listen()
    Outsider().publish(data: 77)
    await Engine.shared.run()
    #expect(
      EngineSharedErrors.all.contains { error in
        guard case .publishedOutsideOfHandler("Outsider", let event)? = error as? Warning else {
          return false
        }
        return event is Event<Outsider.Outside> && event.result as? Int == 77
      })
  }
}

/// The errors of the shared engine, for all tests of this folder.
enum EngineSharedErrors {
  private static let errors: EngineErrors = {
    let errors = EngineErrors()
    Engine.shared.errorHandler = errors
    return errors
  }()

  static func listen() { _ = errors }
  static var all: [any Error] { errors.all }
}
