import Foundation
import KatanaHTTP
import Testing

@testable import NotesModel
@testable import NotesTransport

@Suite("Changes and what a server says to them")
struct PushExchangeTests {
  static let problem = ["Content-Type": "application/problem+json; charset=utf-8"]

  private func exchange(_ change: PushRequest.Change) -> PushExchange {
    PushExchange(PushRequest(key: "key-1", change: change))
  }

  private func answer(
    _ change: PushRequest.Change, _ status: Int, _ headers: [String: String] = [:], _ body: String = ""
  ) throws -> PushAnswer {
    try exchange(change).answer(HTTPResponse(status: status, headers: headers, body: Data(body.utf8)))
  }

  static let changes: [PushRequest.Change] = [
    .create(.note(note(-1))), .replace(.note(note(7)), version: 3), .delete(ItemID(.notes, 7), version: 3),
    .restore(.note(note(7))),
  ]

  @Test("a change becomes the request that the server's interface wants")
  func requests() throws {
    let address = try ServerAddress("http://localhost:8080/prefix")
    let requests = try Self.changes.map { try exchange($0).request(to: address) }
    #expect(requests.map(\.method) == [.post, .put, .delete, .put])
    #expect(
      requests.map(\.url.absoluteString) == [
        "http://localhost:8080/prefix/notes", "http://localhost:8080/prefix/notes/7",
        "http://localhost:8080/prefix/notes/7", "http://localhost:8080/prefix/notes/7",
      ])
    #expect(requests.map { $0.headers["If-Match"] } == [nil, "\"3\"", "\"3\"", nil])
    #expect(requests.map { $0.headers["If-None-Match"] } == [nil, nil, nil, "*"])
    #expect(requests.allSatisfy { $0.headers["Idempotency-Key"] == "key-1" })
    #expect(
      requests.map { $0.headers["Content-Type"] } == [
        "application/json", "application/json", nil, "application/json",
      ])
    #expect(
      requests.map { $0.body.map { String(decoding: $0, as: UTF8.self) } } == [
        try json(note(-1)), try json(note(7)), nil, try json(note(7)),
      ])
  }

  @Test("what is done has the version of the entity tag")
  func done() throws {
    let stored = try answer(.create(.note(note(-1))), 201, ["ETag": "\"1\""], json(note(9)))
    #expect(stored == .stored(.note(note(9)), version: 1))
    let replaced = try answer(.replace(.note(note(7)), version: 3), 200, ["etag": "\"4\""], json(note(7)))
    #expect(replaced == .stored(.note(note(7)), version: 4))
    #expect(
      try answer(.delete(ItemID(.notes, 7), version: 3), 204, ["ETag": "\"4\""]) == .deleted(version: 4))
    let todo = Todo(userId: 1, id: 2, title: "t", completed: true)
    #expect(
      try answer(.restore(.todo(todo)), 201, ["ETag": "\"4\""], json(todo))
        == .stored(.todo(todo), version: 4))
    let user = User(id: 1, name: "n", username: "u", email: "e")
    #expect(
      try answer(.restore(.user(user)), 201, ["ETag": "\"4\""], json(user))
        == .stored(.user(user), version: 4))
  }

  @Test("what was stored is what was asked for, under a number that a server gives")
  func otherNumbers() throws {
    for (change, number) in [
      (PushRequest.Change.create(.note(note(-1))), -2), (.create(.note(note(-1))), 0),
      (.replace(.note(note(7)), version: 3), 8), (.restore(.note(note(7))), -7),
    ] {
      let error = #expect(throws: ServerError.self) {
        try answer(change, 200, ["ETag": "\"1\""], json(note(number)))
      }
      #expect(error?.description.contains("instead of the requested item") == true)
    }
  }

  @Test("somebody else was first")
  func conflict() throws {
    let current = try json(Item.note(note(7)))
    for change in Self.changes {
      let body = #"{"status":412,"title":"t","version":5,"current":\#(current)}"#
      #expect(try answer(change, 412, Self.problem, body) == .conflict(.note(note(7)), version: 5))
      #expect(
        try answer(change, 412, Self.problem, #"{"version":6,"current":null}"#) == .conflict(nil, version: 6))
    }
    #expect(try answer(Self.changes[1], 404, Self.problem, "{}") == .conflict(nil, version: 0))
    #expect(try answer(Self.changes[2], 404, Self.problem, "{}") == .conflict(nil, version: 0))
  }

  @Test("a refusal says why", arguments: [400, 403, 409, 413, 422, 428])
  func refused(_ status: Int) throws {
    let change = Self.changes[0]
    #expect(
      try answer(change, status, Self.problem, #"{"title":"t","detail":"The title is empty."}"#)
        == .refused("The title is empty."))
    #expect(try answer(change, status, Self.problem, #"{"title":"No title"}"#) == .refused("No title"))
    #expect(
      try answer(change, status, Self.problem, "{}")
        == .refused("The server rejected it with the status \(status), without a reason."))
  }

  @Test("what says nothing about the change is an error, and the change is not given up")
  func errors() throws {
    for change in Self.changes {
      #expect(
        throws: ServerError.unauthorized(
          "The server does not accept the token; give the token with which it was started.")
      ) { try answer(change, 401) }
      for status in [408, 429, 500, 502, 503, 599] {
        #expect(
          throws: ServerError.unreachable(
            "The server cannot answer now (status \(status)); the client tries again later.")
        ) { try answer(change, status) }
      }
      for status in [302, 304] {
        #expect(
          throws: ServerError.notAServer(
            "A server of notes never answers with the status \(status); check its address.")
        ) { try answer(change, status) }
      }
      for status in [400, 404, 405, 412] {
        #expect(
          throws: ServerError.notAServer(
            """
            The answer has the status \(status), but no reason, so it does not come from a server of notes; check the \
            address.
            """)
        ) { try answer(change, status, ["Content-Type": "application/json"], #"{"detail":"x","version":1}"#) }
      }
      #expect(throws: ServerError.self) { try answer(change, 412, Self.problem, "{}") }
      #expect(throws: ServerError.self) { try answer(change, 412, Self.problem, "no JSON") }
    }
  }

  @Test("success without a version or an item is not that of a server of notes")
  func halfDone() throws {
    let change = Self.changes[1]
    for tag in ["", "\"", "\"\"", "4", "\"x\"", "W/\"4\""] {
      #expect(throws: ServerError.self) { try answer(change, 200, ["ETag": tag], json(note(7))) }
    }
    let error = #expect(throws: ServerError.self) {
      try answer(change, 200, ["ETag": "\"4\""], #"{"id":"x"}"#)
    }
    #expect(
      error?.description.hasPrefix("The server answered with a note that cannot be read: `/") == true,
      "\(String(describing: error))")
  }
}
