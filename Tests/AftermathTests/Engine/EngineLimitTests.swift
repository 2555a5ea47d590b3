import Aftermath
import Testing

@Suite("A command with a bound")
struct EngineLimitTests {
  @Test("is not taken from another isolation while as many messages wait")
  func fromOtherIsolations() async throws {
    try await EngineRoom().run { _ in
      let log = EngineLog()
      let engine = Engine(name: "bounded")
      engine.use(EngineCount.self) { command in
        log.add("\(command.number)")
        return .data(command.number)
      }
      let events = engine.events(of: EngineCount.self)
      let lock = try engine.flow().lock("test")
      let answers = await Task.detached {
        var answers: [BoundedSend] = []
        for number in 0..<4 { answers.append(engine.execute(command: EngineCount(number: number), limit: 2)) }
        answers.append(engine.publish(event: Event<EngineCount>.data(7), limit: 2))
        answers.append(engine.post(fact: EngineNews(number: 7), limit: 2))
        answers.append(engine.publish(event: Event<EngineCount>.data(8), limit: 3))
        return answers
      }.value
      #expect(answers == [.accepted, .accepted, .full, .full, .full, .full, .accepted])
      lock.release()
      await engine.run()
      #expect(log.lines == ["0", "1"])
      let last = await Task.detached { engine.execute(command: EngineCount(number: 9), limit: 1) }.value
      #expect(last == .accepted)
      await engine.run()
      #expect(log.lines == ["0", "1", "9"])
      withExtendedLifetime(events) {}
    }
  }

  @Test("is executed at home before the call returns, whatever the bound")
  func atHome() async {
    await EngineRoom().run { _ in
      let log = EngineLog()
      let engine = Engine(name: "bounded")
      engine.use(EngineCount.self) { command in
        log.add("\(command.number)")
        return .data(command.number)
      }
      let events = engine.events(of: EngineCount.self)
      #expect(engine.execute(command: EngineCount(number: 1), limit: 0) == .accepted)
      #expect(log.lines == ["1"])
      withExtendedLifetime(events) {}
    }
  }

  @Test("is not taken when the engine's home has ended")
  func ended() async {
    var room: EngineRoom? = EngineRoom()
    let engine = await room?.run { _ in
      let engine = Engine(name: "bounded")
      engine.errorHandler = EngineErrors()
      return engine
    }
    room = nil
    #expect(engine?.execute(command: EngineCount(number: 1), limit: 9) == .ended)
  }
}
