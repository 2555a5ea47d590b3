import Harvest
import Millrace
import MillraceTesting
import Testing

@testable import MillraceJournal

private struct NotRecorded: Error {}

@Suite("The export of a dialect's journal as a test")
@MainActor struct DialectReplayTests {
  @Test("is replayed for a machine of Harvest with closures in place of schemas")
  func machine() async throws {
    let folder = try JournalFolder()
    let flow = Flow(name: "sessions")
    let harvest = DialectHarvest(flow)
    let journal = try Journal(of: flow, at: folder.journal)
    try journal.record(
      harvest.machine.recordable(state: RecordSchema("session"), inputs: RecordSchema("input")))
    try journal.start()
    for number in 0..<6 { harvest.step(number) }
    await flow.run()
    try journal.close()
    var bytes: [UInt8] = []
    try JournalReader(at: folder.journal).exportJournal(options: ExportOptions(snapshots: .all)) {
      bytes += $0
    }
    let lines = String(decoding: bytes, as: UTF8.self)
    let report = try Replay(lines: lines).run { stage in
      let machine = DialectHarvest(stage.flow).machine
      try stage.add(
        machine.store, state: { $0 },
        message: { message throws -> DialectInput in
          guard case .input(let input) = message else { throw NotRecorded() }
          return input
        },
        restore: { .input($0) })
      return machine
    }
    #expect(report.divergence == nil && report.turnsCompared >= 6, "\(report)\n\(lines)")
  }
}
