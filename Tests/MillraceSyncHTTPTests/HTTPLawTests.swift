import KatanaHTTP
import Millrace
import MillraceSync
import MillraceSyncTesting
import RawFixture
import Testing

@testable import MillraceSyncHTTP

@Suite("The laws of a shared log, over HTTP")
struct HTTPLawTests {
  /// All laws but `random`, which also fixes the fault that is named if an append has several.
  ///
  /// A client does not send an entry with a flaw, so it names the flaw before a gap or a forgery.
  static let tried = SharedLogLaws.all.filter { $0.name != "random" }

  @Test("hold for a client of a service over logs in memory", arguments: tried)
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
