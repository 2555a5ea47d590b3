#if canImport(CCurl)
import Foundation
import RawFixture
import Testing

@testable import KatanaHTTP
@testable import MillraceHTTP

@Suite("Requests that are cancelled")
struct CancellationTests {
  let transport = CurlTransport()

  @Test("one that is cancelled before it begins opens no connection")
  func before() async throws {
    let server = try RawServer { $0.waitForEnd() }
    defer { server.kill() }
    let (transport, gate) = (transport, Signal())
    let task = Task {
      await gate.reached()
      return try await transport.response(to: HTTPRequest(.get, server.url))
    }
    task.cancel()
    gate.give()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(server.begun.count == 0)
  }

  @Test(
    "one that is under way ends at once, and so does its connection",
    arguments: ["", "HTTP/1.1 200", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab"])
  func during(_ beginning: String) async throws {
    let asked = Signal()
    let server = try RawServer { connection in
      _ = connection.request()
      connection.send(beginning)
      asked.give()
      connection.waitForEnd()
    }
    defer { server.kill() }
    let transport = transport
    let task = Task { try await transport.response(to: HTTPRequest(.get, server.url)) }
    await asked.reached()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    await server.ended.reached()
  }

  @Test("of many, those that are cancelled end and the others go on")
  func some() async throws {
    let release = Signal()
    let server = try RawServer { connection in
      while let request = connection.request() {
        release.wait()
        connection.answer("200 OK", [], request.line)
      }
    }
    defer { server.kill() }
    let transport = transport
    let tasks = (0..<40).map { number in
      Task {
        try await transport.response(to: HTTPRequest(.get, server.url("/\(number)"))).text
      }
    }
    await server.begun.reached(count: 40)
    for (number, task) in tasks.enumerated() where number % 2 == 0 { task.cancel() }
    for task in tasks.enumerated().filter({ $0.offset % 2 == 0 }).map(\.element) {
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    release.give()
    for (number, task) in tasks.enumerated() where number % 2 == 1 {
      #expect(try await task.value == "GET /\(number)")
    }
  }

  @Test("whenever it is cancelled, it ends: with the answer or without")
  func atAnyTime() async throws {
    let server = try RawServer { connection in
      while connection.request() != nil { connection.answer("200 OK", [], "whole") }
    }
    defer { server.kill() }
    let transport = transport
    for turns in 0..<200 {
      let task = Task { try await transport.response(to: HTTPRequest(.get, server.url)).text }
      // Each is a task's whole life further on.
      for _ in 0..<turns { await Task {}.value }
      task.cancel()
      switch await task.result {
      case .success(let text): #expect(text == "whole")
      case .failure(let error): #expect(error is CancellationError)
      }
    }
  }
}
#endif
