import MillraceJournal
import Testing
import WireFixture

@testable import InspectorServer

@Suite("Turns of a connected application")
struct TurnsTests {
  @Test("the page lists the histories of an application, with its stores")
  func histories() async throws {
    let history = try await TestTool.with { tool in
      let application = try FakeApplication(tool)
      application.beginFlow()
      application.step(1, add: 2)
      try tool.waitForTurn(1)
      return try tool.get("/api/histories")
    }
    let first = try #require(history.list.first)
    #expect(first["application"] == .text("Notes"))
    #expect(first["flow"] == .text("main"))
    #expect(first["process"] == .integer(4711))
    #expect(first["status"] == .text("connected"))
    #expect(first["computes"] == .bool(true))
    #expect(first["allows"] == .array([.text("back"), .text("send")]))
    #expect(first["turns"] == .integer(1))
    #expect(first["stores"]?.list.map { $0["name"] } == [.text("counter"), .text("screen")])
    #expect(first["names"] == .array([.text("add")]))
  }

  @Test("a page of turns has the rows from a place on")
  func rows() async throws {
    let page = try await TestTool.with { tool in
      let application = try FakeApplication(tool)
      application.beginFlow()
      for turn in 1...300 { application.step(turn, add: turn) }
      let id = try tool.waitForTurn(300)
      return try tool.get("/api/h/\(id)/turns?at=290&count=100")
    }
    #expect(page["total"] == .integer(300))
    #expect(page["turns"]?.list.count == 10)
    #expect(page["turns"]?.list.first?["n"] == .integer(291))
    #expect(page["turns"]?.list.first?["text"] == .text("add(291)"))
    #expect(page["turns"]?.list.first?["cause"] == .text("sent"))
  }

  @Test("filters by text, cause and flags show the turns that fulfil all of them, and places among these")
  func filters() async throws {
    try await TestTool.with { tool in
      let application = try FakeApplication(tool)
      application.beginFlow()
      for turn in 1...50 {
        application.step(
          turn, add: turn * 10, cause: turn % 2 == 0 ? "posted" : "sent",
          more: turn % 5 == 0 ? #","handled":false"# : "")
      }
      let id = try tool.waitForTurn(50)
      let found = try tool.get("/api/h/\(id)/turns?cause=posted&flags=unhandled&text=ADD(4")
      #expect(found["turns"]?.list.map { $0["n"] } == [.integer(40)])
      let unhandled = try tool.get("/api/h/\(id)/turns?flags=unhandled")
      #expect(unhandled["total"] == .integer(10))
      let place = try tool.get("/api/h/\(id)/place?turn=22&flags=unhandled")
      #expect(place["at"] == .integer(4))
      // A list that was asked for goes on with the turns that come.
      application.step(51, add: 1, more: #","handled":false"#)
      try tool.waitForTurn(51)
      #expect(try tool.get("/api/h/\(id)/turns?flags=unhandled")["total"] == .integer(11))
    }
  }

  @Test("a turn shows its message, its effects and their ends, what led to it and what it led to")
  func turn() async throws {
    let turn = try await TestTool.with { tool in
      let application = try FakeApplication(tool)
      application.beginFlow()
      application.step(1, add: 1)
      application.step(
        2, add: 2, cause: "turn 1",
        effects: #"[{"kind":"started","effect":1,"turn":2,"label":"save \"all\"","queue":"writes"}]"#)
      application.say(
        #"{"event":{"kind":"failed","effect":1,"turn":2,"reason":"full"},"flow":1,"store":1,"after":2,"at":1700000000000009000}"#
      )
      application.step(3, add: 3, cause: "effect 1 of turn 2")
      let id = try tool.waitForTurn(3)
      return try tool.get("/api/h/\(id)/turn?n=2")
    }
    #expect(
      turn["message"] == .object([.init(key: "add", value: .object([.init(key: "_0", value: .integer(2))]))]))
    #expect(turn["kind"] == .text("step@1"))
    #expect(turn["swift"] == .text("store.send(.add(2))"))
    #expect(turn["failed"] == .bool(true))
    let events = turn["events"]?.list ?? []
    #expect(events.map { $0["kind"] } == [.text("started"), .text("failed")])
    #expect(events.first?["label"] == .text(#"save "all""#))
    #expect(events.last?["reason"] == .text("full"))
    #expect(events.last?["at"] == .integer(1_700_000_000_000_009_000))
    #expect(turn["led"]?.list.map { $0["n"] } == [.integer(3)])
    #expect(turn["chain"]?.list.map { $0["n"] } == [.integer(2), .integer(1)])
  }

  @Test("a history outlives its application")
  func ended() async throws {
    try await TestTool.with { tool in
      let application = try FakeApplication(tool)
      application.beginFlow()
      application.step(1, add: 7)
      let id = try tool.waitForTurn(1)
      application.slam()
      let history = try tool.history { $0["status"] == .text("ended") }
      #expect(history["allows"] == .array([]))
      #expect(try tool.get("/api/h/\(id)/turn?n=1")["text"] == .text("add(7)"))
    }
  }

  @Test("two applications are two histories")
  func several() async throws {
    try await TestTool.with { tool in
      let changes = try ChangeReader(tool)
      let first = try FakeApplication(tool, name: "Notes")
      first.beginFlow()
      _ = try changes.history { $0["application"] == .text("Notes") }
      let second = try FakeApplication(tool, name: "Shop")
      second.beginFlow()
      second.step(1, add: 1)
      _ = try changes.history { $0["application"] == .text("Shop") && $0["turns"] == .integer(1) }
      #expect(try tool.get("/api/histories").list.map { $0["turns"] } == [.integer(0), .integer(1)])
    }
  }
}
