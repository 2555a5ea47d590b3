import Aftermath
import Features
import Foundation
import HTTPFixture
import MillraceDependencies
import MillraceHTTP
import Testing

@Suite("A feature at a real server")
@MainActor
struct ServerTests {
  private let engine = Engine(name: "features")

  @discardableResult
  private func use(_ server: HTTPFixture) throws -> Resource<NoteFeature> {
    try engine.use(feature: NoteFeature(), at: try address(server.url + "/api"))
  }

  @Test("lists, opens, creates, changes and deletes")
  func everything() async throws {
    let log = RecordedCalls<String>()
    let server = try HTTPFixture { request in
      log.append("\(request.method) \(request.target) \(request.text)")
      let headers = ["Connection": "close"]
      switch (request.method, request.path) {
      case ("GET", "/api/notes"): return .init(headers: headers, body: #"[{"id":1,"text":"one"}]"#)
      case ("DELETE", _): return .init(status: 204, headers: headers)
      default:
        return .init(
          status: request.method == "POST" ? 201 : 200, headers: headers, body: #"{"id":1,"text":"uno"}"#)
      }
    }
    defer { server.stop() }
    try use(server)
    let uno = Note(id: 1, text: "uno")
    #expect(try await engine.result(of: ListCommand<NoteFeature>()) == [Note(id: 1, text: "one")])
    #expect(try await engine.result(of: DetailCommand<NoteFeature>(id: 1)) == uno)
    #expect(try await engine.result(of: CreateCommand<NoteFeature>(.init(text: "Brontë"))) == uno)
    #expect(try await engine.result(of: UpdateCommand<NoteFeature>(id: 1, .init(text: "uno"))) == uno)
    #expect(try await engine.result(of: DeleteCommand<NoteFeature>(id: 1)) == 1)
    #expect(
      log.all == [
        "GET /api/notes ", "GET /api/notes/1 ", #"POST /api/notes {"text":"Brontë"}"#,
        #"PATCH /api/notes/1 {"text":"uno"}"#, "DELETE /api/notes/1 ",
      ])
  }

  @Test("says which status, which body and which id it was", arguments: [404, 500])
  func refusals(status: Int) async throws {
    let server = try HTTPFixture { _ in .init(status: status, headers: ["Connection": "close"], body: "no") }
    defer { server.stop() }
    try use(server)
    await #expect {
      try await engine.result(of: DetailCommand<NoteFeature>(id: 5))
    } throws: { error in
      switch error as? RESTError {
      case .noSuchID("5", "notes"): status == 404
      case .http(.status(let response), _): response.status == status && response.text == "no"
      default: false
      }
    }
  }

  @Test("says that a body is no JSON, and that a connection was cut")
  func trouble() async throws {
    let server = try HTTPFixture { request in
      request.path.hasSuffix("/1") ? .cut(after: #"{"id":"#, of: 100) : .init(body: "<html>")
    }
    defer { server.stop() }
    try use(server)
    await #expect {
      try await engine.result(of: ListCommand<NoteFeature>())
    } throws: {
      if case .http(.decoding, _)? = $0 as? RESTError { true } else { false }
    }
    await #expect {
      try await engine.result(of: DetailCommand<NoteFeature>(id: 1))
    } throws: {
      if case .http(.transport, _)? = $0 as? RESTError { true } else { false }
    }
  }

  @Test("closes the connection of a command that is cancelled")
  func cancellation() async throws {
    let (asked, ask) = AsyncStream.makeStream(of: Void.self)
    let server = try HTTPFixture { _ in
      ask.yield()
      return .never
    }
    defer { server.stop() }
    try use(server)
    engine.execute(command: ListCommand<NoteFeature>())
    for await _ in asked { break }
    engine.cancel(ListCommand<NoteFeature>.self)
    await server.waitForEnds(count: 1)
    await engine.run()
  }
}
