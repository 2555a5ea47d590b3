import Millrace
import MillraceInspector
import MillraceJournal
import Testing
import WireFixture

@testable import InspectorServer

/// A real application and the real tool, over a real connection.
@Suite("An application with an inspector")
@MainActor
struct WholeTests {
  private struct Shelf: Codable, Equatable, Sendable {
    var notes: [String] = []
  }

  private enum Message: Codable, Sendable {
    case added(String)
    case brewed
  }

  private func makeStore(on flow: Flow) -> Store<Shelf, Message> {
    Store(Shelf(), of: Message.self, name: "shelf", flow: flow) { shelf, message in
      switch message {
      case .added(let note):
        shelf.notes.append(note)
        return note == "tea" ? .run(label: "brew") { send in await send(.brewed) } : .none
      case .brewed:
        shelf.notes.append("brewed")
        return .none
      }
    }
  }

  private func asking<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await onThread(body)
  }

  @Test("turns, computed states, going back, and messages from the page")
  func whole() async throws {
    let tool = try await TestTool()
    let result: Result<Void, any Error>
    do { result = .success(try await use(tool)) } catch { result = .failure(error) }
    await tool.stop()
    try result.get()
  }

  private func use(_ tool: TestTool) async throws {
    let flow = Flow(name: "notes")
    flow.errorHandler = { Issue.record("\($0)") }
    let store = makeStore(on: flow)
    let inspector = try #require(
      Inspector.attach(to: flow, as: "Notes", allowing: [.goBack, .send], address: tool.address))
    inspector.show(
      store, state: RecordSchema("shelf", version: 1), messages: RecordSchema("note", version: 2))
    store.send(.added("Milk"))
    store.send(.added("tea"))
    let id = try await asking { try tool.waitForTurn(3) }

    let turn = try await asking { try tool.get("/api/h/\(id)/turn?n=2") }
    #expect(turn["name"] == .text("added"))
    #expect(turn["swift"] == .text(#"store.send(.added("tea"))"#))
    #expect(turn["led"]?.list.map { $0["n"] } == [.integer(3)])
    #expect(turn["events"]?.list.first?["label"] == .text("brew"))

    // Every state, also those between.
    for (number, count) in [(0, 0), (1, 1), (2, 2), (3, 3)] {
      let level = try await asking { try tool.get("/api/h/\(id)/state?n=\(number)&store=shelf") }
      #expect(level["children"]?.list.first?["count"] == .integer(Int64(count)), "turn \(number)")
    }
    let difference = try await asking { try tool.get("/api/h/\(id)/difference?from=0&to=2&store=shelf") }
    #expect(difference["changes"]?.list.map { $0["after"] } == [.text(#""Milk""#), .text(#""tea""#)])

    // The application shows the past, and the present again.
    _ = try await asking { try tool.post("/api/h/\(id)/show", #"{"turn":1}"#) }
    #expect(store.state.notes == ["Milk"])
    _ = try await asking { try tool.history { $0["showing"] == .integer(1) } }
    _ = try await asking { try tool.post("/api/h/\(id)/present", "") }
    #expect(store.state.notes == ["Milk", "tea", "brewed"])

    _ = try await asking {
      try tool.post(
        "/api/h/\(id)/send", #"{"store":"shelf","kind":"note@2","message":{"added":{"_0":"Bread"}}}"#)
    }
    _ = try await asking { try tool.waitForTurn(4) }
    #expect(store.state.notes.last == "Bread")

    let machines = try await asking { try tool.get("/api/h/\(id)/machines") }
    #expect(machines["stores"]?.list.map { $0["name"] } == [.text("shelf")])
  }
}
