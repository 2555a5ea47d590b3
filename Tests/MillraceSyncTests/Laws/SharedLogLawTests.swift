import Millrace
import MillraceSync
import MillraceSyncTesting
import Testing

/// Logs in memory by name, as a server has them.
final class LogShelf: Sendable {
  private let logs = Locked<[String: MemoryLog]>([:])

  func log(_ name: String) -> MemoryLog {
    logs.withLock { logs in
      let log = logs[name] ?? MemoryLog(name)
      logs[name] = log
      return log
    }
  }
}

@Suite("The laws of a shared log")
struct SharedLogLawTests {
  @Test("are kept by a log in memory", arguments: SharedLogLaws.all)
  func memory(_ law: SharedLogLaw) async throws {
    let shelf = LogShelf()
    try await law.check(patience: .seconds(3_600)) { shelf.log($0) }
  }

  @Test("hold for many seeds of random operations", arguments: 0..<100 as Range<UInt64>)
  func seeds(_ seed: UInt64) async throws {
    let law = try #require(SharedLogLaws.all.first { $0.name == "random" })
    let shelf = LogShelf()
    try await law.check(seed: seed, patience: .seconds(3_600)) { shelf.log($0) }
  }

  @Test("have names of their own")
  func names() {
    #expect(Set(SharedLogLaws.all.map(\.name)).count == SharedLogLaws.all.count)
  }
}
