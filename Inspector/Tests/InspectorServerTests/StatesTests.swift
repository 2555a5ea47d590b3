import MillraceJournal
import Testing

@testable import InspectorServer

@Suite("States of a connected application")
struct StatesTests {
  @Test("a state that was kept is shown without asking the application")
  func kept() async throws {
    let level = try await TestTool.with { tool in
      let application = try FakeApplication(tool)
      application.beginFlow()
      application.sample(after: 0, #"{"n":0,"list":[1,2]}"#)
      application.step(1, add: 5)
      application.sample(after: 1, #"{"n":5,"list":[1,2]}"#)
      let id = try tool.waitForTurn(1)
      return try tool.get("/api/h/\(id)/state?n=1&store=counter")
    }
    #expect(level["origin"] == .text("sample"))
    #expect(level["of"] == .integer(1))
    #expect(level["kind"] == .text("counter@1"))
    #expect(level["children"]?.list.map { $0["key"] } == [.text("n"), .text("list")])
    #expect(level["children"]?.list.map { $0["changed"] } == [.bool(true), nil])
    #expect(level["children"]?.list.first?["before"] == .text("0"))
  }

  @Test("a state between is computed by the application, once, with the messages since the last kept one")
  func computed() async throws {
    try await TestTool.with { tool in
      let application = try FakeApplication(tool)
      application.beginFlow()
      application.sample(after: 0, #"{"n":0,"list":[1,2]}"#)
      for turn in 1...20 { application.step(turn, add: turn) }
      let id = try tool.waitForTurn(20)
      var asked = JournalValue.null
      let level = try tool.get("/api/h/\(id)/state?n=10&store=counter") {
        asked = try application.compute()
      }
      #expect(level["origin"] == .text("computed"))
      #expect(level["children"]?.list.first?["text"] == .text("55"))
      #expect(level["children"]?.list.first?["before"] == .text("45"))
      #expect(asked["turns"]?.list.count == 10)
      #expect(asked["want"] == .array([.integer(9), .integer(10)]))
      #expect(asked["states"]?.list.first?["state"]?["n"] == .integer(0))
      // The application does not answer now, because the tool does not ask it.
      let again = try tool.get("/api/h/\(id)/state?n=10&store=counter&path=%5B%22list%22%5D")
      #expect(again["children"]?.list.map { $0["key"] } == [.integer(0), .integer(1)])
      // The next one goes on from the computed one.
      _ = try tool.get("/api/h/\(id)/state?n=12&store=counter&whole=1") {
        let turns = try application.compute()["turns"]?.list
        #expect(turns?.count == 2)
      }
    }
  }

  @Test("the difference of two turns is that of their states")
  func difference() async throws {
    let difference = try await TestTool.with { tool in
      let application = try FakeApplication(tool)
      application.beginFlow()
      application.sample(after: 0, #"{"n":0,"list":[1,2]}"#)
      for turn in 1...20 { application.step(turn, add: 1) }
      let id = try tool.waitForTurn(20)
      return try tool.get("/api/h/\(id)/difference?from=5&to=15&store=counter") { try application.compute() }
    }
    #expect(
      difference
        == (try JournalValue(
          json: #"{"changes":[{"path":["n"],"kind":"changed","before":"5","after":"15"}],"isComplete":true}"#))
    )
  }

  @Test("a value's course has the turns that changed it; so has a filter for it")
  func values() async throws {
    try await TestTool.with { tool in
      let application = try FakeApplication(tool)
      application.beginFlow()
      application.sample(after: 0, #"{"n":0,"list":[1,2]}"#)
      for turn in 1...6 { application.step(turn, add: turn % 2) }
      let id = try tool.waitForTurn(6)
      let values = try tool.get("/api/h/\(id)/values?store=counter&path=%5B%22n%22%5D&from=1&to=6") {
        // One to learn how large a state is, then the rest together.
        try application.compute()
        try application.compute()
      }
      #expect(values["values"]?.list.map { $0["n"] } == [.integer(1), .integer(3), .integer(5)])
      #expect(values["values"]?.list.map { $0["text"] } == [.text("1"), .text("2"), .text("3")])
      #expect(values["isComplete"] == .bool(true))
      let turns = try tool.get("/api/h/\(id)/turns?changed=counter.n")
      #expect(turns["turns"]?.list.map { $0["n"] } == [.integer(1), .integer(3), .integer(5)])
      #expect(turns["isComplete"] == nil)
      #expect(try tool.get("/api/h/\(id)/turns?changed=counter.list.1")["total"] == .integer(0))
    }
  }

  @Test("a search finds texts in a state")
  func search() async throws {
    let hits = try await TestTool.with { tool in
      let application = try FakeApplication(tool)
      application.beginFlow()
      application.sample(after: 0, #"{"n":0,"list":["Milk","Bread"]}"#)
      application.step(1, add: 1)
      let id = try tool.waitForTurn(1)
      return try tool.get("/api/h/\(id)/search?n=0&store=counter&text=BREAD")
    }
    #expect(
      hits
        == (try JournalValue(json: #"{"hits":[{"path":["list",1],"text":"\"Bread\""}],"isComplete":true}"#)))
  }

  @Test("where there is no state, a sentence says why, and which is nearest")
  func none() async throws {
    try await TestTool.with { tool in
      let application = try FakeApplication(tool)
      application.beginFlow()
      application.sample(after: 0, #"{"n":0}"#)
      application.step(1, add: 1)
      application.say(#"{"dropped":3,"flow":1,"from":2,"until":4}"#)
      application.step(5, add: 1)
      application.say(
        #"{"turn":6,"flow":1,"store":2,"at":1700000000000000000,"name":"tap","text":"tap","cause":"sent","reflected":true}"#
      )
      let id = try tool.waitForTurn(6)
      let gap = try tool.get("/api/h/\(id)/state?n=5&store=counter", status: 409)
      #expect(
        gap["error"]
          == .text(
            "There is no state of `counter` after turn 5, because turns in between are missing. The nearest state that was kept is that of turn 0."
          ))
      let reflected = try tool.get("/api/h/\(id)/state?n=6&store=screen", status: 409)
      #expect(reflected["error"]?.string?.contains("its messages have no schema") == true)
      #expect(try tool.get("/api/h/\(id)/turns")["total"] == .integer(3))
      #expect(try tool.history { _ in true }["lost"] == .integer(3))
      application.slam()
      try tool.history { $0["status"] == .text("ended") }
      let ended = try tool.get("/api/h/\(id)/state?n=1&store=counter", status: 409)
      #expect(ended["error"]?.string?.contains("no application is connected") == true)
    }
  }

  @Test("an application that ends while it is asked answers with a sentence")
  func cut() async throws {
    try await TestTool.with { tool in
      let application = try FakeApplication(tool)
      application.beginFlow()
      application.sample(after: 0, #"{"n":0}"#)
      application.step(1, add: 1)
      let id = try tool.waitForTurn(1)
      let answer = try tool.get("/api/h/\(id)/state?n=1&store=counter", status: 409) {
        _ = application.receive()
        application.slam()
      }
      #expect(answer["error"]?.string?.hasPrefix("The application has ended") == true)
    }
  }
}
