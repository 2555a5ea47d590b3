import MillraceSQLite
import Testing

@testable import MillraceJournal

@Suite("Reading: verifying")
struct ReadingVerifyTests {
  let folder: ReadingFolder

  init() throws { folder = try ReadingFolder() }

  private func whole() throws -> RowWriter {
    let writer = try RowWriter.sample(folder.file(), turns: 30)
    try writer.event(after: 3)
    try writer.event(after: 30)
    try writer.task("a", asked: 4)
    try writer.task("b", asked: 5, status: 1, ended: 9)
    try writer.writeMark()
    return writer
  }

  @Test("A sound journal has no findings, and everything is counted")
  func sound() throws {
    try whole().close()
    var progress: [Double] = []
    let report = try JournalReader(at: folder.file()).verify { progress.append($0) }
    #expect(report.findings.isEmpty && !report.isDamaged)
    #expect((report.turns, report.events, report.snapshots, report.tasks, report.gaps) == (30, 2, 8, 2, 0))
    #expect(report.last == 30)
    #expect(progress == progress.sorted() && progress.first == 0 && progress.last == 1)
  }

  @Test("Findings of events beyond the listed ones are counted")
  func many() throws {
    let writer = try whole()
    try writer.database.execute("BEGIN")
    for _ in 0..<JournalReport.limit { try writer.event(after: 30) }
    try writer.database.execute("UPDATE events SET time = 6; COMMIT")
    writer.close()
    let report = try JournalReader(at: folder.file()).verify()
    #expect(report.events == JournalReport.limit + 2)
    #expect(report.findings.count == JournalReport.limit)
    #expect(report.findings.count + report.unlisted >= report.events)
  }

  @Test(
    "What was changed in a row is found, and named",
    arguments: [
      ("UPDATE turns SET message = x'63616263' WHERE sequence = 7", "Turn 7 has a wrong checksum."),
      ("UPDATE turns SET time = 1 WHERE sequence = 7", "Turn 7 has a wrong checksum."),
      ("UPDATE turns SET sum = 1 WHERE sequence = 7", "Turn 7 has a wrong checksum."),
      ("UPDATE turns SET source = 1 WHERE sequence = 30", "Turn 30 has a wrong checksum."),
      ("DELETE FROM turns WHERE sequence = 7", "Turn 8 has a wrong checksum."),
      ("UPDATE events SET after = 2 WHERE number = 1", "The event 1 after turn 2 has a wrong checksum."),
      ("DELETE FROM events WHERE number = 1", "The event 2 after turn 30 has a wrong checksum."),
      (
        "UPDATE snapshots SET state = x'00' WHERE sequence = 20 AND store = 1",
        "The snapshot of the store `notes` after turn 20 has a wrong checksum."
      ),
      (
        "UPDATE tasks SET request = x'FF' WHERE key = 'a'",
        "The durable effect `a` has a wrong checksum"
      ),
      ("UPDATE tasks SET ended = NULL", "The durable effect `b` has a wrong checksum."),
      ("INSERT INTO gaps VALUES(3, 9, 'x')", "The gap between turn 3 and turn 9 contains turns."),
      ("INSERT INTO gaps VALUES(33, 32, 'x')", "The gap between turn 33 and turn 32 ends before it begins."),
      ("UPDATE meta SET value = 5 WHERE key = 'base'", "Turn 1 has a wrong checksum."),
      ("DELETE FROM meta WHERE key = 'flow'", "The journal's metadata has no `flow`."),
    ])
  func changed(_ sql: String, _ text: String) throws {
    let writer = try whole()
    try writer.execute(sql)
    try writer.database.writeSeal()
    writer.close()
    let report = try JournalReader(at: folder.file()).verify()
    let found = report.findings.filter { $0.severity == .damage }
    #expect(found.contains { $0.text.contains(text) }, "\(report.findings)")
    #expect(found.count == 1, "\(report.findings)")
    #expect(report.isDamaged)
  }

  @Test(
    "What was changed in the journal's metadata, in a name or in a gap is found",
    arguments: [
      "UPDATE meta SET value = '12' WHERE key = 'id'", "UPDATE meta SET value = '1' WHERE key = 'flow'",
      "UPDATE stores SET name = 'bookz' WHERE name = 'books'",
      "UPDATE types SET version = 3 WHERE name = 'note'",
      "UPDATE gaps SET reason = 'none'", "UPDATE gaps SET until = 7", "DELETE FROM gaps",
    ])
  func unsealed(_ sql: String) throws {
    let writer = try whole()
    try writer.gap(after: 40, until: 45)
    try writer.execute(sql)
    writer.close()
    let found = try JournalReader(at: folder.file()).verify().findings.filter { $0.severity == .damage }
    #expect(found.contains { $0.text.contains("have changed since they were written") }, "\(found)")
    #expect(throws: JournalError.self) { try JournalFormat.open(folder.file(), mode: .write) }
  }

  @Test("A name that is gone is found by every row that needs it")
  func namesGone() throws {
    let writer = try whole()
    try writer.execute("DELETE FROM stores WHERE name = 'books'")
    try writer.database.writeSeal()
    writer.close()
    let report = try JournalReader(at: folder.file()).verify()
    #expect(report.findings.count == 14)
    #expect(report.findings.allSatisfy { $0.text.contains("belongs to an unknown store, number 2") })
  }

  @Test("A sound gap is a warning, and no damage")
  func gap() throws {
    let writer = try RowWriter(folder.file())
    try writer.turn(1)
    try writer.gap(after: 1, until: 5)
    try writer.turn(5)
    try writer.writeMark()
    writer.close()
    let report = try JournalReader(at: folder.file()).verify()
    #expect(report.findings.map(\.severity) == [.warning])
    #expect(report.findings.first?.text.contains("because the disk was full") == true)
    #expect(!report.isDamaged && report.gaps == 1)
  }

  @Test("A mark beyond the last turn says that turns are lost")
  func lost() throws {
    let writer = try whole()
    try writer.writeMark(31)
    writer.close()
    let report = try JournalReader(at: folder.file()).verify()
    #expect(
      report.findings.map(\.text)
        == [JournalError.lost(path: folder.file(), acknowledged: 31, found: 30).description])
    #expect(report.isDamaged)
  }

  @Test("A mark behind the last turn is nothing; one of another journal is a warning; none is a note")
  func otherMarks() throws {
    let writer = try whole()
    try writer.writeMark(0, sum: 0)
    #expect(try JournalReader(at: folder.file()).verify().findings.isEmpty)
    try writer.writeMark(29, sum: 12)
    #expect(try JournalReader(at: folder.file()).verify().findings.map(\.severity) == [.warning])
    try folder.remove("a.journal-mark")
    let report = try JournalReader(at: folder.file()).verify()
    #expect(report.findings.map(\.severity) == [.note] && !report.isDamaged)
    writer.close()
  }

  @Test("Verifying changes neither the database nor a log that has lost its shared memory")
  func changesNothing() throws {
    let writer = try whole()
    try folder.copy("a.journal", to: "b.journal")
    try folder.copy("a.journal-wal", to: "b.journal-wal")
    let (database, log) = (folder.bytes("b.journal"), folder.bytes("b.journal-wal"))
    #expect((log?.count ?? 0) > 0)
    let report = try JournalReader(at: folder.file("b.journal")).verify()
    #expect(report.turns == 30 && !report.isDamaged)
    #expect(folder.bytes("b.journal") == database)
    #expect(folder.bytes("b.journal-wal") == log)
    writer.close()
  }

  @Test("A log that was cut is missed, as the mark says, and what is left is read")
  func cutLog() throws {
    let writer = try RowWriter.sample(folder.file(), turns: 30)
    for sequence in 31...60 as ClosedRange<UInt64> { try writer.turn(sequence) }
    try writer.writeMark()
    let log = try #require(folder.bytes("a.journal-wal"))
    try folder.copy("a.journal", to: "b.journal")
    try folder.copy("a.journal-mark", to: "b.journal-mark")
    try folder.write(Array(log.dropLast(20_000)), to: "b.journal-wal")
    let reader = try JournalReader(at: folder.file("b.journal"))
    let report = try reader.verify()
    let last = try #require(report.last)
    #expect(last < 60 && last > 30)
    #expect(
      report.findings.map(\.text)
        == [JournalError.lost(path: folder.file("b.journal"), acknowledged: 60, found: last).description])
    #expect(try reader.turns().all().map(\.sequence) == Array(1...last))
    writer.close()
  }

  @Test("Every flipped byte of the database is either harmless or found, and the journal is still read")
  func flippedBytes() throws {
    try whole().close()
    let bytes = try #require(folder.bytes("a.journal"))
    try folder.copy("a.journal-mark", to: "b.journal-mark")
    let sound = try JournalReader(at: folder.file()).turns().all()
    // The same places in every run, spread over all pages.
    var story = ExchangeStory(seed: 9)
    for _ in 0..<120 {
      let place = story.number(bytes.count)
      var changed = bytes
      changed[place] ^= UInt8(1 + story.number(255))
      try folder.write(changed, to: "b.journal")
      // Damage to the first page may make it no database at all.
      guard let reader = try? JournalReader(at: folder.file("b.journal")) else { continue }
      guard let report = try? reader.verify(), !report.isDamaged else { continue }
      let turns = try reader.turns().all()
      #expect(turns == sound, "byte \(place) is \(changed[place])")
    }
  }
}
