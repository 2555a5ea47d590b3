import Aftermath
import Testing

struct Greeting: Command {
  typealias Output = String
  let name: String
}

struct GreetingHandler: AsyncCommandHandler {
  func handle(command: Greeting) async throws -> String { "Hello \(command.name)" }
}

@MainActor
final class GreetingController: CommandProducer, ReactionProducer {
  let engine: Engine
  private(set) var lines: [String] = []

  init(engine: Engine) {
    self.engine = engine
    react(to: Greeting.self) { [weak self] text in self?.lines.append(text) }
  }
}

@MainActor
@Suite("Aftermath in language mode 5") struct Swift5AftermathTests {
  @Test("a controller executes, and reacts")
  func controller() async throws {
    let engine = Engine()
    engine.use(handler: GreetingHandler())
    let controller = GreetingController(engine: engine)
    #expect(try await engine.result(of: Greeting(name: "Ada")) == "Hello Ada")
    #expect(controller.lines == ["Hello Ada"])
  }
}
