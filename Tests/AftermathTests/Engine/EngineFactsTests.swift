import Aftermath
import MillraceToolkit
import Testing

private struct EngineLater: AsyncCommandHandler {
  func handle(command: EngineCount) async throws -> Int { command.number }
}

private struct EngineNow: CommandHandler, Sendable {
  func handle(command: EngineBooks) throws -> Event<EngineBooks> { .data([]) }
}

private struct EnginePass: CommandMiddleware, EventMiddleware {
  func intercept(command: any AnyCommand, execute: @escaping Execute, next: @escaping Execute) throws {
    try next(command)
  }

  func intercept(event: any AnyEvent, publish: @escaping Publish, next: @escaping Publish) throws {
    try next(event)
  }
}

/// The handlers, reactions and middleware of an engine, as tools see them.
@MainActor
@Suite("Facts of an engine")
struct EngineFactsTests {
  private let engine = Engine(name: "bus")

  private func facts() throws -> StoreFacts {
    try FlowInternals(engine.flow()).facts()[0].facts
  }

  @Test("an engine without handlers and reactions has no tables")
  func empty() throws {
    #expect(try facts() == StoreFacts(dialect: "Aftermath"))
  }

  @Test("commands are listed with their handlers, and no longer once these have ended")
  func commands() throws {
    engine.use(handler: EngineLater(), in: .concat("counts"))
    let token = engine.use(handler: EngineNow())
    engine.use(EnginePair.self) { _ in .data((1, "a")) }
    #expect(try facts().table("Commands")?.columns == ["Command", "Handler", "Answers", "Queue"])
    #expect(
      try facts().table("Commands")?.rows == [
        ["EngineBooks", "EngineNow", "at once", ""],
        ["EngineCount", "EngineLater", "later", "counts (concat)"],
        ["EnginePair", "a closure", "at once", ""],
      ])
    engine.dispose(token: token)
    #expect(try facts().table("Commands")?.rows.map { $0[0] } == ["EngineCount", "EnginePair"])
    engine.invalidate()
    #expect(try facts().table("Commands") == nil)
  }

  @Test("turns are named by their commands and events, and contain what is inside these")
  func turns() throws {
    engine.use(handler: EngineNow())
    var names: [String] = []
    var contents: [Any] = []
    let tap = try engine.flow().tap { record in
      names.append(FactText.name(of: record.message))
      if let wrapping = record.message as? any WrappingMessage { contents.append(wrapping.shownContents) }
    }
    engine.execute(command: EngineBooks())
    tap.cancel()
    #expect(names == ["EngineBooks", "EngineBooks.data"])
    #expect(contents.first is EngineBooks)
    #expect(contents.last is EngineBooks.Output)
  }

  @Test("events and facts are listed with the number of their reactions")
  func events() throws {
    let view = EngineView(engine)
    view.watch(EngineCount.self, "first")
    let token = view.watch(EngineCount.self, "second")
    view.next { (_: EngineNews) in }
    #expect(try facts().table("Events")?.rows == [["EngineCount", "2"], ["EngineNews", "1"]])
    view.dispose(token: token)
    #expect(try facts().table("Events")?.rows == [["EngineCount", "1"], ["EngineNews", "1"]])
  }

  @Test("middleware is listed in its order")
  func middleware() throws {
    engine.pipeCommands(through: [EnginePass(), AsyncCommandMiddleware { command, _ in command }])
    engine.pipeEvents(through: [EnginePass()])
    #expect(
      try facts().table("Middleware")?.rows == [
        ["commands", "EnginePass"], ["commands", "AsyncMiddleware<AnyCommand>"], ["events", "EnginePass"],
      ])
  }
}
