import Aftermath
import MillraceTesting
import Testing

/// The handle of what a command or a fact leads to.
@MainActor
@Suite("The work of a command")
struct EngineWorkTests {
  private struct Sleeper: AsyncCommandHandler {
    let clock = ManualClock()

    func handle(command: EngineCount) async throws -> Int {
      try await clock.sleep(for: .seconds(command.number))
      return command.number
    }
  }

  private let engine = Engine(name: "test", home: MainActor.shared)
  private let errors = EngineErrors()
  private let sleeper = Sleeper()
  private let view: EngineView

  /// The shelves of `EngineBooks` become commands that sleep so many seconds; those above 1 lead by a fact to
  /// one more that sleeps a second less.
  init() {
    view = EngineView(engine)
    engine.errorHandler = errors
    engine.use(handler: sleeper)
    engine.use(EngineBooks.self) { .data([$0.shelf]) }
    view.react(to: EngineBooks.self) { [view] books in
      for book in books { view.execute(command: EngineCount(number: Int(book) ?? 0)) }
    }
    view.react(to: EngineCount.self) { [view] number in
      view.lines.append("count \(number)")
      if number > 1 { view.post(fact: EngineNews(number: number - 1)) }
    }
    view.next { [view] (news: EngineNews) in view.execute(command: EngineCount(number: news.number)) }
  }

  @Test(
    "It is over with all that handlers, reactions and facts led to, whether or not something sees the messages",
    arguments: [false, true])
  func finish(isTapped: Bool) async throws {
    let tap = isTapped ? try engine.flow().tap { _ in } : nil
    defer { tap?.cancel() }
    let work = engine.work(of: EngineBooks(shelf: "2"))
    let other = engine.work(of: EngineNews(number: 9))
    let waiting = Task { [view] in
      await work.finish()
      return view.lines
    }
    await sleeper.clock.waitForSleepers(count: 2)
    sleeper.clock.jump(by: .seconds(2))
    await engineEventually { sleeper.clock.sleepers.count == 2 && view.lines == ["count 2"] }
    sleeper.clock.jump(by: .seconds(1))
    #expect(await waiting.value == ["count 2", "count 1"])
    #expect(sleeper.clock.sleepers.count == 1)
    other.cancel()
    await other.finish()
    await engine.run()
    #expect(view.lines == ["count 2", "count 1"])
    #expect(errors.all.isEmpty)
  }

  @Test("To cancel it drops its work, and none of another command", arguments: [false, true])
  func cancel(isTapped: Bool) async throws {
    let tap = isTapped ? try engine.flow().tap { _ in } : nil
    defer { tap?.cancel() }
    let work = engine.work(of: EngineBooks(shelf: "3"))
    engine.execute(command: EngineCount(number: 1))
    await sleeper.clock.waitForSleepers(count: 2)
    work.cancel()
    await engineEventually { sleeper.clock.sleepers.count == 1 }
    sleeper.clock.jump(by: .seconds(3))
    await engine.run()
    #expect(view.lines == ["count 1"])
  }

  @Test("A reaction gets the work of its own command, whose end the first command waits for")
  func inner() async throws {
    var inner: SentWork?
    view.react(to: EngineBooks.self) { [engine] _ in inner = engine.work(of: EngineCount(number: 5)) }
    let work = engine.work(of: EngineBooks(shelf: "1"))
    await sleeper.clock.waitForSleepers(count: 2)
    inner?.cancel()
    await engineEventually { sleeper.clock.sleepers.count == 1 }
    sleeper.clock.jump(by: .seconds(1))
    await work.finish()
    #expect(view.lines == ["count 1"])
  }

  @Test("From another isolation it is waited for and cancelled as well")
  func elsewhere() async {
    let room = EngineRoom()
    let both = Task { [engine] in
      await room.run { _ in
        let slow = engine.work(of: EngineCount(number: 9))
        await engine.work(of: EngineBooks(shelf: "2")).finish()
        slow.cancel()
        await slow.finish()
      }
    }
    await sleeper.clock.waitForSleepers(count: 2)
    #expect(view.lines == [])
    sleeper.clock.jump(by: .seconds(2))
    await engineEventually { sleeper.clock.sleepers.count == 2 && view.lines == ["count 2"] }
    sleeper.clock.jump(by: .seconds(1))
    await both.value
    #expect(view.lines == ["count 2", "count 1"])
    await engine.run()
    #expect(view.lines == ["count 2", "count 1"])
  }

  @Test("After the end of the home it is over at once, and that is reported")
  func ended() async {
    var room: EngineRoom? = EngineRoom()
    let orphan = await room?.run { room in Engine(name: "orphan", home: room) }
    room = nil
    orphan?.errorHandler = errors
    await orphan?.work(of: EngineCount()).finish()
    #expect(errors.all.count == 1 && errors.texts.last?.contains("orphan") == true)
  }
}
