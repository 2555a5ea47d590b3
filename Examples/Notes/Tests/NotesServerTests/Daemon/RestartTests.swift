import Foundation
import HTTPDaemon
import MillraceJournal
import NotesModel
import Testing
import WireFixture

@testable import NotesServer

@Suite("Starting again")
struct RestartTests {
  @Test("The shelf of the next start equals the one before, with and without a snapshot")
  func restart() async throws {
    for seed in UInt64(1)...6 {
      let folder = try TestFolder()
      let path = folder.path + "/notes.journal"
      var random = SeededRandom(seed)
      let server = try await TestServer(path, [note(3, "three"), user(1, "Ada")])
      let port = server.port
      let requests = (0..<60).map { _ in Self.request(&random) }
      let statuses = try await onThread {
        let wire = try Wire(port)
        return requests.map { wire.json($0.method, $0.target, $0.body, $0.headers)?.status }
      }
      #expect(statuses.allSatisfy { [200, 201, 204, 404, 412].contains($0) }, "seed \(seed): \(statuses)")
      let before = await server.shelf
      try await server.stop()
      let again = try await TestServer(path)
      #expect(await again.shelf == before, "seed \(seed)")
      try await again.stop()
    }
  }

  struct Asked: Sendable {
    var method: String
    var target: String
    var headers: [String]
    var body = ""
  }

  static func request(_ random: inout SeededRandom) -> Asked {
    let target = "/notes/\(1 + random.below(6))"
    let body = #"{"userId":1,"title":"t\#(random.below(100))","body":"é"}"#
    let key = "Idempotency-Key: \(random.below(1_000_000))"
    return switch random.below(5) {
    case 0: Asked(method: "POST", target: "/notes", headers: [key], body: body)
    case 1: Asked(method: "PUT", target: target, headers: ["If-None-Match: *"], body: body)
    case 2: Asked(method: "PUT", target: target, headers: ["If-Match: *", key], body: body)
    case 3: Asked(method: "PATCH", target: target, headers: [#"If-Match: "1""#], body: #"{"title":"p"}"#)
    default: Asked(method: "DELETE", target: target, headers: ["If-Match: *"])
    }
  }

  @Test("What is refused, repeated or only read leaves no row in the journal")
  func rows() async throws {
    let folder = try TestFolder()
    let path = folder.path + "/notes.journal"
    _ = try await TestServer.with(path) { port in
      let wire = try Wire(port)
      let new = #"{"userId":1,"title":"a","body":"b"}"#
      for _ in 0..<5 { _ = wire.json("POST", "/notes", new, ["Idempotency-Key: k"]) }
      for _ in 0..<5 { _ = wire.json("PUT", "/notes/1", new, [#"If-Match: "9""#]) }
      _ = wire.ask("GET", "/notes/1")
    }
    #expect(try JournalReader(at: path).info().turns == 1)
  }

  @Test("A journal that somebody else uses, or that is none, is told in the journal's sentence")
  func refused() async throws {
    let folder = try TestFolder()
    let path = folder.path + "/notes.journal"
    let server = try await TestServer(path)
    await #expect(throws: JournalError.self) { _ = try await TestServer(path) }
    try await server.stop()
    try Data("this is no database, but long enough to be looked at as one".utf8).write(
      to: URL(fileURLWithPath: path))
    await #expect(throws: JournalError.self) { _ = try await TestServer(path) }
  }

  @Test("What cannot be kept is not answered as done, and nothing more is taken")
  func disk() async throws {
    let folder = try TestFolder()
    let path = folder.path + "/notes.journal"
    let server = try await TestServer(path, [note(1, "one")])
    let port = server.port
    let answers = try await onThread {
      let wire = try Wire(port)
      // No other process may have it; a journal that is not where it was cannot be written.
      try FileManager.default.moveItem(atPath: path, toPath: path + ".away")
      let new = #"{"userId":1,"title":"a","body":"b"}"#
      return [
        wire.json("POST", "/notes", new), wire.json("POST", "/notes", new), wire.ask("GET", "/notes/2"),
        wire.ask("GET", "/notes/1"), wire.ask("GET", "/changes?after=1"),
      ].compactMap(\.self)
    }
    #expect(answers.map(\.status) == [503, 503, 503, 200, 200])
    #expect(answers[0].text.contains("The server cannot write to its disk: The journal `\(path)`"))
    // What is not on disk is not told to anybody who follows.
    #expect(answers[4].text == "[]")
    #expect(await server.shelf.sequence == 2)
    await #expect(throws: JournalError.self) { try await server.stop() }
  }

  @Test("A deletion that is not on disk is told to nobody")
  func deletion() async throws {
    let folder = try TestFolder()
    let path = folder.path + "/notes.journal"
    let server = try await TestServer(path, [note(1, "one")])
    let port = server.port
    let statuses = try await onThread {
      let wire = try Wire(port)
      try FileManager.default.moveItem(atPath: path, toPath: path + ".away")
      return [
        wire.ask("DELETE", "/notes/1", ["If-Match: *", "Idempotency-Key: k"])?.status,
        wire.ask("GET", "/notes/1")?.status, wire.ask("GET", "/notes/2")?.status,
      ]
    }
    #expect(statuses == [503, 503, 404])
    await #expect(throws: JournalError.self) { try await server.stop() }
  }
}
