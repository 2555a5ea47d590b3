import Aftermath
import Foundation
import TestResources
import Testing

private struct EngineDoubler: CommandHandler {
  let log: EngineLog

  func handle(command: EngineCount) throws -> Event<EngineCount> {
    log.add("\(command.number)")
    return .data(command.number * 2)
  }
}

private struct EngineEcho: CallbackCommandHandler {
  func handle(command: EngineCount, publisher: EventPublisher<EngineCount>) throws -> Event<EngineCount> {
    publisher.publish(data: command.number)
    return .progress
  }
}

@Suite("Code that is isolated to nothing")
struct EnginePlainTests {
  @Test(
    "on the main thread its calls take their turns at once, behind what other threads posted",
    .realProcess)
  func mainThread() async throws {
    let lines = [
      "handles 1", "hears 2", "hears 10", "greets", "posted", "next", "handles 2", "handles 3", "hears 4",
      "hears 6",
    ]
    #expect(try await fixtureOutput("PlainFixture").split(separator: "\n").map(String.init) == lines + lines)
  }

  @Test("what the main actor calls takes its turns at once on any thread, what others call is posted")
  @MainActor
  func calledByMainActor() {
    let engine = Engine(name: "plain", home: MainActor.shared)
    let log = EngineLog()
    register(EngineDoubler(log: log), with: engine)
    execute(1, on: engine)
    #expect(log.lines == ["1"])
    let isPosted = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      execute(2, on: engine)
      isPosted.signal()
    }
    isPosted.wait()
    #expect(log.lines == ["1"])
    execute(3, on: engine)
    #expect(log.lines == ["1", "2", "3"])
  }

  private nonisolated func execute(_ number: Int, on engine: Engine) {
    engine.execute(command: EngineCount(number: number))
  }

  @Test("it registers handlers, which are called at the engine's home")
  @MainActor
  func registers() async throws {
    let engine = Engine(name: "plain", home: MainActor.shared)
    let log = EngineLog()
    register(EngineDoubler(log: log), with: engine)
    #expect(engine.contains(EngineCount.self))
    engine.execute(command: EngineCount(number: 1))
    #expect(log.lines == ["1"])
    #expect(try await engine.result(of: EngineCount(number: 2)) == 4)
    registerEcho(with: engine)
    #expect(try await engine.result(of: EngineCount(number: 3)) == 3)
  }

  private nonisolated func register(_ handler: EngineDoubler, with engine: Engine) {
    engine.use(handler: handler)
  }

  private nonisolated func registerEcho(with engine: Engine) { engine.use(handler: EngineEcho()) }

  @Test("it does not decide where the engine is at home by registering a handler")
  @MainActor
  func undecided() {
    struct Owner { let engine = Engine(name: "default value") }
    let engine = Owner().engine
    let log = EngineLog()
    register(EngineDoubler(log: log), with: engine)
    engine.execute(command: EngineCount(number: 1))
    #expect(log.lines == ["1"])
    #expect((try? engine.flow()) != nil)
  }

  @Test("its token ends the handler")
  @MainActor
  func disposed() async {
    let engine = Engine(name: "plain", home: MainActor.shared)
    let token = token(of: engine)
    engine.dispose(token: token)
    let answer = await EngineWaiter(engine, EngineCount()).answer()
    #expect(answer == "no handler")
  }

  private nonisolated func token(of engine: Engine) -> DisposalToken { engine.use(handler: EngineEcho()) }

  @Test("a handler that an actor registers is called there, Sendable or not")
  @MainActor
  func actor() async throws {
    struct Here: CommandHandler {
      let room: EngineRoom

      func handle(command: EngineCount) throws -> Event<EngineCount> {
        room.preconditionIsolated()
        return .data(command.number)
      }
    }
    let engine = Engine(name: "plain", home: MainActor.shared)
    let room = EngineRoom()
    _ = await room.run { room in engine.use(handler: Here(room: room)) }
    #expect(try await engine.result(of: EngineCount(number: 5)) == 5)
  }
}
