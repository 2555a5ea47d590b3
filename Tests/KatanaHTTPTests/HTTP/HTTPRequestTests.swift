import Foundation
import HTTPFixture
import Katana
import KatanaHTTP
import Testing

@Suite("What an HTTP command sends")
struct HTTPRequestTests {
  /// A server that tells what it was asked.
  private func echo() throws -> (HTTPFixture, HTTPLog<HTTPFixture.Request>) {
    let log = HTTPLog<HTTPFixture.Request>()
    let server = try HTTPFixture { request in
      log.append(request)
      return .init(body: #"{"name":"\#(request.method.lowercased())"}"#)
    }
    return (server, log)
  }

  @Test("each method arrives as itself, and its answer is decoded", arguments: HTTPCarrier.allCases)
  func methods(_ carrier: HTTPCarrier) async throws {
    let (server, log) = try echo()
    defer { server.stop() }
    let url = try server.at("/user")
    let type = HTTPUser.self
    let commands: [HTTPCommand<HTTPUser>] = [
      .get(url, decoding: type) { HTTPTestMessage.user($0) },
      .post(url, decoding: type) { HTTPTestMessage.user($0) },
      .put(url, decoding: type) { HTTPTestMessage.user($0) },
      .patch(url, decoding: type) { HTTPTestMessage.user($0) },
      .delete(url, decoding: type) { HTTPTestMessage.user($0) },
    ]
    for (command, method) in zip(commands, ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
      let message = try await answer(of: command, over: carrier)
      #expect(message == .user(.success(HTTPUser(name: method.lowercased()))))
      #expect(log.all.last?.method == method)
    }
    #expect(log.all.count == 5)
  }

  @Test("methods without a decoded payload arrive as themselves too", arguments: HTTPCarrier.allCases)
  func plainMethods(_ carrier: HTTPCarrier) async throws {
    let (server, log) = try echo()
    defer { server.stop() }
    let url = try server.at("/user")
    let commands: [HTTPCommand<NoPayload>] = [
      .get(url, as: .nothing) { HTTPTestMessage.done($0) },
      .head(url, as: .nothing) { HTTPTestMessage.done($0) },
      .options(url, as: .nothing) { HTTPTestMessage.done($0) },
      .post(url, as: .nothing) { HTTPTestMessage.done($0) },
      .put(url, as: .nothing) { HTTPTestMessage.done($0) },
      .patch(url, as: .nothing) { HTTPTestMessage.done($0) },
      .delete(url, as: .nothing) { HTTPTestMessage.done($0) },
    ]
    for command in commands {
      #expect(try await answer(of: command, over: carrier) == .done(.success(NoPayload())))
    }
    #expect(log.all.map(\.method) == ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"])
  }

  @Test("path, query and headers arrive as they were given", arguments: HTTPCarrier.allCases)
  func headers(_ carrier: HTTPCarrier) async throws {
    let (server, log) = try echo()
    defer { server.stop() }
    let url = try server.at("/a%20b?q=1&r=%C3%A4")
    _ = try await answer(
      of: .get(url, headers: ["X-One": "1", "Accept": "text/x, */*"], as: .nothing) {
        HTTPTestMessage.done($0)
      }, over: carrier)
    let request = try #require(log.all.first)
    #expect(request.target == "/a%20b?q=1&r=%C3%A4")
    #expect(request.header("x-one") == "1")
    #expect(request.header("accept") == "text/x, */*")
    #expect(request.header("content-type") == nil)
    #expect(request.body.isEmpty)
  }

  @Test("a JSON body arrives encoded, with its type")
  func json() async throws {
    let (server, log) = try echo()
    defer { server.stop() }
    _ = try await answer(
      of: .post(
        try server.at("/"), body: .json(HTTPUser(name: "ada", age: 36)), as: .nothing
      ) { HTTPTestMessage.done($0) })
    let request = try #require(log.all.first)
    #expect(request.text == #"{"age":36,"name":"ada"}"#)
    #expect(request.header("content-type") == "application/json")
    #expect(request.header("content-length") == "23")
  }

  @Test("a form arrives encoded, in the order of its names")
  func form() async throws {
    let (server, log) = try echo()
    defer { server.stop() }
    _ = try await answer(
      of: .put(
        try server.at("/"), body: .form(["b": "1+1=2", "a c": "ä&", "z": ""]), as: .nothing
      ) { HTTPTestMessage.done($0) })
    let request = try #require(log.all.first)
    #expect(request.text == "a+c=%C3%A4%26&b=1%2B1%3D2&z=")
    #expect(request.header("content-type") == "application/x-www-form-urlencoded")
  }

  @Test(
    "bytes arrive as they are, all four million of them, and a header for their type goes before the body's")
  func data() async throws {
    let (server, log) = try echo()
    defer { server.stop() }
    let bytes = (0..<4_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    _ = try await answer(
      of: .post(
        try server.at("/"), headers: ["content-type": "image/x-test"], body: .data(Data(bytes)),
        as: .nothing
      ) { HTTPTestMessage.done($0) })
    let request = try #require(log.all.first)
    #expect(request.body == bytes)
    #expect(
      request.headers.filter { $0.name.lowercased() == "content-type" }.map(\.value) == ["image/x-test"])
  }

  @Test("the payload can be the bytes, or the whole response")
  func payloads() async throws {
    let server = try HTTPFixture { _ in .init(status: 201, headers: ["X-Kind": "seven"], body: [0, 1, 255]) }
    defer { server.stop() }
    let url = try server.at("/")
    #expect(
      try await answer(of: .get(url, as: .data) { HTTPTestMessage.data($0) })
        == .data(.success(Data([0, 1, 255]))))
    let message = try await answer(of: .get(url, as: .response) { HTTPTestMessage.response($0) })
    guard case .response(.success(let response)) = message else {
      Issue.record("\(String(describing: message))")
      return
    }
    #expect(response.status == 201)
    #expect(response.header("x-kind") == "seven")
    #expect(response.body == Data([0, 1, 255]))
  }

  @Test("a body in chunks arrives whole", arguments: HTTPCarrier.allCases)
  func chunks(_ carrier: HTTPCarrier) async throws {
    let server = try HTTPFixture { _ in
      .pieces { writer in for piece in ["one ", "two ", "three"] { try writer.write(piece) } }
    }
    defer { server.stop() }
    #expect(
      try await answer(of: .get(try server.at("/"), as: .data) { HTTPTestMessage.data($0) }, over: carrier)
        == .data(.success(Data("one two three".utf8))))
  }

  @Test("a redirection is followed", arguments: HTTPCarrier.allCases)
  func redirection(_ carrier: HTTPCarrier) async throws {
    let server = try HTTPFixture { request in
      request.path == "/old" ? .init(status: 302, headers: ["Location": "/new"]) : .init(body: "here")
    }
    defer { server.stop() }
    #expect(
      try await answer(of: .get(try server.at("/old"), as: .data) { HTTPTestMessage.data($0) }, over: carrier)
        == .data(.success(Data("here".utf8))))
  }
}
