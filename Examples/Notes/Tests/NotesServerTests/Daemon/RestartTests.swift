import Foundation
import HTTPDaemon
import MillraceSync
import NotesModel
import Testing
import WireFixture

@testable import NotesServer
@testable import NotesShelf

@Suite("Starting again")
struct RestartTests {
  @Test("The shelf of the next start equals the one before, with and without a snapshot")
  func restart() async throws {
    for seed in UInt64(1)...6 {
      let folder = try TestFolder()
      let path = folder.path + "/notes.database"
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

  @Test("What is refused, repeated or only read leaves no entry in the log")
  func rows() async throws {
    let log = MemoryLog()
    let server = try await TestServer(sharing: log)
    let before = try await log.head()
    let port = server.port
    try await onThread {
      let wire = try Wire(port)
      let new = #"{"userId":1,"title":"a","body":"b"}"#
      for _ in 0..<5 { _ = wire.json("POST", "/notes", new, ["Idempotency-Key: k"]) }
      for _ in 0..<5 { _ = wire.json("PUT", "/notes/1", new, [#"If-Match: "9""#]) }
      _ = wire.ask("GET", "/notes/1")
    }
    try await server.stop()
    #expect(try await log.head() == before + 1)
  }
}
