import CSQLite
import FaultyFiles
import MillraceSQLite
import Testing

@testable import MillraceJournal

@Suite("Exchange: compacting on a failing disk")
@FaultsActor
struct ExchangeFullDiskTests {
  let folder: ReadingFolder

  init() throws { folder = try ReadingFolder() }

  private func makeJournal(isOld: Bool) throws {
    let writer = try RowWriter.sample(folder.file("base"), turns: 400)
    try writer.event(after: 5)
    try writer.event(after: 395)
    try writer.writeMark()
    if isOld { try writer.execute("PRAGMA auto_vacuum = NONE; VACUUM") }
    writer.close()
    #expect(try Database(path: folder.file("base"), mode: .read).givesBackPages == !isOld)
  }

  private func copy() throws {
    for name in folder.names where name.hasPrefix("a.journal") { try folder.remove(name) }
    try folder.copy("base", to: "a.journal")
    try folder.copy("base-mark", to: "a.journal-mark")
  }

  private func compact(_ faults: StorageFaults) throws -> JournalCompaction {
    try JournalCompaction.compact(
      at: folder.file(), turnsUpTo: 390, snapshots: .newest(1), isTrial: false, vfs: faults.name,
      progress: { _ in })
  }

  @Test("What fails has removed nothing, and what has removed something says so", arguments: [false, true])
  func fullDisk(isOld: Bool) throws {
    try makeJournal(isOld: isOld)
    try copy()
    let counting = StorageFaults(.failing(FAULTY_WRITE | FAULTY_TRUNCATE | FAULTY_SYNC, at: 0))
    #expect(try compact(counting).turns == 390)
    let calls = counting.calls
    #expect(calls > 10)
    var (failed, unfinished) = (0, 0)
    for call in stride(from: 1, through: calls, by: max(1, calls / 40)) {
      try copy()
      let faults = StorageFaults(
        .failing(FAULTY_WRITE | FAULTY_TRUNCATE | FAULTY_SYNC, at: call, code: SQLITE_FULL, stays: true))
      let result = Result { try compact(faults) }
      let reader = try JournalReader(at: folder.file())
      let turns = try reader.info().turns
      switch result {
      case .success(let done):
        #expect(done.turns == 390 && turns == 10, "call \(call)")
        if done.unfinished != nil { unfinished += 1 }
      case .failure:
        failed += 1
        #expect(turns == 400, "call \(call) has failed, and turns are gone")
      }
      #expect(try reader.verify().findings.isEmpty, "call \(call)")
    }
    #expect(failed > 0 && unfinished > 0)
  }

  @Test("A journal becomes smaller without being rewritten, also one of an older form")
  func older() throws {
    for isOld in [false, true] {
      try makeJournal(isOld: isOld)
      let result = try JournalCompaction.compact(at: folder.file("base"), turnsUpTo: 390)
      #expect(result.unfinished == nil && result.bytesAfter < result.bytesBefore)
      let database = try Database(path: folder.file("base"), mode: .read)
      #expect(try database.givesBackPages)
      #expect(try database.unusedPages == 0)
      database.close()
      for name in folder.names { try folder.remove(name) }
    }
  }
}
