import Millrace
import MillraceCoding
import MillraceInspectorWire
import Testing

@testable import MillraceInspector

@Suite("Going back by the inspector")
@InspectorActor
struct PastTests {
  private func past(_ turn: Int, notes: [String] = []) -> String {
    let list = JournalValue.texts(notes).json()
    return
      #"{"turn":\#(turn),"states":[{"store":"shelf","kind":"shelf@1","state":{"notes":\#(list),"count":0,"token":""}}]}"#
  }

  @Test("a past state is shown, input is refused once a turn, and on return nothing is lost")
  func showing() async throws {
    let tool = ToolReader(try FakeTool())
    let flow = Flow(name: "notes")
    var errors: [String] = []
    flow.errorHandler = { errors.append("\($0)") }
    let (gate, opening) = AsyncStream.makeStream(of: Int.self)
    let store = makeShelf(flow: flow) { message in
      guard message == .cleared else { return .none }
      return .run(label: "wait") { send in
        for await number in gate { await send(.counted(by: number)) }
      }
    }
    let seen = NoteList()
    store.observe(\.notes, owner: seen) { [unowned store] seen, notes in
      seen.all.append(notes)
      if notes == ["a"], seen.sends { store.send(.added("observer")) }
    }
    Inspector.attach(to: flow, allowing: .goBack, address: tool.tool.address, limits: .patient)?
      .showShelf(store)
    let connection = try await tool.connection()
    for message in [ShelfMessage.cleared, .added("a"), .added("b")] { store.send(message) }
    seen.sends = true
    let before = store.withState { copy $0 }

    #expect(try await tool.ask(connection, "show", past(2, notes: ["a"]))["error"] == nil)
    #expect(tool.frames.last { $0.kind == "showing" }?["showing"]?.number == 2)
    #expect(store.withState { $0.notes } == ["a"])
    #expect(errors.isEmpty)
    store.send(.added("input"))
    store.send(.added("more input"))
    #expect(errors.count == 1)
    #expect(errors.first?.contains("`added` for the store `shelf` was dropped") == true)
    store.sender().send(.added("posted"))
    opening.yield(5)
    opening.finish()

    #expect(try await tool.ask(connection, "show", past(1))["error"] == nil)
    #expect(store.withState { $0.notes } == [])
    store.send(.added("input"))
    #expect(errors.count == 2)
    #expect(flow.lastSequence == 3)

    #expect(try await tool.ask(connection, "present")["error"] == nil)
    #expect(tool.frames.last { $0.kind == "showing" }?["showing"] == .null)
    await store.run()
    #expect(flow.lastSequence == 5)
    #expect(flow.lockCount == 0)
    let after = store.withState { copy $0 }
    #expect(after.notes == before.notes + ["posted"])
    #expect(after.count == before.count * 31 + 5)
    #expect(errors.count == 2)
    store.send(.added("c"))
    try await tool.turn(6)
    #expect(tool.turns() == [1, 2, 3, 4, 5, 6])
  }

  @Test("subscriptions follow the present, not the past that is shown")
  func subscriptions() async throws {
    let tool = ToolReader(try FakeTool())
    let flow = Flow(name: "notes")
    let (source, input) = AsyncStream.makeStream(of: Int.self)
    var begun: [String] = []
    let store = Store(
      Shelf(), of: ShelfMessage.self, name: "shelf", flow: flow,
      subscriptions: { shelf in
        begun.append(shelf.notes.joined())
        guard shelf.notes == ["live"] else { return [] }
        return [
          StoreSubscription("source") { send in
            for await number in source { await send(.counted(by: number)) }
          }
        ]
      },
      update: { shelf, message in
        if case .added(let note) = message { shelf.notes = [note] }
        if case .counted(let number) = message { shelf.count += number }
        return .none
      })
    Inspector.attach(to: flow, allowing: .goBack, address: tool.tool.address, limits: .patient)?
      .showShelf(store)
    let connection = try await tool.connection()
    store.send(.added("live"))
    _ = try await tool.ask(connection, "show", past(0))
    #expect(store.withState { $0.notes } == [])
    input.yield(7)
    _ = try await tool.ask(connection, "show", past(0, notes: ["other"]))
    _ = try await tool.ask(connection, "present")
    #expect(begun.dropFirst().allSatisfy { $0 == "live" })
    let turn = try await tool.turn(2)
    #expect(turn["cause"]?.text?.hasPrefix("subscription") == true)
    #expect(store.withState { $0.count } == 7)
    input.yield(1)
    try await tool.turn(3)
    #expect(store.withState { $0.count } == 8)
  }

  @Test("the end of the connection returns to the present, and so does detaching")
  func cut() async throws {
    let tool = ToolReader(try FakeTool())
    let flow = Flow(name: "notes")
    flow.errorHandler = { _ in }
    let store = makeShelf(flow: flow)
    var limits = InspectorLimits.patient
    limits.firstDelay = .milliseconds(1)
    let inspector = Inspector.attach(to: flow, allowing: .goBack, address: tool.tool.address, limits: limits)
    inspector?.showShelf(store)
    var connection = try await tool.connection()
    store.send(.added("a"))
    _ = try await tool.ask(connection, "show", past(0))
    #expect(store.withState { $0.notes } == [])
    store.sender().send(.added("b"))
    connection.cut()
    connection = try await tool.connection()
    try await tool.turn(2)
    #expect(store.withState { $0.notes } == ["a", "b"])
    _ = try await tool.ask(connection, "show", past(0))
    inspector?.detach()
    #expect(store.withState { $0.notes } == ["a", "b"])
    store.send(.added("c"))
    #expect(store.withState { $0.notes.count } == 3)
    withExtendedLifetime(inspector) {}
  }

  @Test("a state of another kind is refused, and the present stays")
  func wrongState() async throws {
    let tool = ToolReader(try FakeTool())
    let flow = Flow(name: "notes")
    let store = makeShelf(flow: flow)
    Inspector.attach(to: flow, allowing: .goBack, address: tool.tool.address, limits: .patient)?
      .showShelf(store)
    let connection = try await tool.connection()
    for body in [
      #"{"turn":1,"states":[{"store":"shelf","kind":"shelf@1","state":{"notes":1}}]}"#, "{}", "[]", "",
    ] {
      #expect(try await tool.ask(connection, "show", body)["error"] != nil)
    }
    #expect(flow.lockCount == 0)
    #expect(try await tool.ask(connection, "present")["error"] == nil)
    store.send(.cleared)
    #expect(flow.lastSequence == 1)
  }
}

@InspectorActor
final class NoteList {
  var all: [[String]] = []
  var sends = false
}
