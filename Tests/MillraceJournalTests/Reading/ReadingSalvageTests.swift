import MillraceJournal
import Testing

@Suite("Reading: salvage")
struct ReadingSalvageTests {
  let folder: ReadingFolder

  init() throws { folder = try ReadingFolder() }

  /// A journal whose turns fill many pages, and the pages of the file.
  private func large() throws -> [UInt8] {
    let writer = try RowWriter(folder.file())
    try writer.execute("BEGIN")
    for sequence in 1...2_000 as ClosedRange<UInt64> {
      try writer.turn(sequence, "notes", .text("the message of turn \(sequence)"))
    }
    try writer.execute("COMMIT")
    try writer.writeMark()
    writer.close()
    return try #require(folder.bytes("a.journal"))
  }

  /// The pages in which the message of a turn stands.
  private func page(of text: String, in bytes: [UInt8]) throws -> Int {
    let wanted = Array(text.utf8)
    for start in 0..<(bytes.count - wanted.count) where bytes[start] == wanted[0] {
      if bytes[start..<(start + wanted.count)].elementsEqual(wanted) { return start / 4096 }
    }
    throw CancellationError()
  }

  private func salvage(_ bytes: [UInt8]) throws -> (summary: ExchangeSummary, turns: [UInt64]) {
    try folder.write(bytes, to: "b.journal")
    let reader = try JournalReader(at: folder.file("b.journal"))
    let summary = try reader.exportJournal(
      to: folder.file("b.jsonl"), options: ExportOptions(salvage: true))
    try JournalImport.run(from: folder.file("b.jsonl"), to: folder.file("c.journal"))
    let salvaged = try JournalReader(at: folder.file("c.journal"))
    #expect(try salvaged.verify().isDamaged == false)
    let turns = try salvaged.turns().all()
    for turn in turns { #expect(turn.message == .text("the message of turn \(turn.sequence)")) }
    return (summary, turns.map(\.sequence))
  }

  @Test("A page that is gone costs the turns on it and no others")
  func onePage() throws {
    var bytes = try large()
    let page = try page(of: "the message of turn 1000", in: bytes)
    for place in (page * 4096)..<((page + 1) * 4096) { bytes[place] = 0 }
    let (summary, turns) = try salvage(bytes)
    let missing = Set(1...2_000 as ClosedRange<UInt64>).subtracting(turns)
    #expect(missing.contains(1_000) && missing.count < 80)
    #expect(missing.count == Int((missing.max() ?? 0) - (missing.min() ?? 0)) + 1)
    let gaps = try JournalReader(at: folder.file("c.journal")).gaps()
    #expect(gaps.map(\.after) == [(missing.min() ?? 0) - 1])
    #expect(gaps.map(\.until) == [(missing.max() ?? 0) + 1])
    #expect(!summary.findings.isEmpty)
  }

  @Test("Two pages that are gone leave what is between them")
  func twoPages() throws {
    var bytes = try large()
    for turn in [500, 700] {
      let page = try page(of: "the message of turn \(turn)", in: bytes)
      for place in (page * 4096)..<((page + 1) * 4096) { bytes[place] = 0xFF }
    }
    let (_, turns) = try salvage(bytes)
    #expect(turns.contains(600) && !turns.contains(500) && !turns.contains(700))
    #expect(turns.first == 1 && turns.last == 2_000)
    #expect(turns.count > 1_850)
  }

  @Test("A file that was cut gives what comes before the cut")
  func cut() throws {
    let bytes = try large()
    let page = try page(of: "the message of turn 1500", in: bytes)
    let (_, turns) = try salvage(Array(bytes[..<(page * 4096)]))
    #expect(turns.contains(1_400) && !turns.contains(1_500))
  }

  @Test("A turn whose sum is wrong is left out alone, and leaves a gap")
  func wrongSum() throws {
    let writer = try RowWriter.sample(folder.file(), turns: 30)
    try writer.execute("UPDATE turns SET message = x'00' WHERE sequence IN (7, 8)")
    try writer.execute("DELETE FROM stores WHERE name = 'books'")
    writer.close()
    let reader = try JournalReader(at: folder.file())
    let error = #expect(throws: JournalError.self) { try reader.exportJournal(to: folder.file("b.jsonl")) }
    guard case .damaged? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(folder.bytes("b.jsonl") == nil)
    let summary = try reader.exportJournal(to: folder.file("b.jsonl"), options: ExportOptions(salvage: true))
    #expect(summary.turns == 28 && summary.gaps == 1)
    #expect(summary.findings.contains { $0.text.contains("Turn 7 has a wrong checksum") })
    #expect(summary.findings.contains { $0.text.contains("The name of the store with the number 2 is lost") })
    try JournalImport.run(from: folder.file("b.jsonl"), to: folder.file("c.journal"))
    let salvaged = try JournalReader(at: folder.file("c.journal"))
    #expect(try salvaged.gaps().map { [$0.after, $0.until] } == [[6, 9]])
    #expect(try salvaged.turn(9)?.store == "lost store 2")
  }

  @Test("A gap that was recorded and one that salvage makes become one where they touch")
  func touchingGaps() throws {
    let writer = try RowWriter(folder.file())
    for sequence in 1...5 as ClosedRange<UInt64> { try writer.turn(sequence) }
    try writer.gap(after: 5, until: 20)
    for sequence in 20...23 as ClosedRange<UInt64> { try writer.turn(sequence) }
    try writer.execute("UPDATE turns SET time = 1 WHERE sequence IN (5, 22, 23)")
    writer.close()
    let reader = try JournalReader(at: folder.file())
    try reader.exportJournal(to: folder.file("b.jsonl"), options: ExportOptions(salvage: true))
    try JournalImport.run(from: folder.file("b.jsonl"), to: folder.file("c.journal"))
    let gaps = try JournalReader(at: folder.file("c.journal")).gaps()
    #expect(gaps.map { [$0.after, $0.until] } == [[4, 20], [21, 24]])
  }
}
