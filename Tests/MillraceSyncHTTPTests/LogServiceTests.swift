import MillraceCoding
import MillraceSync
import MillraceTesting
import Synchronization
import Testing

@testable import MillraceSyncHTTP

@Suite("A service of logs")
struct LogServiceTests {
  private let log = MemoryLog("inner")

  private func service(
    limits: LogServiceLimits = LogServiceLimits(), clock: ManualClock = ManualClock(),
    authorize: (@Sendable (LogAccess) async -> LogDecision)? = { _ in .allowed }
  ) -> LogService {
    LogService(
      limits: limits, clock: clock,
      identify: { token in
        switch token {
        case "ada-token": (try? LogWriter("ada")).map(LogIdentity.writer)
        case "relay-token": (try? LogWriter("relay")).map(LogIdentity.relay)
        default: nil
        }
      }, authorize: authorize, logs: { [log] _ in log })
  }

  private func request(
    _ method: String, _ target: String, token: String? = "ada-token", body: [UInt8] = []
  ) -> LogRequest {
    LogRequest(
      method: method, target: Array(target.utf8),
      headers: token.map { [(name: "authorization", value: "Bearer \($0)")] } ?? [], body: body)
  }

  private func append(_ entries: [LogEntry], token: String = "ada-token") throws -> LogRequest {
    request(
      "POST", "/logs/v1/notes/entries", token: token, body: try AppendBody(after: 0, entries: entries).bytes()
    )
  }

  private func failure(_ response: LogResponse) throws -> LogFailure {
    try RecordDecoder().decode(LogFailure.self, from: response.body)
  }

  @Test("appends and reads pages in the form of their own coding")
  func appendAndRead() async throws {
    let entries = [try entry("ada", 1), try entry("ada", 2)]
    let appended = await service().answer(try append(entries))
    #expect(appended.status == 200)
    let page = try RecordDecoder().decode(LogPage.self, from: appended.body)
    #expect(page == LogPage(after: 0, entries: entries, head: 2))
    let read = await service().answer(request("GET", "/logs/v1/notes/entries?after=1&limit=5"))
    #expect(try AppendBody.readPage(read.body) == LogPage(after: 1, entries: [entries[1]], head: 2))
    #expect(read.headers.contains { $0.name == "Millrace-Log" && $0.value == "1" })
  }

  @Test("opens nothing without a rule of the application")
  func closed() async throws {
    let response = await service(authorize: nil).answer(request("GET", "/logs/v1/notes/entries"))
    #expect(response.status == 403)
    #expect(try failure(response).code == .refused)
  }

  @Test("refuses a missing, unknown or doubled token")
  func tokens() async {
    for token in [nil, "other", "ada-token ada-token", ""] {
      let response = await service().answer(request("GET", "/logs/v1/notes/entries", token: token))
      #expect(response.status == 401)
    }
    var doubled = request("GET", "/logs/v1/notes/entries")
    doubled.headers += doubled.headers
    #expect(await service().answer(doubled).status == 401)
  }

  @Test("refuses an entry of another writer, and accepts it from a relay")
  func writers() async throws {
    let foreign = [try entry("bob", 1)]
    #expect(await service().answer(try append(foreign)).status == 403)
    #expect(try await log.head() == 0)
    #expect(await service().answer(try append(foreign, token: "relay-token")).status == 200)
  }

  @Test("asks the application for an append and for the read of its answer")
  func authorization() async throws {
    let asked = Mutex<[String]>([])
    let service = service { access in
      asked.withLock {
        switch access.operation {
        case .append(let entries):
          $0.append("\(access.identity.writer) appends \(entries.count) to \(access.log)")
        case .read(let after): $0.append("\(access.identity.writer) reads after \(after)")
        default: $0.append("other")
        }
      }
      if case .read = access.operation { return .refused("reading is closed") }
      return .allowed
    }
    let response = await service.answer(try append([try entry("ada", 1)]))
    #expect(asked.withLock { $0 } == ["ada appends 1 to notes", "ada reads after 0"])
    #expect(try failure(response).reason == "reading is closed")
    #expect(try await log.head() == 0)
  }

  @Test("refuses more entries or bytes than its limits")
  func sizes() async throws {
    var limits = LogServiceLimits()
    limits.entriesPerAppend = 1
    limits.bytesPerSnapshot = 10
    let service = service(limits: limits)
    #expect(await service.answer(try append([try entry("ada", 1), try entry("ada", 2)])).status == 413)
    #expect(await service.answer(try append([try entry("ada", 1)])).status == 200)
    let keep = request("PUT", "/logs/v1/notes/snapshot", body: [UInt8](repeating: 0, count: 11))
    #expect(await service.answer(keep).status == 413)
    #expect(await service.answer(request("GET", "/logs/v1/notes/entries", body: [1])).status == 413)
  }

  @Test(
    "answers hostile paths, methods and queries with a refusal",
    arguments: [
      ("GET", "", 404), ("GET", "/logs/v1/", 404), ("GET", "/logs/v2/notes/entries", 404),
      ("GET", "/logs/v1//entries", 400), ("GET", "/logs/v1/../entries", 400),
      ("GET", "/logs/v1/a%2Fb/entries", 400),
      ("GET", "/logs/v1/%2e%2e/entries", 400), ("GET", "/logs/v1/a/../b/entries", 404),
      ("GET", "/logs/v1/notes/other", 404), ("GET", "/logs/v1/a\u{0}b/entries", 400),
      ("GET", "/logs/v1/" + String(repeating: "a", count: 129) + "/entries", 400),
      ("DELETE", "/logs/v1/notes/entries", 405), ("", "/logs/v1/notes/news", 405),
      ("GET", "/logs/v1/notes/entries?after=99999999999999999999", 400),
      ("GET", "/logs/v1/notes/entries?after=-1", 400), ("GET", "/logs/v1/notes/entries?after=+1", 400),
      ("GET", "/logs/v1/notes/entries?after=1&after=1", 400), ("GET", "/logs/v1/notes/entries?other=1", 400),
      ("GET", "/logs/v1/notes/entries?&", 400),
      ("GET", "/logs/v1/notes/entries?after=18446744073709551615", 409),
      ("GET", "/logs/v1/notes/news?after=18446744073709551615&wait=18446744073709551615", 409),
      ("GET", "/logs/v1/notes/entries?limit=18446744073709551615", 200),
    ])
  func hostile(method: String, target: String, status: Int) async {
    #expect(await service().answer(request(method, target)).status == status)
  }

  @Test("answers every damaged body with a refusal, and appends nothing")
  func bodies() async throws {
    let good = try AppendBody(after: 0, entries: [try entry("ada", 1)]).bytes()
    for seed in UInt64(1)...300 {
      var random = LogRandom(seed)
      var bytes = good
      switch Int.random(in: 0..<3, using: &random) {
      case 0: bytes.removeLast(Int.random(in: 1...bytes.count, using: &random))
      case 1: bytes = (0..<60).map { _ in UInt8.random(in: 0...255, using: &random) }
      default: bytes = [UInt8](repeating: 0x81, count: Int.random(in: 1...100_000, using: &random))
      }
      for (method, part) in [("POST", "entries"), ("PUT", "snapshot")] {
        let response = await service().answer(request(method, "/logs/v1/notes/\(part)", body: bytes))
        #expect(response.status == 400, "seed \(seed)")
      }
    }
    #expect(try await log.head() == 0)
  }

  @Test("keeps the reason of a fault to itself")
  func secrets() async throws {
    log.fail(with: .unavailable(log: "inner", reason: "secret host"))
    let response = await service().answer(request("GET", "/logs/v1/notes/entries"))
    #expect(response.status == 503)
    #expect(try failure(response).reason?.contains("secret") == false)
  }

  @Test("answers a follower without news when its time is up, and refuses more followers than the limit")
  func followers() async throws {
    let clock = ManualClock()
    var limits = LogServiceLimits()
    limits.followers = 1
    let service = service(limits: limits, clock: clock)
    let news = request("GET", "/logs/v1/notes/news?after=0&wait=999")
    async let first = service.answer(news)
    await clock.waitForSleepers(count: 1)
    #expect(await service.answer(news).status == 429)
    clock.jump(by: limits.waitingTime)
    let answer = await first
    #expect(answer.status == 200)
    #expect(try RecordDecoder().decode(NewsBody.self, from: answer.body).hasNews == false)
    #expect(service.followers(of: try LogWriter("ada")) == 0)
  }

  @Test("counts logs in use until their idle time is over")
  func logsInUse() throws {
    var limits = LogServiceLimits()
    limits.logs = 1
    limits.followers = 1
    limits.idleTime = .seconds(10)
    let ada = try LogWriter("ada")
    var usage = LogUsage(limits)
    try usage.begin(ada, log: "a", isFollower: true, at: .zero)
    #expect(throws: LogFailure.self) { try usage.begin(ada, log: "a", isFollower: true, at: .zero) }
    try usage.begin(ada, log: "a", isFollower: false, at: .zero)
    usage.end(ada, log: "a", isFollower: false, at: .zero)
    #expect(throws: LogFailure.self) { try usage.begin(ada, log: "b", isFollower: false, at: .seconds(99)) }
    usage.end(ada, log: "a", isFollower: true, at: .seconds(100))
    #expect(throws: LogFailure.self) { try usage.begin(ada, log: "b", isFollower: false, at: .seconds(109)) }
    try usage.begin(ada, log: "b", isFollower: false, at: .seconds(110))
    usage.end(ada, log: "b", isFollower: false, at: .seconds(110))
    try usage.begin(try LogWriter("bob"), log: "c", isFollower: false, at: .seconds(200))
    #expect(usage.count == 1)
  }
}
