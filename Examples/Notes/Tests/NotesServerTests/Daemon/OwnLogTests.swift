import Foundation
import HTTPDaemon
import Millrace
import MillraceJournal
import MillraceSync
import MillraceSyncHTTP
import NotesModel
import Synchronization
import Testing
import WireFixture

@testable import NotesServer
@testable import NotesShelf

/// A server that has its log alone, and a device that writes to it through the server.
@Suite("A log of one server")
struct OwnLogTests {
  private static let body = #"{"userId":1,"title":"new","body":""}"#

  @Test("A read asks the log for nothing, also behind a change, and neither does a repeated request")
  func reading() async throws {
    let log = CountingLog()
    let server = try await TestServer(sharing: log, isAlone: true, [note(1, "one")])
    let port = server.port
    let (statuses, texts, asked) = try await onThread {
      let wire = try Wire(port)
      let made = wire.json("POST", "/notes", Self.body, ["Idempotency-Key: k"])
      let before = log.requests
      let statuses = ["/notes/1", "/notes/2", "/notes", "/", "/export"].map { wire.ask("GET", $0)?.status }
      let repeated = wire.json("POST", "/notes", Self.body, ["Idempotency-Key: k"])
      return (statuses, [made?.text, repeated?.text], log.requests - before)
    }
    #expect(statuses == [200, 200, 200, 200, 200])
    #expect(texts[0] != nil && texts[0] == texts[1])
    #expect(asked == 0)
    try await server.stop()
  }

  @Test("A read shows what a device was told, though the server has not heard of it otherwise")
  func devices() async throws {
    let log = CountingLog()
    let server = try await TestServer(sharing: log, isAlone: true, [note(1, "one")])
    let port = server.port
    let device = try HTTPLog(
      ShelfLog.name, at: try #require(URL(string: "http://127.0.0.1:\(port)/log"))
    ) { "none" }
    for number in 1...20 {
      let command = ChangeItem(.create(note(0, "\(number)")), key: "k\(number)")
      let entry = LogEntry(
        writer: try LogWriter("device-1"), number: UInt64(number), store: ShelfLog.store,
        kind: ShelfLog.messages.kinds[0], rules: 1, time: 0,
        message: try RecordEncoder().encode(ShelfMessage.change(command)))
      _ = try await device.append([entry], after: try await log.head() - 1)
      let status = try await onThread { try Wire(port).ask("GET", "/notes/\(number + 1)")?.status }
      #expect(status == 200, "note \(number + 1)")
    }
    try await server.stop()
  }

  @Test("While the log cannot be written, reads show what was answered, and changes get 503")
  func away() async throws {
    let log = CountingLog()
    let server = try await TestServer(sharing: log, isAlone: true, [note(1, "one")])
    let port = server.port
    log.log.fail(with: .unavailable(log: "memory", reason: "the disk is full"))
    let statuses = try await onThread {
      let wire = try Wire(port)
      return [
        wire.json("POST", "/notes", Self.body)?.status, wire.ask("GET", "/notes/1")?.status,
        wire.ask("GET", "/notes/2")?.status,
      ]
    }
    #expect(statuses == [503, 200, 404])
    log.log.fail(with: nil)
    try await server.stop()
  }

  @Test("A log that has gone back ends the answers of reads, too")
  func wentBack() async throws {
    let log = MemoryLog()
    let (told, tell) = AsyncStream.makeStream(of: String.self)
    let server = try await TestServer(
      sharing: log, isAlone: true, [note(1, "one"), note(2, "two")], report: { tell.yield($0) })
    let port = server.port
    log.goBack(to: 1)
    var news = told.makeAsyncIterator()
    #expect(await news.next()?.hasPrefix("Requests are refused from now on.") == true)
    #expect(try await onThread { try Wire(port).ask("GET", "/notes/1")?.status } == 503)
    try await server.stop()
  }
}

/// A log in memory that counts its requests, and wakes no follower.
private final class CountingLog: SharedLog {
  let log = MemoryLog(ShelfLog.name)
  private let count = Mutex(0)
  var name: String { log.name }
  var requests: Int { count.withLock { $0 } }

  func append(_ entries: [LogEntry], after position: UInt64) async throws(SharedLogError) -> LogPage {
    count.withLock { $0 += 1 }
    return try await log.append(entries, after: position)
  }

  func read(after position: UInt64, limit: Int) async throws(SharedLogError) -> LogPage {
    count.withLock { $0 += 1 }
    return try await log.read(after: position, limit: limit)
  }

  func waitForEntries(after position: UInt64) async throws(SharedLogError) {
    let (never, continuation) = AsyncStream.makeStream(of: Void.self)
    for await _ in never {}
    withExtendedLifetime(continuation) {}
    throw .cancelled(log: name)
  }

  func snapshot() async throws(SharedLogError) -> LogSnapshot? { try await log.snapshot() }

  func keep(_ snapshot: LogSnapshot, keeping count: Int) async throws(SharedLogError) {
    try await log.keep(snapshot, keeping: count)
  }
}
