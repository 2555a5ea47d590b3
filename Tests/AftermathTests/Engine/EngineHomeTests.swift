import Aftermath
import Testing

@Suite("The home of an engine")
struct EngineHomeTests {
  /// An actor with an engine that it makes in one way or another.
  private actor Cellar: CommandProducer, ReactionProducer {
    nonisolated let engine: Engine
    private let log = EngineLog()

    init() { engine = Engine(name: "cellar") }

    func work() throws -> [String] {
      engine.use(EngineCount.self) { .data($0.number) }
      react(to: EngineCount.self) { [log] in log.add("count \($0)") }
      execute(command: EngineCount(number: 1))
      _ = try engine.flow()
      return log.lines
    }

    func settle() async -> [String] {
      await engine.run()
      return log.lines
    }
  }

  private actor Attic {
    let engine = Engine(name: "attic")

    func isHome() -> Bool { (try? engine.flow()) != nil }
  }

  @MainActor
  private final class Parlour {
    let engine = Engine(name: "parlour")

    func isHome() -> Bool { (try? engine.flow()) != nil }
  }

  private func isNotAtHome(_ engine: Engine) -> Bool {
    do {
      _ = try engine.flow(isolation: nil)
      return false
    } catch {
      if case .notAtHome(engine.name, asked: "flow") = error { return true }
      return false
    }
  }

  @Test("made in an actor's initialiser, it is at home in that actor")
  func initialiser() async throws {
    let cellar = Cellar()
    #expect(try await cellar.work() == ["count 1"])
    #expect(isNotAtHome(cellar.engine))
    cellar.engine.execute(command: EngineCount(number: 2), isolation: nil)
    #expect(await cellar.settle() == ["count 1", "count 2"])
  }

  @Test("made inside of an actor, it is at home there")
  func inside() async {
    let room = EngineRoom()
    let engine = await room.run { _ in Engine(name: "inside") }
    let isHome = await room.run { _ in (try? engine.flow()) != nil }
    #expect(isHome)
    #expect(isNotAtHome(engine))
    #expect(await isElsewhereOnMain(engine))
  }

  @MainActor
  private func isElsewhereOnMain(_ engine: Engine) -> Bool { (try? engine.flow()) == nil }

  @Test("made as the default value of a property, it is at home where it is first used")
  func defaultValue() async {
    let attic = Attic()
    let isAttic = await attic.isHome()
    #expect(isAttic)
    let isParlour = await MainActor.run { Parlour().isHome() }
    #expect(isParlour)
  }

  @Test("made and used on a plain thread, it has an actor of its own")
  func plainThread() async throws {
    let log = EngineLog()
    let errors = EngineErrors()
    await engineThreads(1) { _ in
      let engine = Engine(name: "plain")
      engine.errorHandler = errors
      engine.execute(command: EngineCount(number: 1))
      log.add("\((try? engine.flow()) == nil)")
    }
    #expect(log.lines == ["true"])
    let engine = await onThread { Engine(name: "plain") }
    engine.errorHandler = errors
    struct Handler: AsyncCommandHandler {
      func handle(command: EngineCount) async throws -> Int { command.number }
    }
    await engineThreads(2) { number in
      if number == 0 { engine.use(handler: Handler(), isolation: nil) }
      engine.execute(action: EngineHomeAction(), isolation: nil)
    }
    #expect(try await engine.result(of: EngineCount(number: 7), isolation: nil) == 7)
    #expect(isNotAtHome(engine))
  }

  private func onThread(_ make: @escaping @Sendable () -> Engine) async -> Engine {
    await withCheckedContinuation { done in
      Task { await engineThreads(1) { _ in done.resume(returning: make()) } }
    }
  }

  @Test("a home may be named")
  @MainActor
  func named() async {
    let engine = await Task.detached { Engine(name: "named", home: MainActor.shared) }.value
    #expect((try? engine.flow()) != nil)
  }

  @Test("an engine on a flow that has no home yet gives it its own, so that it answers from elsewhere")
  @MainActor
  func homelessFlow() async throws {
    let engine = Engine(name: "settled", flow: Flow(name: "homeless", isolation: nil))
    let view = EngineView(engine)
    view.next { [unowned view] (fact: EngineNews) in view.lines.append("fact \(fact.number)") }
    await engineThreads(1) { _ in engine.post(fact: EngineNews(number: 1)) }
    await engineEventually { !view.lines.isEmpty }
    #expect(view.lines == ["fact 1"])
  }

  @Test("an engine whose home has ended throws an error at each use")
  @MainActor
  func homeEnded() async {
    let errors = EngineErrors()
    let engine: Engine
    weak var gone: EngineRoom?
    do {
      let room = EngineRoom()
      gone = room
      engine = await room.run { _ in Engine(name: "left") }
      engine.errorHandler = errors
    }
    await engineEventually { gone == nil }
    engine.execute(command: EngineCount())
    engine.post(fact: EngineNews())
    #expect(errors.all.map { $0 as? Failure } == [.homeEnded(engine: "left"), .homeEnded(engine: "left")])
    await #expect(throws: Failure.homeEnded(engine: "left")) {
      try await engine.result(of: EngineCount())
    }
  }

  @Test("a store is made at home only")
  @MainActor
  func store() async {
    let engine = Engine(name: "main")
    #expect(throws: Never.self) { try engine.store(0) { _ in } }
    let error = await Task.detached { () -> Failure? in
      do throws(Failure) {
        _ = try engine.store(0) { _ in }
        return nil
      } catch {
        return error
      }
    }.value
    #expect(error == .notAtHome(engine: "main", asked: "store of a state"))
  }
}

private struct EngineHomeAction: Action {
  typealias Output = Int
  func handle(command: EngineHomeAction) throws -> Event<EngineHomeAction> { .progress }
}
