import MillraceJournal
import Testing

@Suite("Exchange: compacting")
struct ExchangeCompactTests {
  let folder: ReadingFolder

  init() throws { folder = try ReadingFolder() }

  @Test("Turns are removed up to the newest snapshot of all stores, and the rest is as it was")
  func cut() throws {
    let writer = try RowWriter.sample(folder.file(), turns: 600)
    for sequence in [5, 100, 480, 490, 500, 590] as [UInt64] { try writer.event(after: sequence) }
    try writer.task("old", asked: 3, status: 1, ended: 4)
    try writer.task("open", asked: 5)
    try writer.writeMark()
    writer.close()
    let reader = try JournalReader(at: folder.file())
    let (turns, events) = try (reader.turns(491...600).all(), reader.events(after: 500))
    var progress: [Double] = []
    let result = try JournalCompaction.compact(at: folder.file(), turnsUpTo: 495) { progress.append($0) }
    #expect((result.turns, result.snapshots, result.events, result.keptAfter) == (490, 98, 3, 490))
    #expect(result.bytesAfter < result.bytesBefore)
    #expect(progress == progress.sorted() && progress.last == 1)
    #expect(try reader.turns().all() == turns)
    #expect(try reader.events(after: 500) == events)
    #expect(try reader.tasks().map(\.key) == ["old", "open"])
    #expect(try reader.snapshots().first?.sequence == 490)
    let info = try reader.info()
    #expect(info.keptAfter == 490 && info.first == 491 && info.logBytes == 0)
    let report = try reader.verify()
    #expect(report.findings.isEmpty && report.turns == 110 && report.events == 3)
    // Once more there is nothing to do.
    #expect(try JournalCompaction.compact(at: folder.file(), turnsUpTo: 495).turns == 0)
  }

  @Test("All turns may go when there is a snapshot after the last, and the mark says still what is there")
  func everything() throws {
    let writer = try RowWriter.sample(folder.file(), turns: 20)
    try writer.writeMark()
    writer.close()
    let result = try JournalCompaction.compact(at: folder.file(), turnsUpTo: .max)
    #expect(result.turns == 20 && result.keptAfter == 20)
    let reader = try JournalReader(at: folder.file())
    #expect(try reader.verify().findings.isEmpty)
    try reader.exportJournal(to: folder.file("a.jsonl"))
    try JournalImport.run(from: folder.file("a.jsonl"), to: folder.file("b.journal"))
    #expect(try JournalReader(at: folder.file("b.journal")).info().keptAfter == 20)
    // What is written from here on is chained to what is gone.
    let next = try RowWriter.continuing(writer, at: folder.file())
    try next.turn(21)
    try next.writeMark()
    next.close()
    #expect(try reader.verify().findings.isEmpty)
  }

  @Test("A store whose turns no snapshot covers holds the cut back, and one without turns does not")
  func heldBack() throws {
    let writer = try RowWriter(folder.file())
    try writer.snapshot(0, "notes", .null)
    try writer.snapshot(0, "books", .null)
    try writer.snapshot(0, "idle", .null)
    for sequence in 1...9 as ClosedRange<UInt64> {
      try writer.turn(sequence, sequence < 4 ? "books" : "notes")
    }
    try writer.snapshot(3, "books", .null)
    try writer.snapshot(5, "notes", .null)
    try writer.snapshot(8, "notes", .null)
    try writer.turn(10, "books")
    try writer.snapshot(10, "notes", .null)
    try writer.writeMark()
    writer.close()
    // At 10 books has a turn that its snapshot after 3 does not cover; at 8 all is well.
    let result = try JournalCompaction.compact(at: folder.file(), turnsUpTo: 10)
    #expect(result.keptAfter == 8 && result.turns == 8)
    let reader = try JournalReader(at: folder.file())
    #expect(
      try reader.snapshots().map { "\($0.store) \($0.sequence)" } == [
        "idle 0", "books 3", "notes 8", "notes 10",
      ])
    #expect(try reader.verify().findings.isEmpty)
  }

  @Test("Without a snapshot of every store nothing is removed")
  func noSnapshot() throws {
    let writer = try RowWriter(folder.file())
    try writer.turn(1, "notes")
    try writer.turn(2, "books")
    try writer.snapshot(2, "notes", .null)
    try writer.writeMark()
    writer.close()
    #expect(try JournalCompaction.compact(at: folder.file(), turnsUpTo: 2).turns == 0)
    #expect(try JournalReader(at: folder.file()).turns().all().count == 2)
  }

  @Test("Snapshots go by the retention, and those that are needed stay")
  func snapshots() throws {
    let writer = try RowWriter.sample(folder.file(), turns: 50)
    try writer.writeMark()
    writer.close()
    let result = try JournalCompaction.compact(at: folder.file(), snapshots: .newest(2))
    #expect(result.turns == 0 && result.snapshots == 6)
    let reader = try JournalReader(at: folder.file())
    #expect(try reader.snapshots().map(\.sequence) == [0, 0, 40, 40, 50, 50])
    #expect(try reader.verify().findings.isEmpty)
  }

  @Test("It is refused while another process writes, where turns are lost, and where there is no journal")
  func refused() throws {
    let writer = try RowWriter.sample(folder.file(), turns: 20)
    try writer.writeMark(21)
    #expect(throws: JournalError.lost(path: folder.file(), acknowledged: 21, found: 20)) {
      try JournalCompaction.compact(at: folder.file(), turnsUpTo: 20)
    }
    writer.close()
    let holder = try RowWriter(folder.file(), holding: true)
    let error = #expect(throws: JournalError.self) { try JournalCompaction.compact(at: folder.file()) }
    guard case .inUse? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    holder.close()
    #expect(throws: JournalError.missing(path: folder.file("none"))) {
      try JournalCompaction.compact(at: folder.file("none"))
    }
    try folder.write(Array("no journal".utf8), to: "other")
    #expect(throws: JournalError.self) { try JournalCompaction.compact(at: folder.file("other")) }
    #expect(!folder.names.contains("other-mark") && !folder.names.contains("none-mark"))
  }
}

@Suite("Exchange: retention of snapshots")
struct ExchangeRetentionTests {
  private let sequences: [UInt64] = [0, 10, 20, 30, 40, 50, 60]

  @Test("What is kept is what the retention says, and the oldest in any case")
  func kinds() {
    #expect(SnapshotRetention.all.surplus(of: sequences) == [])
    #expect(SnapshotRetention.newest(2).surplus(of: sequences.shuffled()) == [10, 20, 30, 40])
    #expect(SnapshotRetention.newest(0).surplus(of: sequences) == [10, 20, 30, 40, 50, 60])
    #expect(SnapshotRetention.newest(-1).surplus(of: sequences) == [10, 20, 30, 40, 50, 60])
    #expect(SnapshotRetention.newest(9).surplus(of: sequences) == [])
    #expect(SnapshotRetention.spaced(newest: 1, turns: 25).surplus(of: sequences) == [10, 20, 40, 50])
    #expect(SnapshotRetention.spaced(newest: 3, turns: 25).surplus(of: sequences) == [10, 20])
    #expect(SnapshotRetention.spaced(newest: 0, turns: 0).surplus(of: sequences) == [])
    #expect(SnapshotRetention.newest(1).surplus(of: []) == [])
  }

  @Test("The first snapshot after a gap stays")
  func gaps() {
    let gaps = [JournalGap(after: 12, until: 20, reason: ""), JournalGap(after: 70, until: 80, reason: "")]
    #expect(SnapshotRetention.newest(1).surplus(of: sequences, gaps: gaps) == [10, 30, 40, 50])
    #expect(
      SnapshotRetention.spaced(newest: 1, turns: 40).surplus(of: sequences, gaps: gaps) == [10, 30, 40, 50])
  }

  @Test("Thinning again and again, as snapshots come, keeps as many as there is room for")
  func overTime() {
    var kept: [UInt64] = []
    let retention = SnapshotRetention.spaced(newest: 3, turns: 100)
    for sequence in stride(from: 0, through: 1_000, by: 10) {
      kept.append(UInt64(sequence))
      let surplus = Set(retention.surplus(of: kept))
      kept.removeAll { surplus.contains($0) }
    }
    #expect(kept == [0, 100, 200, 300, 400, 500, 600, 700, 800, 900, 980, 990, 1_000])
  }
}
