import Foundation
import Millrace
import MillraceSync
import NotesModel
import Testing
import WireFixture

@testable import NotesServer
@testable import NotesShelf

/// Servers on one log, in this process.
@Suite("Servers that share a log")
struct SharedServerTests {
  private static func body(_ title: String) -> String { #"{"userId":1,"title":"\#(title)","body":""}"# }

  /// Two servers on one log, for the length of a test.
  private static func two<Result: Sendable>(
    _ log: any SharedLog, _ items: Item..., client: @escaping @Sendable (Wire, Wire) throws -> Result
  ) async throws -> Result {
    let first = try await TestServer(sharing: log, items)
    let second = try await TestServer(sharing: log)
    let result = try await onThread { try client(Wire(first.port), Wire(second.port)) }
    try await first.stop()
    try await second.stop()
    return result
  }

  @Test(
    "What one has answered, the other shows at once, under the same numbers and the same name of the data")
  func current() async throws {
    let pairs = try await Self.two(MemoryLog(), note(1, "one")) { first, second in
      var pairs: [[String?]] = []
      for step in 0..<20 {
        let (writer, reader) = step.isMultiple(of: 2) ? (first, second) : (second, first)
        let made = writer.json("POST", "/notes", Self.body("\(step)"))
        pairs.append([made?.text, reader.ask("GET", made?.headers["location"] ?? "?")?.text])
      }
      for target in ["/", "/changes", "/notes?limit=1000", "/export"] {
        pairs.append([first.ask("GET", target)?.text, second.ask("GET", target)?.text])
      }
      return pairs
    }
    #expect(pairs.count == 24)
    for pair in pairs { #expect(pair[0] != nil && pair[0] == pair[1]) }
    #expect(pairs[20][0]?.hasSuffix(#""sequence":21}"#) == true)
  }

  @Test("A change of a version that another server has replaced is refused with what is there")
  func conflicts() async throws {
    let answers = try await Self.two(MemoryLog(), note(1, "one")) { first, second in
      [
        first.json("PUT", "/notes/1", Self.body("first"), [#"If-Match: "1""#]),
        second.json("PUT", "/notes/1", Self.body("second"), [#"If-Match: "1""#]),
        second.ask("DELETE", "/notes/1", [#"If-Match: "2""#]),
        first.json("PATCH", "/notes/1", #"{"title":"p"}"#, [#"If-Match: "2""#]),
        first.ask("DELETE", "/notes/1", ["If-Match: *"]), first.ask("GET", "/notes/1"),
        first.json("PUT", "/notes/9999999", Self.body("far"), ["If-None-Match: *"]),
      ].compactMap(\.self)
    }
    #expect(answers.map(\.status) == [200, 412, 204, 412, 404, 404, 422])
    #expect(answers[1].headers["etag"] == #""2""# && answers[1].text.contains(#""title":"first""#))
    #expect(answers[3].text.hasSuffix(#""version":3,"current":null}"#))
  }

  @Test("Of those who change one version at the same time, at either server, one succeeds", arguments: 1...5)
  func races(round: Int) async throws {
    let log = MemoryLog()
    let servers = [try await TestServer(sharing: log, [note(1, "one")]), try await TestServer(sharing: log)]
    let ports = servers.map(\.port)
    let statuses = try await onThread {
      let writers = (0..<8).map { number in
        Writer {
          let wire = try Wire(ports[number % 2])
          return (1...20).map { version in
            wire.json("PUT", "/notes/1", Self.body("\(number)"), ["If-Match: \"\(version)\""])?.status
          }
        }
      }
      return try writers.map { try $0.wait() }
    }
    let won = (0..<20).map { version in statuses.count { $0[version] == 200 } }
    #expect(won.allSatisfy { $0 <= 1 })
    #expect(statuses.joined().allSatisfy { $0 == 200 || $0 == 412 })
    #expect(await servers[0].shelf[ItemID(.notes, 1)]?.version == 1 + won.reduce(0, +))
    for server in servers { try await server.stop() }
  }

  @Test("A request that is repeated at another server is answered as before, and done once")
  func repeating() async throws {
    let answers = try await Self.two(MemoryLog()) { first, second in
      let key = ["Idempotency-Key: k"]
      return [
        first.json("POST", "/notes", Self.body("a"), key), second.json("POST", "/notes", Self.body("a"), key),
        second.json("PATCH", "/notes/1", #"{"title":"b"}"#, ["If-Match: *"]),
        first.json("POST", "/notes", Self.body("a"), key), second.json("POST", "/notes", Self.body("c"), key),
        first.ask("GET", "/"),
      ].compactMap(\.self)
    }
    #expect(answers.map(\.status) == [201, 201, 200, 201, 422, 200])
    #expect(Set([0, 1, 3].map { answers[$0].text }).count == 1)
    #expect(Set([0, 1, 3].map { answers[$0].headers["etag"] }) == [#""1""#])
    #expect(answers[5].text.hasSuffix(#""sequence":2}"#))
  }

  @Test("What is refused, repeated or only read leaves no entry in the log")
  func entries() async throws {
    let log = MemoryLog()
    _ = try await Self.two(log) { first, second in
      for wire in [first, second, first] {
        _ = wire.json("POST", "/notes", Self.body("a"), ["Idempotency-Key: k"])
        _ = wire.json("PUT", "/notes/1", Self.body("b"), [#"If-Match: "9""#])
        _ = wire.ask("GET", "/notes/1")
      }
    }
    // The name of the data, and the note.
    #expect(try await log.head() == 2)
  }

  @Test("Who follows one server is told what happens at the other")
  func following() async throws {
    let events = try await Self.two(MemoryLog(), note(1, "one")) { first, second in
      second.request("GET", "/changes?after=0", ["Accept: text/event-stream"])
      _ = second.head()
      for title in ["two", "three"] { _ = first.json("POST", "/notes", Self.body(title)) }
      let end = Array("event: current\ndata: {\"sequence\":3}\n\n".utf8)
      var bytes: [UInt8] = []
      while !bytes.suffix(end.count).elementsEqual(end), let chunk = second.chunk() { bytes += chunk }
      return try FeedEvents(bytes)
    }
    #expect(events.entries.map(\.sequence) == [1, 2, 3])
  }

  @Test("While the log is away, 503 says to come again; then it goes on, and what was in doubt is done once")
  func away() async throws {
    let log = MemoryLog()
    let (told, tell) = AsyncStream.makeStream(of: String.self)
    let first = try await TestServer(sharing: log, [note(1, "one")], report: { tell.yield($0) })
    let second = try await TestServer(sharing: log)
    let (port, other) = (first.port, second.port)
    let away = SharedLogError.unavailable(log: "memory", reason: "it is away")
    var news = told.makeAsyncIterator()
    // The log has the change, but its answer is lost, as when a connection breaks.
    log.loseAnswers(true)
    let doubtful = try await onThread {
      try Wire(port).json("POST", "/notes", Self.body("doubt"), ["Idempotency-Key: k"])
    }
    #expect(
      await news.next()
        == "The database cannot be reached, so requests get 503 until it can: the answer was lost.")
    log.fail(with: away)
    let refused = try await onThread {
      let wire = try Wire(port)
      return [
        wire.json("POST", "/notes", Self.body("no"), ["Idempotency-Key: n"]), wire.ask("GET", "/notes/1"),
        wire.ask("GET", "/"),
      ].compactMap(\.self)
    }
    log.loseAnswers(false)
    log.fail(with: nil)
    #expect(await news.next() == "The database can be reached again.")
    let after = try await onThread {
      let (wire, wire2) = (try Wire(port), try Wire(other))
      return [
        wire.ask("GET", "/notes/1"),
        wire2.json("POST", "/notes", Self.body("doubt"), ["Idempotency-Key: k"]),
        wire.json("POST", "/notes", Self.body("doubt"), ["Idempotency-Key: k"]), wire.ask("GET", "/"),
      ].compactMap(\.self)
    }
    for answer in refused + [try #require(doubtful)] {
      #expect(answer.status == 503 && answer.headers["retry-after"] == "5")
      #expect(answer.text.contains("The server cannot reach its database now."))
    }
    #expect(after.map(\.status) == [200, 201, 201, 200])
    #expect(after[1].text == after[2].text)
    #expect(after[3].text.hasSuffix(#""sequence":2}"#))
    try await first.stop()
    try await second.stop()
  }

  @Test("A server that starts later begins with a snapshot, and all find the same digests")
  func snapshots() async throws {
    let (told, tell) = AsyncStream.makeStream(of: String.self)
    let log = MemoryLog()
    let options = ReplicaOptions(digestInterval: 7, snapshotInterval: 30, keptEntries: 5)
    var servers: [TestServer] = []
    var random = SeededRandom(UInt64.random(in: 0...UInt64.max))
    for _ in 0..<4 {
      servers.append(try await TestServer(sharing: log, options: options, report: { tell.yield($0) }))
      let ports = servers.map(\.port)
      let requests = (0..<40).map { _ in (RestartTests.request(&random), random.below(ports.count)) }
      let statuses = try await onThread {
        let wires = try ports.map { try Wire($0) }
        return requests.map { request, place in
          wires[place].json(request.method, request.target, request.body, request.headers)?.status
        }
      }
      #expect(statuses.allSatisfy { [200, 201, 204, 404, 412].contains($0) }, "\(statuses)")
    }
    let ports = servers.map(\.port)
    let texts = try await onThread {
      try ports.map { port in
        let wire = try Wire(port)
        return ["/", "/changes", "/export"].map { wire.ask("GET", $0)?.text }
      }
    }
    #expect(Set(texts).count == 1)
    #expect(try #require(await log.snapshot()).position >= 30)
    for server in servers { try await server.stop() }
    tell.finish()
    for await sentence in told { Issue.record("\(sentence)") }
  }

  @Test("A server is not started on a log that cannot be reached, and ends while it cannot")
  func start() async throws {
    let log = MemoryLog()
    let away = SharedLogError.unavailable(log: "memory", reason: "it is away")
    let server = try await TestServer(sharing: log)
    log.fail(with: away)
    await #expect(throws: ReplicaError.log(away)) { _ = try await TestServer(sharing: log) }
    try await server.stop()
  }

  @Test("A log that has gone back ends the answers, with a sentence for the operator")
  func wentBack() async throws {
    let log = MemoryLog()
    let (told, tell) = AsyncStream.makeStream(of: String.self)
    let server = try await TestServer(
      sharing: log, [note(1, "one"), note(2, "two")], report: { tell.yield($0) })
    let port = server.port
    log.goBack(to: 1)
    var news = told.makeAsyncIterator()
    let sentence = await news.next()
    #expect(
      sentence?.hasPrefix("Requests are refused from now on. The log `memory` ends at position 1") == true)
    let answer = try await onThread { try Wire(port).ask("GET", "/notes/1") }
    #expect(answer?.status == 503 && answer?.text.contains("Send the request to another server") == true)
    try await server.stop()
  }

  @Test("An entry of a later release ends the answers, with a sentence for the operator")
  func laterRelease() async throws {
    let log = MemoryLog()
    let (told, tell) = AsyncStream.makeStream(of: String.self)
    let server = try await TestServer(sharing: log, report: { tell.yield($0) })
    let port = server.port
    let entry = LogEntry(
      writer: try LogWriter("later"), number: 1, store: ShelfLog.store,
      kind: ShelfLog.messages.kinds[0], rules: 2, time: 0, message: [0])
    _ = try await log.append([entry], after: 1)
    var news = told.makeAsyncIterator()
    let sentence = await news.next()
    #expect(sentence?.contains("waits for another release of the application") == true)
    let answer = try await onThread { try Wire(port).json("POST", "/notes", Self.body("a")) }
    #expect(answer?.status == 503 && answer?.headers["retry-after"] == "5")
    try await server.stop()
  }

  @Test("While the log does not answer, so many bodies wait, and further requests are told to come again")
  func stalled() async throws {
    let log = StalledLog()
    let server = try await TestServer(sharing: log, [note(1, "one")])
    let port = server.port
    await log.stall()
    // None of them changes anything, but that is said only when it is certain.
    let patch = #"{"other":"\#(String(repeating: "x", count: 1_000_000))"}"#
    let (answers, answered) = AsyncStream.makeStream(of: Wire.Answer?.self)
    for _ in 0..<9 {
      Thread.detachNewThread {
        let headers = ["Content-Type: application/json", "If-Match: *"]
        answered.yield((try? Wire(port))?.ask("PATCH", "/notes/1", headers, body: patch))
      }
    }
    // One of them does not fit, and is answered while the others wait.
    var news = answers.makeAsyncIterator()
    let first = try #require(await news.next())
    #expect(first?.status == 503 && first?.text.contains("no memory left") == true)
    await log.goOn()
    for _ in 0..<8 { #expect(await news.next()??.status == 422) }
    try await server.stop()
  }

  @Test("What no entry can have is refused for what is wrong with it")
  func hostile() async throws {
    let deep = String(repeating: #"{"title":"#, count: 510) + "1" + String(repeating: "}", count: 510)
    let statuses = try await Self.two(MemoryLog(), note(1, "one")) { first, second in
      [
        first.json("PATCH", "/notes/1", deep, ["If-Match: *"])?.status,
        first.json("PATCH", "/notes/1", deep, [#"If-Match: "7""#])?.status,
        second.ask("GET", "/notes/1")?.status,
      ]
    }
    #expect(statuses == [422, 412, 200])
  }

  @Test("A file is imported in parts, all of it or nothing, also when several servers have it")
  func imports() async throws {
    let long = String(repeating: "x", count: Item.longestBody)
    let items = (1...12).map { note($0, "note \($0)", body: long) }
    let folder = try TestFolder()
    let log = try await FileLog.open(folder.path + "/log")
    let servers = [try await TestServer(sharing: log), try await TestServer(sharing: log)]
    async let first = servers[0].importItems(items)
    async let second = servers[1].importItems(items)
    #expect(try await first + second == 12)
    await #expect(throws: ImportError.taken(ItemID(.notes, 3))) {
      _ = try await servers[0].importItems([note(30, "new"), note(3, "other")])
    }
    let port = servers[1].port
    let export = try await onThread { try Wire(port).ask("GET", "/export") }
    let file = try JSONDecoder().decode(SampleFile.self, from: Data(try #require(export).body))
    #expect(file.posts.map(\.id) == Array(1...12))
    for server in servers { try await server.stop() }
    await log.close()
  }
}

/// A log in memory whose answers can be held back.
private actor StalledLog: SharedLog {
  private let log = MemoryLog()
  private var isStalled = false
  private var waiting: [CheckedContinuation<Void, Never>] = []
  nonisolated var name: String { log.name }

  func stall() { isStalled = true }

  func goOn() {
    isStalled = false
    for waiter in waiting { waiter.resume() }
    waiting = []
  }

  private func pass() async {
    if isStalled { await withCheckedContinuation { waiting.append($0) } }
  }

  func append(_ entries: [LogEntry], after position: UInt64) async throws(SharedLogError) -> LogPage {
    await pass()
    return try await log.append(entries, after: position)
  }

  func read(after position: UInt64, limit: Int) async throws(SharedLogError) -> LogPage {
    await pass()
    return try await log.read(after: position, limit: limit)
  }

  func waitForEntries(after position: UInt64) async throws(SharedLogError) {
    try await log.waitForEntries(after: position)
  }

  func snapshot() async throws(SharedLogError) -> LogSnapshot? { try await log.snapshot() }

  func keep(_ snapshot: LogSnapshot, keeping count: Int) async throws(SharedLogError) {
    try await log.keep(snapshot, keeping: count)
  }
}
