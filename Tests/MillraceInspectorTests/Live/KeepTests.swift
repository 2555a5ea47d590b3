import Millrace
import MillraceCoding
import MillraceToolkit
import Testing

@testable import MillraceInspector

@Suite("A past that becomes the present")
@InspectorActor
struct KeepTests {
  private func kept(_ turn: Int, _ notes: [String], store: String = "shelf") -> String {
    let list = JournalValue.texts(notes).json()
    return """
      {"turn":\(turn),"states":[{"store":"\(store)","kind":"shelf@1","state":{"notes":\(list),"count":0,"token":""}}],\
      "why":"kept"}
      """
  }

  @Test("the state stays, the history breaks with a sample behind it, and waiting messages take turns on it")
  func keep() async throws {
    let tool = ToolReader(try FakeTool())
    let flow = Flow(name: "notes")
    let (gate, opening) = AsyncStream.makeStream(of: Int.self)
    let store = makeShelf(flow: flow) { message in
      guard message == .cleared else { return .none }
      return .run(label: "wait") { send in
        for await number in gate { await send(.counted(by: number)) }
      }
    }
    Inspector.attach(
      to: flow, allowing: [.goBack, .keep], address: tool.tool.address, limits: .patient)?
      .showShelf(store)
    let connection = try await tool.connection()
    for message in [ShelfMessage.cleared, .added("a"), .added("b")] { store.send(message) }
    _ = try await tool.ask(connection, "show", kept(2, ["a"]))
    // An effect of the abandoned present, and a posted message: both wait for the present.
    opening.yield(5)
    opening.finish()
    store.sender().send(.added("posted"))
    let answer = try await tool.ask(connection, "keep", kept(2, ["a"]))
    #expect(answer["error"] == nil)
    #expect(answer.body?["break"]?.number == 4)
    #expect(tool.frames.contains { $0.kind == "showing" && $0["showing"] == .null })
    let found = try #require(tool.frames.last { $0.kind == "break" })
    #expect(found["break"]?.number == 4 && found["reason"]?.text == "kept")
    #expect(
      tool.frames.last { $0.kind == "state" && $0["state"]?.number == 4 }?.body?["notes"] == .texts(["a"]))
    await store.run()
    #expect(flow.lastSequence == 6 && flow.lockCount == 0)
    let state = store.withState { copy $0 }
    #expect(state.notes == ["a", "posted"] && state.count == 5)
    try await tool.turn(6)
    #expect(tool.turns() == [1, 2, 3, 5, 6])
  }

  @Test("what cannot be kept changes nothing, and is a sentence")
  func refused() async throws {
    let tool = ToolReader(try FakeTool())
    let flow = Flow(name: "notes")
    let store = makeShelf(flow: flow)
    var other: Store<Shelf, ShelfMessage>? = makeShelf(flow: flow, name: "other")
    let inspector = Inspector.attach(
      to: flow, allowing: .keep, address: tool.tool.address, limits: .patient)
    inspector?.showShelf(store)
    if let other { inspector?.showShelf(other) }
    let connection = try await tool.connection()
    store.send(.added("a"))
    for body in [
      #"{"turn":1,"states":[{"store":"shelf","kind":"shelf@1","state":{"notes":1}}]}"#,
      #"{"turn":1,"states":[]}"#, "{}", "[", kept(1, [], store: "none"),
    ] {
      #expect(try await tool.ask(connection, "keep", body)["error"] != nil)
    }
    let lock = FlowInternals(flow).lock("another") { _, _ in }
    let shown = try await tool.ask(connection, "keep", kept(0, []))
    #expect(shown["error"]?.text?.contains("Another inspector shows the past") == true)
    lock.release()
    other = nil
    let ended = try await tool.ask(connection, "keep", kept(0, [], store: "other"))
    #expect(ended["error"]?.text?.contains("The store `other` has ended") == true)
    #expect(flow.lastSequence == 1 && flow.lockCount == 0)
    #expect(store.withState { $0.notes } == ["a"])
    withExtendedLifetime(other) {}
  }

  @Test("a state with hidden places is not kept, since their values are not known; others are")
  func hidden() async throws {
    let tool = ToolReader(try FakeTool())
    let flow = Flow(name: "notes")
    let (store, other) = (makeShelf(flow: flow), makeShelf(flow: flow, name: "other"))
    let inspector = Inspector.attach(
      to: flow, allowing: .keep, hiding: ["shelf.token", "*.owner"], address: tool.tool.address,
      limits: .patient)
    inspector?.showShelf(store)
    inspector?.showShelf(other)
    let connection = try await tool.connection()
    store.send(.signedIn(token: "abc"))
    let answer = try await tool.ask(connection, "keep", kept(1, []))
    #expect(answer["error"]?.text?.contains("has places that `hiding:` keeps from the inspector") == true)
    #expect(store.withState { $0.token } == "abc")
    let answered = try await tool.ask(connection, "keep", kept(1, ["a"], store: "other"))
    #expect(answered["error"] == nil)
    #expect(other.withState { $0.notes } == ["a"])
  }

  @Test("without the permission nothing is kept")
  func notAllowed() async throws {
    let tool = ToolReader(try FakeTool())
    let flow = Flow(name: "notes")
    let store = makeShelf(flow: flow)
    Inspector.attach(
      to: flow, allowing: [.goBack, .send], address: tool.tool.address, limits: .patient)?
      .showShelf(store)
    let connection = try await tool.connection()
    store.send(.added("a"))
    let answer = try await tool.ask(connection, "keep", kept(0, []))
    #expect(answer["error"]?.text?.contains("allowing: [.keep]") == true)
    #expect(flow.lastSequence == 1)
  }

  @Test("a connection that has ended keeps nothing")
  func cut() async throws {
    let tool = ToolReader(try FakeTool())
    let flow = Flow(name: "notes")
    let store = makeShelf(flow: flow)
    var limits = InspectorLimits.patient
    limits.firstDelay = .milliseconds(1)
    let inspector = Inspector.attach(to: flow, allowing: .keep, address: tool.tool.address, limits: limits)
    inspector?.showShelf(store)
    let connection = try await tool.connection()
    store.send(.added("a"))
    inspector?.connectionEnded(1)
    connection.request(1, "keep", kept(0, []))
    connection.cut()
    _ = try await tool.connection()
    store.send(.added("b"))
    try await tool.turn(2)
    #expect(store.withState { $0.notes } == ["a", "b"])
    #expect(flow.lastSequence == 2)
    withExtendedLifetime(inspector) {}
  }
}
