import Foundation
import KatanaHTTP
import MillraceCoding
import MillraceSync
import MillraceTesting
import RawFixture
import Testing

@testable import MillraceSyncHTTP

@Suite("A log behind HTTP")
struct HTTPLogTests {
  private let inner = MemoryLog("inner")
  /// Given with each access that the service asks about.
  private let asked = Signal()

  /// A service whose tokens are writers' names; `relay` writes for all.
  private func service() -> LogService {
    LogService(
      clock: ManualClock(),
      identify: { token in
        (try? LogWriter(token)).map { token == "relay" ? LogIdentity.relay($0) : .writer($0) }
      },
      authorize: { [asked] _ in
        asked.give()
        return .allowed
      }, logs: { [inner] _ in inner })
  }

  private func client(
    _ server: RawServer, _ token: String = "relay", clock: ManualClock = ManualClock()
  ) throws -> HTTPLog {
    #if canImport(Darwin)
    let transport = URLSessionTransport(configuration: .ephemeral, largestBody: 1 << 20)
    #else
    let transport = CurlTransport(largestBody: 1 << 20, followsRedirects: false)
    #endif
    return try HTTPLog("notes", at: server.url("/logs"), clock: clock, transport: transport) { token }
  }

  /// The result of an operation, without the name of the log.
  private func result<Value>(_ body: () async throws -> Value) async -> String {
    do { return "\(try await body())" } catch let error as SharedLogError {
      return "\(error)".replacing("`notes`", with: "`inner`")
    } catch { return "another error: \(error)" }
  }

  @Test("does the same as a log in memory in any order of operations", arguments: UInt64(1)...8)
  func sameAsMemory(seed: UInt64) async throws {
    let server = try serve(service())
    defer { server.kill() }
    let (far, near) = (try client(server), MemoryLog("inner"))
    var random = LogRandom(seed)
    for step in 1...60 {
      let position = UInt64.random(in: 0...12, using: &random)
      let number = UInt64.random(in: 1...8, using: &random)
      let results: (String, String)
      switch Int.random(in: 0..<8, using: &random) {
      case 0:
        let snapshot = try snapshot(at: max(position, 1))
        results = (
          await result { try await far.keep(snapshot, keeping: Int(number)) },
          await result { try await near.keep(snapshot, keeping: Int(number)) }
        )
      case 1:
        results = (await result { try await far.snapshot() }, await result { try await near.snapshot() })
      case 2, 3:
        results = (
          await result { try await far.read(after: position, limit: Int(number)) },
          await result { try await near.read(after: position, limit: Int(number)) }
        )
      default:
        let after = (try? await near.head()) ?? 0
        let entries = [
          try entry("ada", number, [UInt8(number)]),
          try entry("bob", UInt64(step), [UInt8.random(in: 1...2, using: &random)]),
          try entry("ada", number + 1, [UInt8(number + 1)]),
        ].shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random))
        results = (
          await result { try await far.append(Array(entries), after: after) },
          await result { try await near.append(Array(entries), after: after) }
        )
      }
      #expect(results.0 == results.1, "seed \(seed), step \(step)")
    }
  }

  @Test("wakes a follower when another client appends")
  func wakeUp() async throws {
    let service = service()
    let server = try serve(service)
    defer { server.kill() }
    let (ada, bob) = (try client(server, "ada"), try client(server, "bob"))
    async let news: Void = ada.waitForEntries(after: 0)
    await asked.reached()
    _ = try await bob.append([try entry("bob", 1)], after: 0)
    try await news
    #expect(try await ada.read(after: 0, limit: 2).head == 1)
  }

  @Test("frees the place of a follower that is cancelled")
  func cancellation() async throws {
    let service = service()
    let server = try serve(service)
    defer { server.kill() }
    let log = try client(server, "ada")
    let follower = Task { try await log.waitForEntries(after: 0) }
    await asked.reached()
    #expect(service.followers(of: try LogWriter("ada")) == 1)
    follower.cancel()
    #expect(await follower.result.failure == .cancelled(log: "notes"))
    await server.ended.reached()
    #expect(service.followers(of: try LogWriter("ada")) == 0)
  }

  @Test("is refused as another writer than its token's")
  func foreignWriter() async throws {
    let server = try serve(service())
    defer { server.kill() }
    let log = try client(server, "ada")
    let text = await result { try await log.append([try entry("bob", 1)], after: 0) }
    #expect(text.contains("an entry is of the writer `bob`"))
  }

  /// Answers with a body as a log's server would, marked as its own.
  private func marked(_ status: Int, _ body: [UInt8], length: Int? = nil) -> [UInt8] {
    Array(
      "HTTP/1.1 \(status) Status\r\nMillrace-Log: 1\r\nContent-Length: \(length ?? body.count)\r\n\r\n".utf8)
      + body
  }

  private func error(of answer: [UInt8]) async throws -> SharedLogError? {
    let server = try RawServer { connection in
      _ = connection.request()
      connection.send(answer)
    }
    defer { server.kill() }
    let log = try client(server, "secret-token")
    do throws(SharedLogError) {
      _ = try await log.read(after: 3, limit: 5)
      return nil
    } catch {
      #expect(!"\(error)".contains("secret-token"))
      return error
    }
  }

  @Test("calls a cut, endless, foreign or invalid answer unavailable")
  func unavailable() async throws {
    let answers = [
      [], Array("HTTP/1.1 200 OK\r\nMill".utf8), Array("nonsense\r\n\r\n".utf8), marked(200, [1], length: 9),
      marked(200, [], length: 1 << 40), Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi".utf8),
      Array("HTTP/1.1 302 Found\r\nLocation: /x\r\nContent-Length: 0\r\n\r\n".utf8),
      marked(200, [UInt8](repeating: 0, count: (1 << 20) + 1)),
    ]
    for (index, answer) in answers.enumerated() {
      #expect(try await error(of: answer)?.isTransient == true, "answer \(index)")
    }
  }

  @Test("calls a server that does not answer in time unavailable")
  func timeLimit() async throws {
    let server = try RawServer { $0.waitForEnd() }
    defer { server.kill() }
    let clock = ManualClock()
    let log = try client(server, clock: clock)
    async let text = result { try await log.read(after: 0, limit: 2) }
    await server.begun.reached()
    await clock.waitForSleepers(count: 1)
    clock.jump(by: .seconds(30))
    #expect(await text.contains("did not answer within 30.0 seconds"))
    await server.ended.reached()
  }

  @Test("calls wrong pages and errors damaged")
  func damaged() async throws {
    let pages = [
      LogPage(after: 2, entries: [try entry("ada", 1)], head: 3), LogPage(after: 3, entries: [], head: 4),
      LogPage(after: 3, entries: [], head: 1),
      LogPage(after: .max, entries: [try entry("ada", 1)], head: .max),
      LogPage(after: 3, entries: [try entry("ada", 1), try entry("ada", 3)], head: 5),
      LogPage(after: 3, entries: [try entry("ada", 1), try entry("bob", 1)], head: .max),
      LogPage(after: 3, entries: try (1...1_001).map { try entry("ada", $0) }, head: 1_004),
    ]
    var answers = try pages.map { marked(200, try RecordEncoder().encode($0)) }
    var failure = LogFailure(.compacted, status: 410)
    failure.number = 0
    answers.append(marked(410, try RecordEncoder().encode(failure)))
    failure = LogFailure(.wentBack, status: 409)
    failure.number = 3
    answers.append(marked(409, try RecordEncoder().encode(failure)))
    answers.append(marked(500, [0xFF]))
    answers.append(marked(204, []))
    answers.append(marked(200, [UInt8](repeating: 0x81, count: 100_000)))
    for (index, answer) in answers.enumerated() {
      let error = try await error(of: answer)
      guard case .damaged = error else {
        Issue.record("answer \(index): \(String(describing: error))")
        continue
      }
    }
  }

  @Test("hides its token, and control characters, in a reason of the server")
  func harmless() async throws {
    let failure = LogFailure(.refused, status: 403, reason: "no \u{1B}[31m secret-token")
    let error = try await error(of: marked(403, try RecordEncoder().encode(failure)))
    #expect(error == .refused(log: "notes", reason: "no  [31m …"))
  }

  @Test("refuses names and addresses that could reach another path or show a password")
  func names() {
    for (name, address) in [
      ("", "http://a"), ("..", "http://a"), ("a/b", "http://a"), ("a", "http://u:p@a"), ("a", "file:///a"),
    ] {
      #expect(throws: SharedLogError.self) {
        try HTTPLog(name, at: try #require(URL(string: address)), token: { "" })
      }
    }
  }
}

extension Result {
  fileprivate var failure: SharedLogError? {
    if case .failure(let error) = self { error as? SharedLogError } else { nil }
  }
}
