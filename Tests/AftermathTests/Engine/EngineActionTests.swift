import Aftermath
import Testing

/// Something that belongs to the main actor.
@MainActor
private final class EngineLabel {
  var text = ""
}

private struct EngineTitle: MainActorAction {
  typealias Output = String
  let label: EngineLabel
  let title: String

  func handle(command: EngineTitle) throws -> Event<EngineTitle> {
    if title.isEmpty { throw EngineProblem(text: "no title") }
    label.text = title
    return .data(label.text)
  }
}

/// An engine's home that is not the main actor.
private actor EngineActionRoom {
  func result<A: MainActorAction>(of action: A) async throws -> A.Output {
    let engine = Engine(name: "room", home: self)
    return try await engine.result(of: action)
  }
}

@MainActor
@Suite("Actions")
struct EngineActionTests {
  private let engine = Engine(name: "test", home: MainActor.shared)
  private let errors = EngineErrors()

  init() {
    engine.errorHandler = errors
  }

  private struct Welcome: Action {
    typealias Output = String
    let name: String

    func handle(command: Welcome) throws -> Event<Welcome> {
      if name.isEmpty { throw EngineProblem(text: "no name") }
      return .data("\(name) greets \(command.name)")
    }
  }

  private struct Fetch: AsyncAction {
    typealias Output = Int
    let number: Int

    func handle(command: Fetch) async throws -> Int {
      publish(data: number * 10)
      return number * command.number
    }
  }

  @Test("an action registers itself once, and each handles itself, not the first of its type")
  func handlesItself() {
    let view = EngineView(engine)
    view.watch(Welcome.self, "welcome")
    #expect(!engine.contains(Welcome.self))
    view.execute(action: Welcome(name: "Ada"))
    #expect(engine.contains(Welcome.self))
    view.execute(action: Welcome(name: "Bob"))
    engine.execute(action: Welcome(name: "Cid"))
    #expect(
      view.lines == ["welcome Ada greets Ada", "welcome Bob greets Bob", "welcome Cid greets Cid"])
    #expect(errors.texts.isEmpty)
  }

  @Test("an action that is executed as a command registers itself, whatever its kind and whoever executes it")
  func asCommand() async throws {
    let view = EngineView(engine)
    view.watch(Welcome.self, "welcome")
    view.watch(Fetch.self, "fetch")
    view.watch(EngineTitle.self, "title")
    let label = EngineLabel()
    engine.execute(command: Welcome(name: "Ada"))
    #expect(engine.contains(Welcome.self))
    view.execute(command: Welcome(name: "Bob"))
    let erased: any AnyCommand = EngineTitle(label: label, title: "Books")
    engine.execute(command: erased)
    #expect(label.text == "Books")
    engine.execute(command: Fetch(number: 2))
    await engine.run()
    #expect(
      view.lines == [
        "welcome Ada greets Ada", "welcome Bob greets Bob", "title Books", "fetch wait", "fetch 20",
        "fetch 4",
      ])
    engine.invalidate()
    #expect(try await engine.result(of: Welcome(name: "Cid")) == "Cid greets Cid")
    #expect(errors.texts.isEmpty)
  }

  @Test("an action executed as a command on another home than the main actor's uses the main actor")
  func asCommandElsewhere() async throws {
    let label = EngineLabel()
    let action = EngineTitle(label: label, title: "Books")
    let room = EngineActionRoom()
    #expect(try await room.result(of: action) == "Books")
    #expect(label.text == "Books")
  }

  @Test("an action executed as a command is left to a handler of its type")
  func asCommandOfAnother() {
    let view = EngineView(engine)
    view.watch(Welcome.self, "welcome")
    let token = engine.use(Welcome.self) { .data("another for \($0.name)") }
    engine.execute(command: Welcome(name: "Ada"))
    engine.dispose(token: token)
    engine.execute(command: Welcome(name: "Ada"))
    #expect(view.lines == ["welcome another for Ada", "welcome Ada greets Ada"])
    #expect(errors.texts.isEmpty)
  }

  @Test("what an action throws becomes its error event")
  func throwing() {
    let view = EngineView(engine)
    view.watch(Welcome.self, "welcome")
    view.execute(action: Welcome(name: ""))
    #expect(view.lines == ["welcome failed: no name"])
    #expect(errors.all.count == 1)
  }

  @Test("asynchronous actions do, too")
  func asynchronous() async {
    let view = EngineView(engine)
    view.watch(Fetch.self, "fetch")
    view.execute(action: Fetch(number: 2))
    await engine.run()
    view.execute(action: Fetch(number: 3))
    await engine.run()
    #expect(
      view.lines == ["fetch wait", "fetch 20", "fetch 4", "fetch wait", "fetch 30", "fetch 9"])
    #expect(errors.texts.isEmpty)
  }

  @Test("an action registers itself again after the engine was invalidated, or its handler disposed of")
  func again() {
    let view = EngineView(engine)
    view.execute(action: Welcome(name: ""))
    engine.invalidate()
    #expect(!engine.contains(Welcome.self))
    view.watch(Welcome.self, "welcome")
    view.execute(action: Welcome(name: "Ada"))
    #expect(view.lines == ["welcome Ada greets Ada"])
  }

  @Test("an action that another handler handles is left to it")
  func handledByAnother() {
    let view = EngineView(engine)
    view.watch(Welcome.self, "welcome")
    engine.use(Welcome.self) { .data("another for \($0.name)") }
    view.execute(action: Welcome(name: "Ada"))
    #expect(view.lines == ["welcome another for Ada"])
    #expect(errors.texts.isEmpty)
  }

  @Test("an action of the main actor uses what belongs to it, in the turn of its command")
  func mainActor() {
    let view = EngineView(engine)
    view.watch(EngineTitle.self, "title")
    let label = EngineLabel()
    view.execute(action: EngineTitle(label: label, title: "Books"))
    #expect(label.text == "Books")
    engine.execute(action: EngineTitle(label: label, title: ""))
    #expect(view.lines == ["title Books", "title failed: no title"])
    #expect(errors.all.count == 1)
  }

  @Test("an action of the main actor runs there for an engine of another home, and from any thread")
  func mainActorFromAnotherHome() async throws {
    let room = EngineRoom()
    let engine = await room.run { _ in Engine(name: "room") }
    let label = EngineLabel()
    engine.execute(action: EngineTitle(label: label, title: "Books"))
    await engine.run()
    #expect(label.text == "Books")
    #expect(try await engine.result(of: EngineTitle(label: label, title: "More")) == "More")
    await engineThreads(1) { [home = self.engine] _ in
      home.execute(action: EngineTitle(label: label, title: "Last"))
    }
    await self.engine.run()
    #expect(label.text == "Last")
  }

  @Test("first actions from 8 threads at once are all carried out, and none is warned of")
  func threads() async {
    struct Add<Round>: Action {
      typealias Output = Int
      func handle(command: Add) throws -> Event<Add> { .data(1) }
    }
    @Sendable func hammer<Round>(_ round: Round.Type) async -> Int {
      let events = engine.events(of: Add<Round>.self)
      await engineThreads(8) { [engine] _ in engine.execute(action: Add<Round>()) }
      await engine.run()
      engine.invalidate()
      var count = 0
      for await _ in events { count += 1 }
      return count
    }
    for _ in 0..<20 {
      #expect(await hammer(Int.self) == 8)
      #expect(await hammer(String.self) == 8)
    }
    #expect(errors.texts.isEmpty)
  }
}
