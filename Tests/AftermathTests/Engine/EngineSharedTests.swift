import Aftermath
import Testing

/// These use the engine that others use, too: with types of their own, and without invalidating it.
@MainActor
@Suite("The shared engine")
struct EngineSharedTests {
  private struct Greet: Command {
    typealias Output = String
    let name: String
  }

  private struct LoggedIn: Fact { let name: String }

  private struct GreetHandler: CommandHandler {
    func handle(command: Greet) throws -> Event<Greet> { .data("Hello \(command.name)") }
  }

  private struct AuthService: FactProducer {
    func logIn() { post(fact: LoggedIn(name: "Ada")) }
  }

  @MainActor
  private final class Controller: CommandProducer, ReactionProducer {
    var lines: [String] = []

    func start() {
      react(to: Greet.self, with: Reaction(consume: { [weak self] in self?.lines.append($0) }))
      next { [weak self] (fact: LoggedIn) in self?.lines.append("\(fact.name) logged in") }
    }

    func load() { execute(command: Greet(name: "you")) }

    deinit { disposeAll() }
  }

  @Test("is that of producers and handlers that name none, and at home on the main actor")
  func producers() async throws {
    #expect(Engine.shared.name == "shared")
    _ = try Engine.shared.flow()
    let token = Engine.shared.use(handler: GreetHandler())
    let controller = Controller()
    #expect(controller.engine === Engine.shared)
    #expect(GreetHandler().engine === Engine.shared)
    controller.start()
    controller.load()
    #expect(controller.lines == ["Hello you"])
    await Task.detached { AuthService().logIn() }.value
    await engineEventually { controller.lines.count == 2 }
    #expect(controller.lines == ["Hello you", "Ada logged in"])
    Engine.shared.dispose(token: token)
  }
}
