import Foundation
import Millrace
import MillracePostgres
import MillraceSync
import Testing

/// The server that Scripts/test-postgres has started; nil without it.
let server = ProcessInfo.processInfo.environment["MILLRACE_POSTGRES"]

/// SplitMix64, so that a seed gives the same operations everywhere.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}

func entry(_ writer: LogWriter, _ number: UInt64, _ text: String = "x") -> LogEntry {
  LogEntry(
    writer: writer, number: number, store: "s", kind: SchemaKind(name: "k", version: 1), rules: 1, time: 7,
    message: Array(text.utf8), check: LogCheck(position: 3, digest: .max))
}

/// The outcome of an operation as a value that can be compared.
func outcome<Value: Sendable>(
  _ body: () async throws(SharedLogError) -> Value
) async -> Result<
  Value, SharedLogError
> {
  do throws(SharedLogError) { return .success(try await body()) } catch { return .failure(error) }
}

@Suite(
  "A log in PostgreSQL",
  .enabled(if: server != nil, "Scripts/test-postgres starts a server and names it in MILLRACE_POSTGRES."))
struct ModelTests {
  @Test("answers every operation as a log in memory does", arguments: UInt64(1)...20)
  func model(seed: UInt64) async throws {
    let database = try PostgresDatabase(server ?? "", timeout: .seconds(3_600))
    try await database.createSchema()
    var random = SeededGenerator(state: seed)
    let name = "model'; DROP TABLE millrace_log; --\(UUID())"
    let log = try database.log(name)
    let model = MemoryLog(name)
    let writers = [try LogWriter("e\u{301}"), try LogWriter("é"), try LogWriter("'; --\\")]
    var numbers: [LogWriter: UInt64] = [:]
    for step in 0..<60 {
      let position = UInt64.random(in: 0...12, using: &random)
      let head = (try? await model.head()) ?? 0
      let known = Bool.random(using: &random) ? head : position
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<6:
        var entries: [LogEntry] = []
        for _ in 0..<Int.random(in: 0...4, using: &random) {
          let writer = writers.randomElement(using: &random) ?? writers[0]
          let jump = [1, 1, 1, 1, 1, 0, 2].randomElement(using: &random) ?? 1
          let number = (numbers[writer] ?? 0) + UInt64(jump)
          numbers[writer] = number
          let text = Int.random(in: 0..<20, using: &random) == 0 ? "" : "m\(number)"
          entries.append(entry(writer, number, text))
        }
        let found = await outcome { () throws(SharedLogError) in try await log.append(entries, after: known) }
        let expected = await outcome { () throws(SharedLogError) in
          try await model.append(entries, after: known)
        }
        #expect(found == expected, "seed \(seed), step \(step)")
        if case .failure = expected { numbers = [:] }
        if let all = try? await model.read(after: (try? await first(of: model)) ?? 0, limit: .max) {
          for entry in all.entries { numbers[entry.writer] = entry.number }
        }
      case 6, 7:
        let limit = Int.random(in: 0...5, using: &random)
        let found = await outcome { () throws(SharedLogError) in
          try await log.read(after: known, limit: limit)
        }
        let expected = await outcome { () throws(SharedLogError) in
          try await model.read(after: known, limit: limit)
        }
        #expect(found == expected, "seed \(seed), step \(step)")
      default:
        let snapshot = LogSnapshot(
          position: known, digest: .max, states: [], writers: [LogWriterNumber(writer: writers[0], number: 1)]
        )
        let count = Int.random(in: -1...6, using: &random)
        let found = await outcome { () throws(SharedLogError) in
          try await log.keep(snapshot, keeping: count)
          return try await log.snapshot()
        }
        let expected = await outcome { () throws(SharedLogError) in
          try await model.keep(snapshot, keeping: count)
          return try await model.snapshot()
        }
        #expect(found == expected, "seed \(seed), step \(step)")
      }
    }
  }

  private func first(of log: MemoryLog) async throws -> UInt64 {
    do { _ = try await log.read(after: 0, limit: 2) } catch SharedLogError.compacted(_, _, let first) {
      return first - 1
    }
    return 0
  }

  @Test("keeps every entry once when 16 tasks append at once, and each sees its own")
  func together() async throws {
    let database = try PostgresDatabase(server ?? "", timeout: .seconds(3_600))
    try await database.createSchema()
    let log = try database.log("together-\(UUID())")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<16 {
        group.addTask {
          let writer = try LogWriter("w\(task)")
          var known: UInt64 = 0
          for number in 1...20 as ClosedRange<UInt64> {
            let page = try await log.append([entry(writer, number)], after: known)
            #expect(page.entries.contains(entry(writer, number)) && page.end == page.head)
            known = page.end
          }
        }
      }
      try await group.waitForAll()
    }
    let page = try await log.read(after: 0, limit: .max)
    #expect(page.head == 320 && Set(page.entries).count == 320)
  }

  @Test("wakes a task of another connection that waits")
  func waiting() async throws {
    let one = try PostgresDatabase(server ?? "", timeout: .seconds(3_600))
    let other = try PostgresDatabase(server ?? "", timeout: .seconds(3_600))
    try await one.createSchema()
    let name = "waiting-\(UUID())"
    let log = try one.log(name)
    async let seen: UInt64 = {
      var head: UInt64 = 0
      while head == 0 {
        try await log.waitForEntries(after: 0)
        head = try await log.head()
      }
      return head
    }()
    _ = try await other.log(name).append([entry(try LogWriter("w"), 1)], after: 0)
    #expect(try await seen == 1)
  }
}
