import Aftermath
import AftermathTesting
import MillraceTesting
import Testing

private struct EngineLister: CommandHandler {
  func handle(command: EngineCount) throws -> Event<EngineCount> {
    if command.number < 0 { throw EngineProblem(text: "negative") }
    return .data(command.number)
  }
}

private struct EngineSlowLister: AsyncCommandHandler {
  func handle(command: EngineBooks) async throws -> [String] {
    publish(data: [])
    if command.shelf == "none" { throw EngineProblem(text: "no shelf") }
    return [command.shelf]
  }
}

/// A value without `==`.
private struct EngineTag: Command {
  typealias Output = Tag
  struct Tag { let name: String }
  let tag: Tag
}

@MainActor
@Suite("Tests of an engine without a state")
struct EngineTestTests {
  private let engine = Engine(name: "tested")
  private let view: EngineView

  init() {
    engine.use(handler: EngineLister())
    engine.use(handler: EngineSlowLister())
    view = EngineView(engine)
    view.watch(EngineCount.self, "count")
    view.watch(EngineBooks.self, "books")
  }

  @Test("see each command and each event once, through asynchronous middleware as well")
  func once() async throws {
    engine.pipeCommands(through: [AsyncCommandMiddleware { command, _ in command }])
    engine.pipeEvents(through: [AsyncEventMiddleware { event, _ in event }])
    let test = try EngineTest(engine)
    test.send(.command(EngineCount(number: 1)))
    await test.receive(.event(Event<EngineCount>.data(1)))
    test.send(.command(EngineBooks(shelf: "poems")))
    await test.receive(.event(Event<EngineBooks>.progress))
    await test.receive(.event(Event<EngineBooks>.data([])))
    await test.receive(.event(Event<EngineBooks>.data(["poems"])))
    await test.finish()
    #expect(view.lines == ["count 1", "books wait", "books []", #"books ["poems"]"#])
  }

  @Test("see the error that a handler throws as its event")
  func error() async throws {
    engine.errorHandler = EngineErrors()
    let test = try EngineTest(engine)
    test.send(.command(EngineCount(number: -1)))
    await test.receive(.event(Event<EngineCount>.error(EngineProblem(text: "negative"))))
    test.send(.command(EngineBooks(shelf: "none")))
    await test.receive(.event(Event<EngineBooks>.progress))
    await test.receive(.event(Event<EngineBooks>.data([])))
    await test.receive(.event(Event<EngineBooks>.error(EngineProblem(text: "no shelf"))))
    await test.finish()
  }

  @Test("see facts, and what reactions execute")
  func facts() async throws {
    view.next { [engine] (news: EngineNews) in engine.execute(command: EngineCount(number: news.number)) }
    let test = try EngineTest(engine)
    test.perform("post") { engine.post(fact: EngineNews(number: 4)) }
    await test.receive(.command(EngineCount(number: 4)))
    await test.receive(.event(Event<EngineCount>.data(4)))
    await Task.detached { [engine] in engine.post(fact: EngineNews(number: 5)) }.value
    await test.receive(.fact(EngineNews(number: 5)))
    await test.receive(.command(EngineCount(number: 5)))
    await test.receive(.event(Event<EngineCount>.data(5)))
    await test.finish()
  }

  @Test("are made at the engine's home only")
  func outsideOfHome() async {
    let room = EngineRoom()
    let failure = await room.run { [engine] _ in
      do throws(Failure) {
        _ = try EngineTest(engine)
        return nil as Failure?
      } catch {
        return error
      }
    }
    #expect(failure == .notAtHome(engine: "tested", asked: "flow"))
  }

  @Test("compare steps by kind, type and value, with == and without")
  func equality() {
    let count = EngineStep.command(EngineCount(number: 1))
    #expect(count == .command(EngineCount(number: 1)))
    #expect(count != .command(EngineCount(number: 2)))
    #expect(count != .command(EngineBooks()))
    #expect(count != .event(Event<EngineCount>.data(1)))
    #expect(EngineStep.event(Event<EngineCount>.data(1)) != .folded(Event<EngineCount>.data(1)))
    #expect(EngineStep.folded(Event<EngineCount>.progress) == .folded(Event<EngineCount>.progress))
    #expect(EngineStep.event(Event<EngineCount>.progress) != .event(Event<EngineBooks>.progress))
    #expect(
      EngineStep.event(Event<EngineCount>.error(EngineProblem(text: "a")))
        != .event(Event<EngineCount>.error(EngineProblem(text: "b"))))
    let tag = EngineStep.command(EngineTag(tag: .init(name: "a")))
    #expect(tag == .command(EngineTag(tag: .init(name: "a"))))
    #expect(tag != .command(EngineTag(tag: .init(name: "b"))))
    #expect(EngineStep.fact(EngineNews(number: 1)) == .fact(EngineNews(number: 1)))
    #expect(EngineStep.fact(EngineNews(number: 1)) != .fact(EngineNews(number: 2)))
  }
}
