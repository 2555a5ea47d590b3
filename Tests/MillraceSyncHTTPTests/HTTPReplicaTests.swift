import Foundation
import Millrace
import MillraceHTTP
import MillraceSync
import MillraceSyncHTTP
import Synchronization
import Testing

/// A transport that gives each request to a service of the same process.
private struct ServiceTransport: HTTPTransport {
  let service: LogService

  func response(
    to request: HTTPRequest, progress: (@Sendable (HTTPProgress) -> Void)?
  ) async throws -> HTTPResponse {
    let answer = await service.answer(
      LogRequest(
        method: request.method.rawValue, path: request.url.path, query: request.url.query,
        headers: request.headers.map { (name: $0.key, value: $0.value) },
        body: request.body.map { [UInt8]($0) } ?? []))
    return HTTPResponse(
      status: answer.status,
      headers: Dictionary(answer.headers.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 }),
      body: Data(answer.body))
  }
}

@Suite("A replica of a log behind HTTP")
@MainActor
struct HTTPReplicaTests {
  private struct Words: Codable, Equatable, Sendable { var words: [String] = [] }

  /// The token of the device at the moment.
  private final class Token: Sendable {
    private let text = Mutex("ada")
    func set(_ text: String) { self.text.withLock { $0 = text } }
    var value: String { text.withLock { $0 } }
  }

  private let log = MemoryLog("words")
  private let token = Token()
  private let store = Store<Words, String>(Words(), name: "words") { words, word in
    words.words.append(word)
    return .none
  }

  private func replica(
    prefix: String = "/logs", limits: LogServiceLimits = LogServiceLimits(), log name: String = "words"
  ) throws -> Replica {
    let (log, token) = (log, token)
    let service = LogService(
      prefix: prefix, limits: limits,
      identify: { ["ada", "bob"].contains($0) ? (try? LogWriter($0)).map(LogIdentity.writer) : nil },
      authorize: { _ in .allowed }, logs: { _ in log })
    let server = try #require(URL(string: "https://words.example/logs"))
    let far = try HTTPLog(name, at: server, transport: ServiceTransport(service: service)) { token.value }
    let replica = Replica(of: store.flow, log: far, writer: try LogWriter("ada"))
    try replica.share(store, state: RecordSchema("words"), messages: RecordSchema("word"))
    return replica
  }

  /// A replica whose first message is in the log.
  private func started() async throws -> Replica {
    let replica = try replica()
    try replica.start()
    try await replica.commit("flour", to: store)
    return replica
  }

  /// Waits until the replica has a status, and returns what its phase says.
  private func phase(of replica: Replica, _ isReached: (ReplicaStatus.Phase) -> Bool) async -> String {
    let (phases, continuation) = AsyncStream.makeStream(of: ReplicaStatus.Phase.self)
    replica.statusHandler = { continuation.yield($0.phase) }
    continuation.yield(replica.status.phase)
    for await phase in phases where isReached(phase) { return "\(phase)" }
    return "none"
  }

  @Test("keeps what waits while its token is expired, and sends it with the next")
  func expiredToken() async throws {
    let replica = try await started()
    token.set("old")
    store.send("salt")
    store.send("oil")
    let phase = await phase(of: replica) { if case .offline = $0 { true } else { false } }
    #expect(phase.contains("the token is missing, unknown or expired"))
    #expect(replica.status.pendingCount == 2)
    token.set("ada")
    try await replica.waitUntilConfirmed()
    #expect(store.state.words == ["flour", "salt", "oil"])
    #expect(try await log.head() == 3)
  }

  @Test("stops with the token of another writer, and goes on with its own")
  func tokenOfAnother() async throws {
    let replica = try await started()
    token.set("bob")
    store.send("salt")
    let phase = await phase(of: replica) { if case .stopped = $0 { true } else { false } }
    #expect(phase.contains("an entry is of the writer `ada`"))
    #expect(replica.status.pendingCount == 1)
    token.set("ada")
    replica.stop()
    try replica.start()
    try await replica.waitUntilConfirmed()
    #expect(store.state.words == ["flour", "salt"])
  }

  @Test("stops at a path that is not the service's")
  func otherPath() async throws {
    let replica = try replica(prefix: "/api/logs")
    store.send("salt")
    try replica.start()
    let phase = await phase(of: replica) { if case .stopped = $0 { true } else { false } }
    #expect(phase.contains("the path is not below `/api/logs/v1/`"))
    #expect(replica.status.pendingCount == 1)
  }

  @Test("waits while its writer uses as many logs as it may")
  func tooManyLogs() async throws {
    var limits = LogServiceLimits()
    limits.logs = 0
    let replica = try replica(limits: limits)
    store.send("salt")
    try replica.start()
    let phase = await phase(of: replica) { if case .offline = $0 { true } else { false } }
    #expect(phase.contains("the limit is 0 at the same time"))
    #expect(replica.status.pendingCount == 1)
  }
}
