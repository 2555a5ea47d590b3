import KatanaHTTP
import Millrace
import MillraceSync
import MillraceSyncTesting
import RawFixture
import Testing

@testable import MillraceSyncHTTP

@Suite("The laws of a shared log, over HTTP")
struct HTTPLawTests {
  @Test("hold for a client of a service over logs in memory", arguments: SharedLogLaws.all)
  func laws(law: SharedLogLaw) async throws {
    let logs = Locked<[String: MemoryLog]>([:])
    let service = LogService(
      identify: { _ in (try? LogWriter("relay")).map(LogIdentity.relay) }, authorize: { _ in .allowed },
      logs: { name in
        logs.withLock { logs in
          let log = logs[name] ?? MemoryLog(name)
          logs[name] = log
          return log
        }
      })
    let server = try serve(service)
    defer { server.kill() }
    // On a busy machine an answer may take long.
    try await law.check(patience: .seconds(3_600)) { name in
      try HTTPLog(name, at: server.url("/logs"), timeout: .seconds(3_600)) { "token" }
    }
  }
}
