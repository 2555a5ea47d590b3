import Aftermath
import Testing

// Sound: its number does not change.
private class EngineOrder: Command, @unchecked Sendable {
  typealias Output = Int
  let number: Int

  init(_ number: Int) { self.number = number }
}

// Sound: it adds nothing.
private final class EngineUrgentOrder: EngineOrder, @unchecked Sendable {}

@MainActor
@Suite("Commands that are objects")
struct EngineClassTests {
  private let engine = Engine(name: "test", home: MainActor.shared)
  private let errors = EngineErrors()
  private let view: EngineView

  /// An object whose static type is the superclass.
  private let urgent: EngineOrder = EngineUrgentOrder(2)

  init() {
    engine.errorHandler = errors
    view = EngineView(engine)
    view.watch(EngineOrder.self, "order")
    view.watch(EngineUrgentOrder.self, "urgent")
  }

  private func useBoth() {
    engine.use(EngineOrder.self) { .data($0.number) }
    engine.use(EngineUrgentOrder.self) { .data($0.number * 10) }
  }

  @Test("belong to the handler of their dynamic type, however they are executed")
  func handler() async throws {
    useBoth()
    engine.execute(command: EngineOrder(1))
    engine.execute(command: urgent)
    let erased: any AnyCommand = urgent
    engine.execute(command: erased)
    view.execute(command: urgent)
    await Task.detached { [engine, urgent] in engine.execute(command: urgent) }.value
    await engine.run()
    #expect(view.lines == ["order 1"] + Array(repeating: "urgent 20", count: 4))
    #expect(try await engine.result(of: urgent) == 20)
    view.lines = []
    view.execute(command: urgent, reaction: view.reaction("own"))
    #expect(view.lines == ["own 20", "urgent 20"])
    #expect(errors.texts.isEmpty)
  }

  @Test("with middleware, with an asynchronous handler, and with a callback")
  func paths() async throws {
    engine.pipeCommands(through: [AbortCommandMiddleware(commands: [EngineOrder.self])])
    engine.use(EngineUrgentOrder.self) { command, publisher in
      publisher.publish(data: command.number)
      return .progress
    }
    engine.execute(command: EngineOrder(1))
    engine.execute(command: urgent)
    #expect(view.lines == ["urgent 2", "urgent wait"])
    struct Slow: AsyncCommandHandler {
      func handle(command: EngineUrgentOrder) async throws -> Int { command.number * 100 }
    }
    engine.use(handler: Slow())
    #expect(try await engine.result(of: urgent) == 200)
  }

  @Test("without a handler for their dynamic type are reported, although there is one for the superclass")
  func noHandler() {
    engine.use(EngineOrder.self) { .data($0.number) }
    engine.execute(command: urgent)
    #expect(view.lines.isEmpty)
    #expect(errors.texts.first?.hasPrefix("No handler is registered for `EngineUrgentOrder`") == true)
  }

  @Test("fail with the error event of their dynamic type")
  func error() async {
    engine.use(EngineUrgentOrder.self) { _ in throw EngineProblem(text: "sold out") }
    engine.execute(command: urgent)
    #expect(view.lines == ["urgent failed: sold out"])
    let answer = await EngineWaiter(engine, urgent).answer()
    #expect(answer == "sold out")
    view.lines = []
    view.execute(command: urgent, reaction: view.reaction("own"))
    #expect(view.lines == ["own failed: sold out", "urgent failed: sold out"])
  }
}
