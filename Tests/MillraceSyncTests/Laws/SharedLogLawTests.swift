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

/// Logs with one mistake, by name.
actor BrokenShelf {
  private let fault: LogFault
  private var logs: [String: BrokenLog] = [:]

  init(_ fault: LogFault) { self.fault = fault }

  func log(_ name: String) async throws(SharedLogError) -> BrokenLog {
    let key = fault == .isOneForAllNames ? "all" : name
    if let log = logs[key] { return log }
    let log = try await BrokenLog(MemoryLog(name), fault)
    logs[key] = log
    return log
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

  @Test("are each broken by a log with the mistake that they are for", arguments: LogFault.allCases)
  func broken(_ fault: LogFault) async throws {
    let law = try #require(SharedLogLaws.all.first { $0.name == fault.law })
    let shelf = BrokenShelf(fault)
    let failure = await #expect(throws: SharedLogLawFailure.self) {
      // The patience is that for a log which never answers.
      try await law.check(seed: 7, patience: .milliseconds(20)) { try await shelf.log($0) }
    }
    #expect(failure?.law == fault.law)
  }

  @Test("have a mistake each that breaks them")
  func everyLawCanBreak() {
    #expect(Set(LogFault.allCases.map(\.law)) == Set(SharedLogLaws.all.map(\.name)))
  }

  @Test("have names of their own")
  func names() {
    #expect(Set(SharedLogLaws.all.map(\.name)).count == SharedLogLaws.all.count)
  }
}
