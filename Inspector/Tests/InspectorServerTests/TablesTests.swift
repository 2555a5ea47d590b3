import Millrace
import MillraceInspector
import MillraceInspectorWire
import MillraceJournal
import Testing
import WireFixture

@testable import InspectorServer

@Suite("States with marked tables")
struct TablesTests {
  private static func whole(_ application: FakeApplication, turn: Int, mark: Int, _ state: String) {
    application.say(
      #"{"state":\#(turn),"flow":1,"store":1,"at":1,"kind":"counter@1","mark":\#(mark),"tables":[["list"]]}"#,
      state)
  }

  private static func marks(
    _ application: FakeApplication, turn: Int, mark: Int, since: Int? = nil, _ rest: String = #"{"list":[]}"#,
    count: Int, taken: String = "[]", at positions: String = "[]", rows: String = "[]"
  ) {
    application.say(
      #"{"state":\#(turn),"flow":1,"store":1,"at":1,"kind":"counter@1","mark":\#(mark),"since":\#(since ?? mark - 1),"tables":[["list"]]}"#,
      #"{"state":\#(rest),"tables":[{"count":\#(count),"taken":\#(taken),"at":\#(positions),"rows":\#(rows)}]}"#
    )
  }

  @Test("the state after a turn is put together from the marks before it")
  func states() async throws {
    try await TestTool.with { tool in
      let application = try FakeApplication(tool)
      application.beginFlow()
      Self.whole(application, turn: 0, mark: 1, #"{"list":[1,2,3]}"#)
      application.step(1, add: 1)
      Self.marks(application, turn: 1, mark: 2, count: 4, at: "[0]", rows: "[9]")
      application.step(2, add: 1)
      Self.marks(application, turn: 2, mark: 3, count: 3, taken: "[1,2]", at: "[1]", rows: "[8]")
      application.step(3, add: 1)
      let id = try tool.waitForTurn(3)
      for (turn, text) in [(0, "[1,2,3]"), (1, "[9,1,2,3]"), (2, "[9,8,3]"), (1, "[9,1,2,3]")] {
        let level = try tool.get("/api/h/\(id)/state?n=\(turn)&store=counter&path=%5B%22list%22%5D")
        let values = level["children"]?.list.compactMap { $0["text"]?.string } ?? []
        #expect("[\(values.joined(separator: ","))]" == text, "turn \(turn)")
        #expect(level["origin"] == .text("sample"))
      }
    }
  }

  @Test("marks that do not follow the last sample are dropped, and a whole state is asked for once")
  func lost() async throws {
    try await TestTool.with { tool in
      let application = try FakeApplication(tool)
      application.beginFlow()
      // None came before it.
      Self.marks(application, turn: 0, mark: 7, count: 4, at: "[0]", rows: "[9]")
      Self.marks(application, turn: 0, mark: 8, count: 4, at: "[0]", rows: "[9]")
      try application.expectFull()
      Self.whole(application, turn: 0, mark: 9, #"{"list":[1,2,3]}"#)
      // One is missing.
      Self.marks(application, turn: 0, mark: 11, count: 4, at: "[0]", rows: "[9]")
      try application.expectFull()
      Self.whole(application, turn: 0, mark: 12, #"{"list":[1,2,3]}"#)
      // It does not fit the table.
      Self.marks(application, turn: 0, mark: 13, count: 1, taken: "[5]")
      try application.expectFull()
      Self.whole(application, turn: 0, mark: 14, #"{"list":[1,2,3]}"#)
      // A state without a mark has come between.
      application.sample(after: 0, #"{"list":[4]}"#)
      Self.marks(application, turn: 0, mark: 15, count: 2, at: "[0]", rows: "[9]")
      try application.expectFull()
      application.step(1, add: 1)
      let id = try tool.waitForTurn(1)
      let level = try tool.get("/api/h/\(id)/state?n=0&store=counter&path=%5B%22list%22%5D")
      #expect(level["children"]?.list.map { $0["text"] } == [.text("4")])
    }
  }

  @Test("after many marks the state is the same, and no longer put together from all of them")
  func long() async throws {
    try await TestTool.with { tool in
      let application = try FakeApplication(tool)
      application.beginFlow()
      Self.whole(application, turn: 0, mark: 1, #"{"list":[0]}"#)
      let count = MarkChain.lengthLimit + 100
      for number in 1...count {
        application.step(number, add: 1)
        Self.marks(
          application, turn: number, mark: number + 1, count: number % 50 + 1,
          taken: number % 50 == 0 ? "[\((1..<50).map { "\($0)" }.joined(separator: ","))]" : "[]",
          at: number % 50 == 0 ? "[]" : "[\(number % 50)]", rows: number % 50 == 0 ? "[]" : "[\(number)]")
      }
      let id = try tool.waitForTurn(count)
      for turn in [3, MarkChain.lengthLimit - 1, MarkChain.lengthLimit, MarkChain.lengthLimit + 1, count] {
        let level = try tool.get("/api/h/\(id)/state?n=\(turn)&store=counter&path=%5B%22list%22%5D")
        let begin = turn - turn % 50
        let expected = [0] + (turn > begin ? Array(begin + 1...turn) : [])
        #expect(level["children"]?.list.map { $0["text"] } == expected.map { .text("\($0)") }, "turn \(turn)")
      }
    }
  }
}

extension FakeApplication {
  /// Waits for a request for whole states.
  func expectFull() throws {
    guard let frame = receive() else { throw UnexpectedRequest(head: "no frame") }
    let head = try JournalValue(json: frame.head)
    guard head["do"] == .text("sample"), head["full"] == .bool(true) else {
      throw UnexpectedRequest(head: "\(head)")
    }
    say(#"{"answer":0}"#)
  }
}

/// A real application with a table, and the real tool.
@Suite("An application with a table")
@MainActor
struct WholeTableTests {
  private struct Shelf: Codable, Sendable {
    var name = "main"
    var notes = RowTable<Int, String>()
  }

  private enum Message: Codable, Sendable {
    case put(Int, String)
    case removed(Int)
    case moved(Int)
    case sorted
  }

  @Test("every state that the tool has kept is that of the application")
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
    let store = Store(Shelf(), of: Message.self, name: "shelf", flow: flow) { shelf, message in
      switch message {
      case .put(let number, let note): shelf.notes[number] = note
      case .removed(let number): shelf.notes[number] = nil
      case .moved(let number): if shelf.notes.contains(id: number) { shelf.notes.move(id: number, to: 0) }
      case .sorted: shelf.notes.sort { $0.row < $1.row }
      }
      return .none
    }
    let inspector = try #require(Inspector.attach(to: flow, as: "Notes", address: tool.address))
    inspector.show(
      store, state: RecordSchema("shelf"), messages: RecordSchema("note"), tables: [ShownTable(\.notes)])
    for number in 0..<200 {
      switch number % 7 {
      case 5: store.send(.removed(number - 3))
      case 6: store.send(.moved(number - 2))
      default: store.send(.put(number % 60, "note \(number)"))
      }
      if number == 150 { store.send(.sorted) }
      guard number % 10 == 9 else { continue }
      let last = Int(flow.lastSequence)
      let id = try await onThread { try tool.waitForTurn(last) }
      _ = try await onThread { try tool.post("/api/h/\(id)/sample", "", status: 200) }
      let answer = try await onThread { try tool.get("/api/h/\(id)/state?n=\(last)&store=shelf&whole=1") }
      let state = try JournalValue(json: answer["text"]?.string ?? "")
      #expect(state == (try JournalValue(cbor: RecordEncoder().encode(store.state))), "turn \(last)")
    }
  }
}
