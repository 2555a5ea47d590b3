import MillraceJournal
import Testing

@testable import InspectorServer

@Suite("Going back, and sending to an application")
struct ControlTests {
  @Test("a chosen turn is shown with the states of all exact stores, and the present again")
  func show() async throws {
    try await TestTool.with { tool in
      let application = try FakeApplication(tool)
      application.beginFlow()
      application.sample(after: 0, #"{"n":0}"#)
      for turn in 1...3 { application.step(turn, add: 10) }
      let id = try tool.waitForTurn(3)
      var shown = JournalValue.null
      _ = try tool.post("/api/h/\(id)/show", #"{"turn":2}"#) {
        try application.compute()
        shown = try application.answer("show") { _ in "" }
      }
      #expect(shown["turn"] == .integer(2))
      #expect(shown["states"]?.list.map { $0["store"] } == [.text("counter")])
      #expect(shown["states"]?.list.first?["state"]?["n"] == .integer(20))
      #expect(shown["states"]?.list.first?["kind"] == .text("counter@1"))
      application.say(#"{"showing":2,"flow":1}"#)
      try tool.history { $0["showing"] == .integer(2) }
      _ = try tool.post("/api/h/\(id)/present", "") { try application.answer("present") { _ in "" } }
      application.say(#"{"showing":null,"flow":1}"#)
      try tool.history { $0["showing"] == .null }
    }
  }

  @Test("a past is kept, and the states after the break come from the samples behind it")
  func keep() async throws {
    try await TestTool.with { tool in
      let application = try FakeApplication(tool)
      application.beginFlow(allows: #"["keep"]"#)
      application.sample(after: 0, #"{"n":0}"#)
      for turn in 1...3 { application.step(turn, add: 10) }
      let id = try tool.waitForTurn(3)
      var kept = JournalValue.null
      let answer = try tool.post("/api/h/\(id)/keep", #"{"turn":1}"#) {
        try application.compute()
        kept = try application.answer("keep") { _ in #"{"break":4}"# }
      }
      #expect(answer["break"] == .integer(4))
      #expect(kept["turn"] == .integer(1))
      #expect(kept["states"]?.list.first?["state"]?["n"] == .integer(10))
      application.say(#"{"break":4,"flow":1,"at":1700000000000000000,"reason":"kept"}"#)
      application.sample(after: 4, #"{"n":10}"#)
      application.step(5, add: 1)
      _ = try tool.waitForTurn(5)
      let history = try tool.history { $0["last"] == .integer(5) }
      #expect(history["breaks"]?.list.map { $0["n"] } == [.integer(4)])
      #expect(history["breaks"]?.list.first?["reason"] == .text("kept"))
      #expect(history["lost"] == .integer(0))
      let after = try tool.get("/api/h/\(id)/state?n=5&store=counter&whole=1") { try application.compute() }
      #expect(after["text"]?.string?.contains(#""n":11"#) == true)
      let before = try tool.get("/api/h/\(id)/state?n=3&store=counter&whole=1") { try application.compute() }
      #expect(before["text"]?.string?.contains(#""n":30"#) == true)
      let broken = try tool.get("/api/h/\(id)/state?n=4&store=counter&whole=1")
      #expect(broken["text"]?.string?.contains(#""n":10"#) == true)
      _ = try tool.post("/api/h/\(id)/keep", "{}", status: 400)
    }
  }

  @Test("the end of a branch is kept")
  func keepBranch() async throws {
    try await TestTool.with { tool in
      let application = try FakeApplication(tool)
      application.beginFlow(allows: #"["keep"]"#)
      application.sample(after: 0, #"{"n":0,"list":[1,2]}"#)
      for turn in 1...2 { application.step(turn, add: turn) }
      let id = try tool.waitForTurn(2)
      let body = #"{"from":0,"turns":[{"n":2}]}"#
      _ = try tool.post("/api/h/\(id)/branch", body) {
        try application.compute()
        try application.compute()
      }
      var kept = JournalValue.null
      let answer = try tool.post("/api/h/\(id)/keep", #"{"branch":1}"#) {
        kept = try application.answer("keep") { _ in #"{"break":3}"# }
      }
      #expect(answer["break"] == .integer(3))
      #expect(kept["states"]?.list.first?["state"]?["n"] == .integer(2))
      _ = try tool.post("/api/h/\(id)/keep", #"{"branch":9}"#, status: 404)
    }
  }

  @Test("a message is sent as it is")
  func send() async throws {
    try await TestTool.with { tool in
      let application = try FakeApplication(tool)
      application.beginFlow()
      application.step(1, add: 1)
      let id = try tool.waitForTurn(1)
      let message = #"{"store":"counter","kind":"step@1","message":{"add":{"_0":18446744073709551615}}}"#
      var sent = JournalValue.null
      _ = try tool.post("/api/h/\(id)/send", message) { sent = try application.answer("send") { _ in "" } }
      #expect(sent == (try JournalValue(json: message)))
      _ = try tool.post("/api/h/\(id)/send", "[", status: 400)
      _ = try tool.post("/api/h/\(id)/send", #"{"store":"x","kind":"k","message":1}"#, status: 404)
    }
  }

  @Test("what the application has not allowed is refused here already, with a sentence")
  func notAllowed() async throws {
    try await TestTool.with { tool in
      let application = try FakeApplication(tool)
      application.beginFlow(allows: "[]")
      application.step(1, add: 1)
      let id = try tool.waitForTurn(1)
      let back = try tool.post("/api/h/\(id)/show", #"{"turn":1}"#, status: 409)
      #expect(back["error"]?.string?.contains("does not allow it to go back") == true)
      _ = try tool.post(
        "/api/h/\(id)/send", #"{"store":"counter","kind":"step@1","message":1}"#, status: 409)
    }
  }

  @Test("an error of the application is the error of the request")
  func refusal() async throws {
    try await TestTool.with { tool in
      let application = try FakeApplication(tool)
      application.beginFlow()
      application.step(1, add: 1)
      let id = try tool.waitForTurn(1)
      let answer = try tool.post("/api/h/\(id)/sample", "", status: 409) {
        _ = application.receive()
        application.say(#"{"answer":1,"error":"It is \"busy\"."}"#)
      }
      #expect(answer["error"] == .text(#"It is "busy"."#))
    }
  }

  @Test("the facts of the stores come as they are, with the effects that run and wait")
  func machines() async throws {
    let machines = try await TestTool.with { tool in
      let application = try FakeApplication(tool)
      application.beginFlow()
      application.step(
        1, add: 1,
        effects:
          #"[{"kind":"started","effect":1,"turn":1,"label":"save","queue":"writes"},{"kind":"waiting","effect":2,"turn":1,"label":"load","queue":"writes"}]"#
      )
      let id = try tool.waitForTurn(1)
      return try tool.get("/api/h/\(id)/machines") {
        try application.answer("facts") { _ in #"[{"store":1,"name":"counter","tables":[]}]"# }
      }
    }
    #expect(machines["turn"] == .integer(1))
    #expect(machines["stores"]?.list.first?["name"] == .text("counter"))
    let queue = try #require(machines["queues"]?.list.first)
    #expect(queue["queue"] == .text("writes"))
    #expect(queue["running"]?.list.map { $0["label"] } == [.text("save")])
    #expect(queue["waiting"]?.list.map { $0["label"] } == [.text("load")])
  }

  @Test("the time line has turns as marks and effects as bars with what they led to")
  func timeLine() async throws {
    let time = try await TestTool.with { tool in
      let application = try FakeApplication(tool)
      application.beginFlow()
      application.step(
        1, add: 1, effects: #"[{"kind":"waiting","effect":1,"turn":1,"label":"save"}]"#,
        more: #","update":1500,"observers":500"#)
      application.say(
        #"{"event":{"kind":"started","effect":1,"turn":1},"flow":1,"store":1,"after":1,"at":1700000000000001100}"#
      )
      application.step(2, add: 1, cause: "effect 1 of turn 1")
      application.say(
        #"{"event":{"kind":"cancelled","effect":1,"turn":1},"flow":1,"store":1,"after":2,"at":1700000000000002100}"#
      )
      application.step(3, add: 1)
      let id = try tool.waitForTurn(3)
      #expect(try tool.get("/api/h/\(id)/slow")["turns"]?.list.map { $0["n"] } == [.integer(1)])
      return try tool.get("/api/h/\(id)/time?width=10")
    }
    let turns = time["stores"]?.list.first?["turns"]?.list ?? []
    #expect(turns.first?.list == [.integer(1), .integer(1_700_000_000_000_001_000), .integer(2000)])
    #expect(turns.count == 3)
    let effect = try #require(time["effects"]?.list.first)
    #expect(effect["label"] == .text("save"))
    #expect(effect["waited"] == .integer(100))
    #expect(effect["end"] == .text("cancelled"))
    #expect(effect["ended"] == .integer(1_700_000_000_000_002_100))
    #expect(effect["led"] == .array([.integer(2)]))
  }
}
