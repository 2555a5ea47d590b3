import Aftermath
import Testing

@MainActor
@Suite("Other isolations than the home")
struct EngineElsewhereTests {
  private let engine = Engine(name: "test", home: MainActor.shared)
  private let errors = EngineErrors()

  init() {
    engine.errorHandler = errors
  }

  private actor Reader: ReactionProducer, CommandProducer {
    let engine: Engine
    private(set) var lines: [String] = []

    init(_ engine: Engine) { self.engine = engine }

    @discardableResult
    func watch(_ name: String) -> DisposalToken {
      react(to: EngineCount.self, with: reaction(name))
    }

    func executeOnce(_ number: Int) {
      execute(command: EngineCount(number: number), reaction: reaction("own"))
    }

    func stop(_ token: DisposalToken) { dispose(token: token) }
    func stopAll() { disposeAll() }

    private func reaction(_ name: String) -> Reaction<Int> {
      Reaction(consume: { [unowned self] number in
        self.preconditionIsolated()
        self.assumeIsolated { $0.lines.append("\(name) \(number)") }
      })
    }
  }

  @Test("reactions of an actor run on it, in the order of their registration and of the events")
  func order() async {
    let reader = Reader(engine)
    await reader.watch("a")
    await reader.watch("b")
    for number in 0..<500 { engine.publish(event: Event<EngineCount>.data(number)) }
    await engine.run()
    #expect(await reader.lines == (0..<500).flatMap { ["a \($0)", "b \($0)"] })
    #expect(errors.texts.isEmpty)
  }

  @Test("they are not called after they were disposed of, even with events that are on their way")
  func disposed() async {
    let reader = Reader(engine)
    let token = await reader.watch("a")
    await reader.watch("b")
    engine.publish(event: Event<EngineCount>.data(1))
    reader.dispose(token: token)
    await engine.run()
    #expect(await reader.lines == ["b 1"])
    engine.publish(event: Event<EngineCount>.data(2))
    await reader.stopAll()
    await engine.run()
    let seen = await reader.lines
    #expect(seen == ["b 1"] || seen == ["b 1", "b 2"])
    engine.publish(event: Event<EngineCount>.data(3))
    await engine.run()
    #expect(await reader.lines == seen)
  }

  @Test("execute with a reaction on an actor reacts once")
  func executeWithReaction() async {
    engine.use(EngineCount.self) { .data($0.number) }
    let reader = Reader(engine)
    await reader.executeOnce(1)
    await engine.run()
    await reader.executeOnce(2)
    await engine.run()
    #expect(await reader.lines == ["own 1", "own 2"])
  }

  @Test("an actor that has ended is called no more")
  func ended() async {
    weak var gone: Reader?
    do {
      let reader = Reader(engine)
      gone = reader
      await reader.watch("a")
      await engine.run()
    }
    await engineEventually { gone == nil }
    engine.publish(event: Event<EngineCount>.data(1))
    await engine.run()
    #expect(errors.all.count == 1)
  }

  @Test("a handler that was registered on an actor is called there, and what it throws is an error event")
  func handler() async throws {
    let room = EngineRoom()
    _ = await room.run { [engine] room in
      engine.use(EngineCount.self) { command in
        room.preconditionIsolated()
        if command.number == 2 { throw EngineProblem(text: "two") }
        return .data(command.number * 10)
      }
    }
    let view = EngineView(engine)
    view.watch(EngineCount.self, "count")
    for number in 1...2 {
      engine.execute(command: EngineCount(number: number))
      await engine.run()
    }
    #expect(view.lines == ["count 10", "count failed: two"])
    #expect(try await engine.result(of: EngineCount(number: 3)) == 30)
    #expect(errors.all.count == 1)
  }

  @Test("a handler whose actor has ended is none")
  func handlerEnded() async {
    weak var gone: EngineRoom?
    do {
      let room = EngineRoom()
      gone = room
      _ = await room.run { [engine] _ in engine.use(EngineCount.self) { .data($0.number) } }
    }
    await engineEventually { gone == nil }
    let answer = await EngineWaiter(engine, EngineCount()).answer()
    #expect(answer == "no handler")
  }
}
