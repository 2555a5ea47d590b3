import Foundation
import NotesModel
import Testing
import WireFixture

@testable import NotesServer
@testable import NotesShelf

@Suite("Requests and answers")
struct RequestTests {
  private static let one = #"{"userId":1,"id":1,"title":"one","body":""}"#

  @Test("An item is made, changed and deleted, each time with its version")
  func life() async throws {
    let answers = try await TestServer.with { port in
      let wire = try Wire(port)
      return [
        wire.json("POST", "/notes", #"{"userId":1,"title":"a","body":"b"}"#),
        wire.ask("GET", "/notes/1"),
        wire.json("PUT", "/notes/1", #"{"userId":1,"title":"c","body":"d"}"#, [#"If-Match: "1""#]),
        wire.json("PATCH", "/notes/1", #"{"title":"e"}"#, [#"If-Match: "1", "2""#]),
        wire.ask("DELETE", "/notes/1", [#"If-Match: "3""#]),
        wire.ask("GET", "/notes/1"),
        wire.json("PUT", "/notes/1", Self.one, ["If-None-Match: *"]),
        wire.ask("GET", "/"),
      ].compactMap(\.self)
    }
    #expect(answers.map(\.status) == [201, 200, 200, 200, 204, 404, 201, 200])
    #expect(
      answers.map { $0.headers["etag"] } == [#""1""#, #""1""#, #""2""#, #""3""#, #""4""#, nil, #""5""#, nil])
    #expect(answers[0].headers["location"] == "/notes/1")
    #expect(answers[3].text == #"{"userId":1,"id":1,"title":"e","body":"d"}"#)
    #expect(answers[4].body.isEmpty)
    #expect(answers[6].text == Self.one)
    #expect(answers[7].text.hasSuffix(#","sequence":5}"#))
  }

  @Test("A change of another version is refused, with what is there")
  func lostUpdates() async throws {
    let answers = try await TestServer.with(nil, note(1, "one")) { port in
      let wire = try Wire(port)
      return [
        wire.json("PUT", "/notes/1", Self.one), wire.json("PUT", "/notes/1", Self.one, [#"If-Match: "9""#]),
        wire.json("PUT", "/notes/1", Self.one, [#"If-Match: W/"1""#]),
        wire.json("PUT", "/notes/1", Self.one, ["If-None-Match: *"]),
        wire.json("PUT", "/notes/1", Self.one, ["If-None-Match: *", "If-Match: *"]),
        wire.json("PUT", "/notes/1", Self.one, [#"If-Match: "+1""#]),
        wire.ask("DELETE", "/notes/1", [#"If-Match: 1"#]), wire.ask("DELETE", "/notes/1", ["If-Match: *"]),
        wire.ask("DELETE", "/notes/1", [#"If-Match: "1""#]), wire.ask("DELETE", "/notes/1", ["If-Match: *"]),
        wire.ask("DELETE", "/notes/2", [#"If-Match: "1""#]),
      ].compactMap(\.self)
    }
    #expect(answers.map(\.status) == [428, 412, 412, 412, 412, 412, 400, 204, 412, 404, 404])
    #expect(answers[1].headers["content-type"] == "application/problem+json")
    #expect(answers[1].text.hasSuffix(#","version":1,"current":{"kind":"notes","item":\#(Self.one)}}"#))
    #expect(answers[8].text.hasSuffix(#","version":2,"current":null}"#))
  }

  @Test("A request that is repeated with its key is answered the same, and done once")
  func repeating() async throws {
    let (answers, feed) = try await TestServer.with { port in
      let wire = try Wire(port)
      let new = #"{"userId":1,"title":"a","body":"b"}"#
      let answers = (0..<3).map { _ in wire.json("POST", "/notes", new, ["Idempotency-Key: k1"]) }
      _ = wire.json("PATCH", "/notes/1", #"{"title":"z"}"#, ["If-Match: *"])
      return (
        answers + [
          wire.json("POST", "/notes", new, ["Idempotency-Key: k1"]),
          wire.json("POST", "/todos", #"{"userId":1,"title":"a","completed":true}"#, ["Idempotency-Key: k1"]),
        ], wire.ask("GET", "/changes")?.text
      )
    }
    #expect(answers.map { $0?.status } == [201, 201, 201, 201, 422])
    #expect(Set(answers.prefix(4).map { $0?.text }).count == 1)
    #expect(Set(answers.prefix(4).map { $0?.headers["etag"] }) == [#""1""#])
    let item = #"{"kind":"notes","item":{"userId":1,"id":1,"title":"z","body":"b"}}"#
    #expect(feed == #"[{"sequence":2,"id":{"kind":"notes","number":1},"version":2,"item":\#(item)}]"#)
  }

  @Test("Lists come in pages, with their number, links and a tag")
  func lists() async throws {
    let answers = try await TestServer.with(
      nil, todo(1, "a"), todo(2, "b", done: true), todo(3, "c"), note(1, "n")
    ) { port in
      let wire = try Wire(port)
      return [
        wire.ask("GET", "/todos?limit=2"), wire.ask("GET", "/todos?q=B"), wire.ask("HEAD", "/todos"),
        wire.ask("GET", "/todos", [#"If-None-Match: W/"4""#]),
        wire.ask("GET", "/notes/1", [#"If-None-Match: "1""#]),
        wire.ask("GET", "/notes/1", [#"If-None-Match: "2""#]), wire.ask("GET", "/export"),
      ].compactMap(\.self)
    }
    #expect(answers.map(\.status) == [200, 200, 200, 304, 304, 200, 200])
    #expect(answers[0].headers["x-total-count"] == "3")
    #expect(answers[0].headers["link"]?.hasSuffix(#"</todos?page=2&limit=2>; rel="next""#) == true)
    #expect(answers[0].headers["etag"] == #"W/"4""#)
    #expect(answers[1].text == #"[{"userId":1,"id":2,"title":"b","completed":true}]"#)
    let file = try JSONDecoder().decode(SampleFile.self, from: Data(answers[6].body))
    #expect(file.todos.map(\.id) == [1, 2, 3] && file.posts.count == 1 && file.users.isEmpty)
  }

  @Test("The longest search is answered with its links, and one that is longer is refused")
  func longWords() async throws {
    let answers = try await TestServer.with(nil, note(1, "n")) { port in
      let wire = try Wire(port)
      return [
        String(repeating: "%C3%A9", count: 128), String(repeating: "a", count: 257),
        (1...16).map { "w\($0)" }.joined(separator: "+"), (1...17).map { "w\($0)" }.joined(separator: "+"),
        [String](repeating: "a", count: 100).joined(separator: "+"),
      ].map { words in
        wire.ask("GET", "/notes?q=\(words)").map { "\($0.status) \($0.headers["link"] != nil)" }
      }
    }
    #expect(answers == ["200 true", "400 false", "200 true", "400 false", "200 true"])
  }

  @Test("What is wrong is answered with the status that says so, and with problem details")
  func problems() async throws {
    let answers = try await TestServer.with(nil, note(1, "one")) { port in
      let wire = try Wire(port)
      let deep = String(repeating: "[", count: 600) + String(repeating: "]", count: 600)
      return [
        wire.json("POST", "/notes", "{"), wire.json("POST", "/notes", deep), wire.json("POST", "/notes", ""),
        wire.json("POST", "/notes", "[]"),
        wire.json("PATCH", "/notes/1", #"{"title":null}"#, ["If-Match: *"]),
        wire.json("PATCH", "/notes/1", "7", ["If-Match: *"]),
        wire.json("PATCH", "/notes/1", #"{"id":2}"#, ["If-Match: *"]),
        wire.ask("POST", "/notes", body: Self.one),
        wire.ask("POST", "/notes", ["Content-Type: text/plain"], body: Self.one),
        wire.ask("POST", "/notes/1"), wire.ask("DELETE", "/notes"), wire.ask("BREW", "/"),
        wire.ask("GET", "/notes?page=x"), wire.ask("GET", "/notes?q=%ff"), wire.ask("GET", "/notes/1x"),
        wire.ask("GET", "/notes/1", ["If-None-Match: 7"]),
        wire.json("POST", "/notes", Self.one, ["Idempotency-Key: a b"]),
        wire.ask("GET", "/changes?after=-1"),
        wire.ask("GET", "/changes", ["Accept: text/event-stream", "Last-Event-ID: x"]),
        wire.ask("GET", "/changes", ["Accept: text/event-stream", "Last-Event-ID: +1"]),
        wire.ask("GET", "/notes?page=01"),
      ].compactMap(\.self)
    }
    #expect(
      answers.map(\.status) == [
        400, 400, 400, 422, 422, 422, 422, 415, 415, 405, 405, 405, 400, 400, 404, 400, 400, 400, 400, 400,
        400,
      ])
    #expect(answers[9].headers["allow"] == "GET, HEAD, PUT, PATCH, DELETE")
    for answer in answers {
      let problem = try #require(JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any])
      #expect(problem["status"] as? Int == answer.status)
      #expect((problem["detail"] as? String)?.hasSuffix(".") == true)
    }
  }

  @Test("Bytes that are no text, and texts that mean something elsewhere, are bytes and texts")
  func bytes() async throws {
    let sql = #"'; DROP TABLE turns; --"#
    let (statuses, text) = try await TestServer.with { port in
      func raw(_ bytes: [UInt8]) throws -> Int {
        let wire = try Wire(port)
        wire.send(bytes)
        return wire.answer()?.status ?? 0
      }
      let statuses = [
        try raw(
          Array("GET /notes/".utf8) + [0xFF, 0xFE] + Array(" HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)),
        try raw(
          Array("GET /notes?q=".utf8) + [0xC3, 0x28] + Array(" HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)),
        try raw(
          Array("GET /notes/1 HTTP/1.1\r\nHost: localhost\r\nIf-None-Match: ".utf8) + [0xFF]
            + Array("\r\n\r\n".utf8)),
        try raw(
          Array("GET / HTTP/1.1\r\nHost: localhost\r\nX: ".utf8) + [0xFF, 0x80] + Array("\r\n\r\n".utf8)),
        try raw(
          Array(
            "POST /notes HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 3\r\n\r\n"
              .utf8)
            + [0x22, 0xFF, 0x22]),
      ]
      let wire = try Wire(port)
      _ = wire.json("POST", "/notes", #"{"userId":1,"title":"\#(sql)","body":"\u0000\u202e"}"#)
      return (statuses, wire.ask("GET", "/notes/1")?.text)
    }
    #expect(statuses == [400, 400, 404, 200, 400])
    #expect(text == #"{"userId":1,"id":1,"title":"\#(sql)","body":"\u0000\#u{202e}"}"#)
  }

  @Test("Without the token nothing is told, not even what is there")
  func tokens() async throws {
    let answers = try await TestServer.with(nil, token: "secret") { port in
      let wire = try Wire(port)
      return [
        try Wire(port).ask("GET", "/"), try Wire(port).ask("GET", "/nowhere"),
        try Wire(port).ask("GET", "/", ["Authorization: Bearer secreT"]),
        wire.ask("GET", "/", ["Authorization: Bearer secret"]),
        // The body does not come, and is not waited for.
        wire.ask("POST", "/notes", ["Content-Length: 1000000"]),
      ].compactMap(\.self)
    }
    #expect(answers.map(\.status) == [401, 401, 401, 200, 401])
    #expect(answers[0].headers["www-authenticate"] == "Bearer")
  }
}
