import CSQLite
import FaultyFiles
import RecordFixture
import TestResources
import Testing

@testable import MillraceJournal

@Suite("A journal on files that fail")
@FaultsActor
struct FaultTests {
  /// The operation that fails, and the way in which it does.
  struct Way: Sendable, CustomTestStringConvertible {
    var name: String
    var operations: UInt32
    var code: Int32 = 0
    var stays = false
    var half = false

    var testDescription: String { name }

    func plan(at number: Int) -> faulty_plan {
      .failing(operations, at: number, code: code, stays: stays, half: half)
    }
  }

  nonisolated static let ways = [
    Way(name: "one write, an I/O error", operations: FAULTY_WRITE),
    Way(name: "one write, half of it, a full disk", operations: FAULTY_WRITE, code: SQLITE_FULL, half: true),
    Way(
      name: "all writes, half of the first, an I/O error", operations: FAULTY_WRITE, stays: true, half: true),
    Way(name: "all writes, a full disk", operations: FAULTY_WRITE, code: SQLITE_FULL, stays: true),
    Way(name: "one sync", operations: FAULTY_SYNC),
    Way(name: "all syncs", operations: FAULTY_SYNC, stays: true),
    Way(name: "one truncation", operations: FAULTY_TRUNCATE),
    Way(name: "all truncations", operations: FAULTY_TRUNCATE, stays: true),
    Way(name: "one file that is opened", operations: FAULTY_OPEN),
    Way(name: "all files that are opened", operations: FAULTY_OPEN, stays: true),
    Way(name: "one file that is deleted", operations: FAULTY_DELETE),
    Way(name: "all files that are deleted", operations: FAULTY_DELETE, stays: true),
    Way(name: "one piece of shared memory", operations: FAULTY_SHARED_MEMORY),
    Way(name: "all shared memory", operations: FAULTY_SHARED_MEMORY, stays: true),
  ]

  @Test(
    "whichever call fails, nothing that was acknowledged is lost, the error is reported, and the journal goes on",
    arguments: ways, FaultSession.Form.allCases)
  func everyCall(_ way: Way, _ form: FaultSession.Form) async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = RecordRandom(seed)
    let calls = try await session(way, form, at: 0, "\(way.name), \(form)").calls
    var numbers = Array(1...max(1, calls + 1))
    if !testsAreLong { numbers = Array(numbers.shuffled(using: &random).prefix(8)) }
    var failures = 0
    var told = 0
    for number in numbers {
      let outcome = try await session(
        way, form, at: number, "\(way.name), \(form), call \(number), seed \(seed)")
      failures += outcome.failures > 0 ? 1 : 0
      told += outcome.isTold ? 1 : 0
    }
    // Otherwise nothing was tried.
    #expect(failures > 0 || calls == 0, "\(way.name)")
    if way.operations == FAULTY_WRITE || way.operations == FAULTY_SYNC {
      #expect(told > 0, "\(way.name), \(form), seed \(seed)")
    }
  }

  @FaultsActor
  private func session(
    _ way: Way, _ form: FaultSession.Form, at number: Int, _ place: String
  ) async throws -> (calls: Int, failures: Int, isTold: Bool) {
    let folder = try FaultsFolder()
    let faults = StorageFaults(way.plan(at: number))
    let session = FaultSession(folder.file(), faults, form, place)
    await session.run()
    let (calls, failures) = (faults.calls, faults.failures)
    if failures > 0, way.stays == false { #expect(failures == 1, "\(place)") }
    try await session.check()
    return (calls, failures, !session.errors.isEmpty)
  }
}
