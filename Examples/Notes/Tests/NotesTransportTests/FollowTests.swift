import Foundation
import KatanaHTTP
import MillraceTesting
import NotesModel
import RawFixture
import Testing

@testable import NotesTransport

@Suite("Following the change feed")
struct FollowTests {
  static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\n\r\n"

  let transport = CurlTransport(followsRedirects: false)

  private func follow(
    _ server: RawServer, clock: any Clock<Duration> = ManualClock()
  ) throws -> AsyncThrowingStream<FeedBatch, any Error> {
    ServerClient(
      address: try ServerAddress(server.url.absoluteString), token: "t", transport: transport, clock: clock
    ).follow(after: 17)
  }

  /// All batches, and the error at the end.
  private func all(_ stream: AsyncThrowingStream<FeedBatch, any Error>) async -> ([FeedBatch], ServerError?) {
    var batches: [FeedBatch] = []
    do {
      for try await batch in stream { batches.append(batch) }
    } catch {
      return (batches, error as? ServerError)
    }
    return (batches, nil)
  }

  @Test("it asks for events behind the last it knows, and gives all of them before the end of the connection")
  func follow() async throws {
    let entries = (18...60).map(entry)
    let server = try RawServer { connection in
      guard let request = connection.request(), request.line == "GET /changes?after=17",
        request.headers["accept"] == "text/event-stream", request.headers["authorization"] == "Bearer t"
      else { return }
      connection.send(Self.head + entries.map(change).joined() + current(60))
    }
    defer { server.kill() }
    let (batches, error) = await all(try follow(server))
    #expect(batches.flatMap(\.entries) == entries)
    #expect(batches.map(\.isCurrent) == Array(repeating: false, count: batches.count - 1) + [true])
    #expect(error == .unreachable("The server has closed the change feed; the client connects again later."))
  }

  @Test("a feed that comes byte by byte has the same entries")
  func byteByByte() async throws {
    let entries = (18...22).map(entry)
    let server = try RawServer { connection in
      _ = connection.request()
      let text = Self.head + "\u{FEFF}: hello\r\n\r\n" + entries.map(change).joined() + current(22)
      for byte in text.utf8 { connection.send([byte]) }
    }
    defer { server.kill() }
    let (batches, _) = await all(try follow(server))
    #expect(batches.flatMap(\.entries) == entries)
    #expect(batches.last?.isCurrent == true)
  }

  @Test("changes come when they are made")
  func live() async throws {
    let heard = Signal()
    let server = try RawServer { connection in
      _ = connection.request()
      connection.send(Self.head + current(17))
      for number in 18...20 {
        heard.wait(count: number - 17)
        connection.send(change(entry(number)) + current(number))
      }
      connection.waitForEnd()
    }
    defer { server.kill() }
    var numbers: [Int] = []
    for try await batch in try follow(server) {
      numbers += batch.entries.map(\.sequence)
      if batch.isCurrent { heard.give() }
      if numbers.last == 20, batch.isCurrent { break }
    }
    #expect(numbers == [18, 19, 20])
    // The stream is gone, and with it its connection.
    await server.ended.reached()
  }

  @Test("entries by the hundred thousand come in some hundred batches, in order")
  func large() async throws {
    let line = change(entry(1))
    let server = try RawServer { connection in
      _ = connection.request()
      connection.send(Self.head)
      for _ in 0..<20 where !connection.send(String(repeating: line, count: 1000)) { return }
      connection.send(current(1))
      connection.waitForEnd()
    }
    defer { server.kill() }
    var (count, batches) = (0, 0)
    for try await batch in try follow(server) {
      count += batch.entries.count
      batches += 1
      #expect(batch.entries.count <= 1000)
      if batch.isCurrent { break }
    }
    #expect(count == 20_000)
    #expect(batches < 2000)
  }

  @Test("a consumer that is cancelled ends at once, and so does the connection")
  func cancelled() async throws {
    let server = try RawServer { connection in
      _ = connection.request()
      connection.send(Self.head + current(17))
      connection.waitForEnd()
    }
    defer { server.kill() }
    let heard = Signal()
    let stream = try follow(server)
    let task = Task {
      for try await _ in stream { heard.give() }
    }
    await heard.reached()
    task.cancel()
    try await task.value
    await server.ended.reached()
  }

  @Test("a feed that is silent for 45 seconds is over; a comment is enough to be heard")
  func silence() async throws {
    let speak = Signal()
    let server = try RawServer { connection in
      _ = connection.request()
      connection.send(Self.head + current(17))
      speak.wait()
      connection.send(": still here\n\n")
      connection.waitForEnd()
    }
    defer { server.kill() }
    let clock = ManualClock()
    let heard = Signal()
    let stream = try follow(server, clock: clock)
    let task = Task {
      for try await _ in stream { heard.give() }
    }
    await heard.reached()
    await clock.waitForSleepers(count: 1)
    clock.jump(by: .seconds(44))
    let before = clock.sleepers
    speak.give()
    // The wait that began before the comment is over, and another has begun.
    try await clock.waitUntil { clock.sleepers != before && !clock.sleepers.isEmpty }
    #expect(clock.sleepers == [clock.now.advanced(by: .seconds(45))])
    clock.jump(by: .seconds(45))
    await #expect(
      throws: ServerError.unreachable(
        "The change feed was silent for 45.0 seconds; the client connects again later.")
    ) { try await task.value }
    await server.ended.reached()
  }

  @Test("a server that does not even answer is silent, too")
  func noAnswer() async throws {
    let server = try RawServer { $0.waitForEnd() }
    defer { server.kill() }
    let clock = ManualClock()
    let stream = try follow(server, clock: clock)
    let task = Task { for try await _ in stream {} }
    await clock.waitForSleepers(count: 1)
    clock.jump(by: .seconds(45))
    await #expect(throws: ServerError.self) { try await task.value }
  }

  @Test("a killed server ends it with an error, behind what had come")
  func killed() async throws {
    let server = try RawServer { connection in
      _ = connection.request()
      connection.send(
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n")
      let text = change(entry(18)) + current(18) + "data: half"
      connection.send("\(String(text.utf8.count, radix: 16))\r\n\(text)\r\n")
      connection.waitForEnd()
    }
    var batches: [FeedBatch] = []
    let error = await #expect(throws: ServerError.self) {
      for try await batch in try follow(server) {
        batches.append(batch)
        if batch.isCurrent { server.kill() }
      }
    }
    #expect(batches.flatMap(\.entries) == [entry(18)])
    #expect(
      error?.description.hasPrefix("The connection to `127.0.0.1` ended before the answer was complete: ")
        == true)
  }

  @Test("an entry that cannot be read ends it and its connection, behind those before it")
  func unreadable() async throws {
    let server = try RawServer { connection in
      _ = connection.request()
      connection.send(Self.head + change(entry(18)) + current(18) + "event: change\ndata: {}\n\n")
      connection.waitForEnd()
    }
    defer { server.kill() }
    let stream = try follow(server)
    let (batches, error) = await all(stream)
    #expect(batches.flatMap(\.entries) == [entry(18)])
    #expect(error?.description.hasPrefix("An entry of the change feed cannot be read: ") == true)
    await server.ended.reached()
    // The stream is held until here, and stays at its end.
    let (more, none) = await all(stream)
    #expect(more.isEmpty && none == nil)
  }

  @Test("what is no change feed is told so")
  func noFeed() async throws {
    let answers = [
      ("401 Unauthorized", "Content-Type: text/plain", ""),
      ("503 Busy", "Content-Type: text/plain", ""),
      ("200 OK", "Content-Type: text/html", "<html>"),
      ("204 No Content", "X: y", ""),
      ("404 Not Found", "Content-Type: text/html", "<html>"),
      ("400 Bad Request", "Content-Type: application/problem+json", #"{"detail":"No such number."}"#),
    ]
    let server = try RawServer { connection in
      for answer in answers {
        guard connection.request() != nil else { return }
        connection.answer(answer.0, [answer.1], answer.2)
      }
    }
    defer { server.kill() }
    let feedless = "There is no change feed at `\(server.url("/changes?after=17"))`; check the address."
    let expected: [ServerError] = [
      .unauthorized("The server does not accept the token; give the token with which it was started."),
      .unreachable("The server cannot answer now (status 503); the client tries again later."),
      .notAServer(feedless), .notAServer(feedless),
      .notAServer(
        "The answer has the status 404, but no reason, so it does not come from a server of notes; check the address."
      ),
      .notAServer("No such number."),
    ]
    var errors: [ServerError] = []
    for _ in expected { if let error = await all(try follow(server)).1 { errors.append(error) } }
    #expect(errors == expected)
  }
}
