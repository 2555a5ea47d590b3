import Foundation
import MillraceInspectorWire
import MillraceJournal
import Testing
import WireFixture

@testable import InspectorServer

@Suite("Safety of the tool")
struct SafetyTests {
  @Test("data need the token; the page does not, and holds none")
  func token() async throws {
    try await TestTool.with { tool in
      for path in ["/api/histories", "/api/changes", "/api/h/1/turns", "/api/"] {
        for headers in [
          [], ["Authorization: Bearer 00112233445566778899aabbccddeefe"], ["Authorization: Bearer "],
        ] {
          let answer = try Wire(tool.port).ask("GET", path, headers)
          #expect(answer?.status == 401)
          #expect(answer?.headers["www-authenticate"] == "Bearer")
          #expect(answer?.text.contains("error") == true)
        }
      }
      let page = try Wire(tool.port).ask("GET", "/")
      #expect(page?.status == 200)
      #expect(page?.headers["content-type"] == "text/html; charset=utf-8")
      #expect(page?.text.contains(TestTool.token) == false)
    }
  }

  @Test(
    "every answer has the headers that keep other pages and markup out",
    arguments: ["/", "/api/histories", "/nothing"])
  func headers(path: String) async throws {
    let headers = try await TestTool.with { tool in
      try Wire(tool.port).ask("GET", path, [tool.authorization])?.headers ?? [:]
    }
    #expect(headers["referrer-policy"] == "no-referrer")
    #expect(headers["x-content-type-options"] == "nosniff")
    #expect(headers["cross-origin-resource-policy"] == "same-origin")
    #expect(headers["cross-origin-opener-policy"] == "same-origin")
    #expect(headers["cache-control"] == "no-store")
    #expect(
      headers["content-security-policy"]
        == "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
  }

  @Test("pages of other sites are refused, also when their name leads here")
  func foreign() async throws {
    try await TestTool.with { tool in
      let wire = try Wire(tool.port)
      wire.send("GET /api/histories HTTP/1.1\r\nHost: evil.example\r\n\(tool.authorization)\r\n\r\n")
      #expect(wire.answer()?.status == 421)
      let origin = try Wire(tool.port).ask(
        "GET", "/api/histories", [tool.authorization, "Origin: http://evil.example"])
      #expect(origin?.status == 403)
    }
  }

  @Test(
    "requests that are wrong get a sentence",
    arguments: [
      ("GET", "/api/h/99/turns", 404), ("GET", "/api/h/x/turns", 404), ("GET", "/api/nothing", 404),
      ("POST", "/api/histories", 405), ("POST", "/", 405), ("GET", "/../secret", 404),
      ("GET", "/%2e%2e/x", 404),
    ])
  func wrong(method: String, path: String, status: Int) async throws {
    let answer = try await TestTool.with { tool in
      try Wire(tool.port).ask(method, path, [tool.authorization], body: method == "POST" ? "{}" : nil)
    }
    #expect(answer?.status == status)
    #expect(try JournalValue(json: answer?.body ?? [])["error"]?.string?.hasSuffix(".") == true)
  }

  @Test(
    "wrong values of a query get a sentence",
    arguments: [
      "turns?count=501", "turns?at=-1", "turns?flags=x", "turns?cause=x", "turns?from=a",
      "turns?changed=nothing.x",
      "turns?what=1", "turn", "turn?n=-1", "state?n=1&store=counter&path=x", "state?n=1", "turns?text=%ff",
      "values?store=counter&path=%5B-1%5D&from=1&to=2", "time?from=2&until=1",
    ])
  func wrongQuery(query: String) async throws {
    try await TestTool.with { tool in
      let application = try FakeApplication(tool)
      application.beginFlow()
      application.step(1, add: 1)
      let id = try tool.waitForTurn(1)
      let answer = try tool.get("/api/h/\(id)/\(query)", status: 400)
      #expect(answer["error"]?.string?.isEmpty == false)
    }
  }

  @Test("a peer that does not know the key is refused, and nothing of it is shown")
  func wrongKey() async throws {
    try await TestTool.with { tool in
      let application = try FakeApplication(port: tool.applicationPort)
      var handshake = ApplicationHandshake(key: .random())
      while let frame = application.receive() {
        if case .send(let answer) = handshake.receive(frame) { application.send(answer) }
      }
      #expect(try tool.get("/api/histories") == .array([]))
    }
  }

  @Test("too much before the handshake's end cuts the connection")
  func flood() async throws {
    try await TestTool.with { tool in
      let application = try FakeApplication(port: tool.applicationPort)
      application.send([UInt8](repeating: 0x41, count: 100_000))
      while application.receive() != nil {}
      #expect(try tool.get("/api/histories") == .array([]))
    }
  }

  @Test(
    "hostile frames end the connection, and the tool goes on",
    arguments: [
      #"{"turn":1,"flow":1,"store":1}"#, #"{"turn":1,"flow":9,"store":1,"at":1,"cause":"sent"}"#,
      #"{"store":1,"flow":7}"#, #"["turn"]"#, #"{"turn":}"#, #"{"flow":1}"#,
      #"{"dropped":1,"flow":1,"from":9,"until":3}"#,
      #"{"state":1,"flow":1,"store":1}"#, #"{"answer":-1}"#,
    ])
  func hostile(head: String) async throws {
    try await TestTool.with { tool in
      let application = try FakeApplication(tool)
      application.beginFlow()
      application.step(1, add: 1)
      application.say(head)
      while application.receive() != nil {}
      let history = try tool.history { $0["status"] == .text("ended") }
      #expect(history["note"]?.string?.contains("does not keep to the inspector's protocol") == true)
      #expect(history["turns"] == .integer(1))
    }
  }

  @Test("numbers at the limits, unknown frames and requests that nobody made do no harm")
  func limits() async throws {
    try await TestTool.with { tool in
      let application = try FakeApplication(tool)
      application.beginFlow()
      let largest = UInt64.max
      application.say(#"{"unknown":1,"flow":1}"#)
      application.say(#"{"answer":77}"#)
      application.say(#"{"dropped":1,"flow":1,"from":0,"until":\#(largest)}"#)
      application.say(#"{"dropped":1,"flow":1,"from":\#(largest),"until":\#(largest)}"#)
      application.say(
        #"{"state":\#(largest),"flow":1,"store":1,"at":\#(Int64.min),"kind":"counter@1"}"#, #"{"n":0}"#)
      application.say(
        #"{"turn":\#(largest),"flow":1,"store":1,"at":\#(Int64.max),"kind":"k","name":"x","text":"x","cause":"effect \#(largest) of turn \#(largest)","effects":[{"kind":"started","effect":\#(largest),"turn":\#(largest)}],"update":\#(Int64.max),"observers":\#(Int64.min)}"#,
        "{")
      application.step(5, add: 1)
      let history = try tool.history { $0["turns"] == .integer(1) }
      let id = history["id"]?.int ?? 0
      for path in [
        "turns", "turn?n=\(largest)", "time?from=\(Int64.min)&until=\(Int64.max)", "slow",
        "place?turn=\(largest)",
        "turns?text=x", "turns?flags=slow",
      ] {
        _ = try tool.get("/api/h/\(id)/\(path)")
      }
      // A message that is not JSON is an answer without one.
      #expect(try tool.get("/api/h/\(id)/turn?n=\(largest)")["message"] == nil)
      let state = try Wire(tool.port).ask(
        "GET", "/api/h/\(id)/state?n=\(largest)&store=counter", [tool.authorization])
      #expect(state?.status == 200 || state?.status == 409)
    }
  }

  @Test("a history beyond its limit keeps its index, and says so")
  func full() async throws {
    try await TestTool.with(keep: 5000) { tool in
      let application = try FakeApplication(tool)
      application.beginFlow()
      for turn in 1...100 { application.step(turn, add: turn) }
      let history = try tool.history { $0["last"] == .integer(100) && $0["note"] != nil }
      #expect(history["note"]?.string?.contains("file is full") == true)
      let id = history["id"]?.int ?? 0
      let rows = try tool.get("/api/h/\(id)/turns?at=0&count=100")
      #expect(rows["turns"]?.list.count == 100)
    }
  }

  @Test("two pages see the same changes, and each gets a history whole when it comes")
  func twoPages() async throws {
    try await TestTool.with { tool in
      let first = try ChangeReader(tool)
      let application = try FakeApplication(tool)
      application.beginFlow()
      application.step(1, add: 1)
      _ = try first.history { $0["turns"] == .integer(1) }
      let second = try ChangeReader(tool)
      #expect(try second.next()["history"]?["turns"] == .integer(1))
      application.step(2, add: 1)
      _ = try first.history { $0["turns"] == .integer(2) }
      _ = try second.history { $0["turns"] == .integer(2) }
    }
  }

  @Test("10,000 turns are all taken, in order, while a page reads")
  func manyTurns() async throws {
    try await TestTool.with { tool in
      let application = try FakeApplication(tool)
      application.beginFlow()
      for turn in 1...10_000 {
        application.step(turn, add: turn, cause: turn > 1 ? "turn \(turn - 1)" : "sent")
      }
      let id = try tool.waitForTurn(10_000)
      #expect(try tool.get("/api/h/\(id)/turns?at=9999")["turns"]?.list.map { $0["n"] } == [.integer(10_000)])
      #expect(try tool.get("/api/h/\(id)/turns?text=add(5000)")["total"] == .integer(1))
      #expect(try tool.get("/api/h/\(id)/turn?n=10000")["chain"]?.list.count == 50)
    }
  }
}
