import Testing

@testable import MillraceJournal

@Suite("Exchange: export and import")
@FaultsActor
struct ExchangeExportTests {
  let folder: ReadingFolder

  init() throws { folder = try ReadingFolder() }

  private func export(_ name: String, _ options: ExportOptions = ExportOptions()) throws -> String {
    var text: [UInt8] = []
    try JournalReader(at: folder.file(name)).exportJournal(options: options) { text += $0 }
    return String(decoding: text, as: UTF8.self)
  }

  @Test("An export has the lines that its description says, in that order")
  func lines() throws {
    let writer = try RowWriter(folder.file(), flow: "shop", id: "ab")
    try writer.snapshot(0, "notes", .object([]))
    try writer.turn(
      1, "notes", .object([.init(key: "n", value: .float(1))]), cause: (3, 2, 1), isHandled: false,
      effects: .array([RowWriter.event("started", effect: 1, turn: 1, [("label", "s")])]))
    try writer.event(after: 1)
    try writer.gap(after: 1, until: 4)
    try writer.snapshot(4, "notes", .null)
    try writer.turn(4, "notes", nil, cause: (4, 7, nil))
    try writer.snapshot(9, "notes", .null)
    try writer.task("k", asked: 1, status: 2, ended: 4)
    writer.close()
    let expected = [
      #"{"millrace":"journal","format":1,"flow":"shop","id":"ab","stores":["notes"],"kinds":"#
        + #"[{"name":"state","version":1},{"name":"note","version":1},{"name":"request","version":1}]}"#,
      #"{"snapshot":0,"time":7,"store":"notes","kind":"state","version":1,"state":{}}"#,
      #"{"turn":1,"time":1000000000,"store":"notes","kind":"note","version":1,"message":{"n":1.0},"#
        + #""cause":{"effect":2,"turn":1},"handled":false,"#
        + #""effects":[{"kind":"started","effect":1,"turn":1,"label":"s"}]}"#,
      #"{"event":{"kind":"finished","effect":1,"turn":1},"number":1,"after":1,"time":5,"store":"notes"}"#,
      #"{"gap":1,"until":4,"reason":"the disk was full"}"#,
      #"{"turn":4,"time":4000000000,"store":"notes","cause":{"subscription":7}}"#,
      #"{"snapshot":4,"time":7,"store":"notes","kind":"state","version":1,"state":null}"#,
      #"{"task":"k","time":9,"store":"notes","kind":"request","version":1,"request":"do it","asked":1,"#
        + #""status":"failed","attempts":1,"ended":4}"#,
    ]
    let lines = try export("a.journal").split(separator: "\n").map(String.init)
    #expect(Array(lines.dropLast()) == expected)
    #expect(
      lines.last?.hasPrefix(#"{"end":8,"turns":2,"events":1,"snapshots":2,"tasks":1,"gaps":1,"checksum":""#)
        == true)
    let all = try export("a.journal", ExportOptions(snapshots: .all))
    #expect(all.contains(#"{"snapshot":9,"#))
  }

  @Test("What was exported and imported gives the same bytes again", arguments: 0..<8)
  func roundTrip(_ seed: UInt64) throws {
    try ExchangeStory(seed: seed).write(to: folder.file()).close()
    for (number, options) in [ExportOptions(), ExportOptions(snapshots: .all)].enumerated() {
      let summary = try JournalReader(at: folder.file()).exportJournal(
        to: folder.file("\(number).jsonl"), options: options)
      #expect(try JournalImport.validate(folder.file("\(number).jsonl")) == summary, "seed \(seed)")
      let imported = try JournalImport.run(
        from: folder.file("\(number).jsonl"), to: folder.file("\(number).journal"))
      #expect(imported == summary, "seed \(seed)")
      try JournalReader(at: folder.file("\(number).journal")).exportJournal(
        to: folder.file("\(number)-again.jsonl"), options: options)
      #expect(folder.bytes("\(number)-again.jsonl") == folder.bytes("\(number).jsonl"), "seed \(seed)")
      let copy = try JournalReader(at: folder.file("\(number).journal"))
      #expect(try copy.verify().isDamaged == false, "seed \(seed)")
      #expect(try copy.compare(JournalReader(at: folder.file()), ignoring: []) == nil, "seed \(seed)")
      // As JSON: bytes have become texts.
      let tasks = try [copy, JournalReader(at: folder.file())].map { reader in
        try reader.tasks().map { "\($0.key) \($0.status) \($0.attempts) \($0.request.json())" }
      }
      #expect(tasks[0] == tasks[1], "seed \(seed)")
    }
  }

  @Test("Nothing is written where something is, and nothing is left behind")
  func targets() throws {
    try RowWriter.sample(folder.file()).close()
    let reader = try JournalReader(at: folder.file())
    try reader.exportJournal(to: folder.file("a.jsonl"))
    let before = folder.names
    #expect(throws: JournalError.exists(path: folder.file("a.jsonl"))) {
      try reader.exportJournal(to: folder.file("a.jsonl"))
    }
    #expect(throws: JournalError.exists(path: folder.file())) {
      try JournalImport.run(from: folder.file("a.jsonl"), to: folder.file())
    }
    #expect(throws: JournalError.self) { try reader.exportJournal(to: folder.file("no/a.jsonl")) }
    #expect(throws: JournalError.self) {
      try JournalImport.run(from: folder.file("a.jsonl"), to: folder.file("no/a.journal"))
    }
    #expect(throws: JournalError.self) { try JournalImport.validate(folder.file("none")) }
    #expect(folder.names == before)
    try folder.write([1], to: "b.journal-wal")
    #expect(throws: JournalError.self) {
      try JournalImport.run(from: folder.file("a.jsonl"), to: folder.file("b.journal"))
    }
  }

  @Test("An import leaves one file and its mark, which says what is there")
  func files() throws {
    try RowWriter.sample(folder.file()).close()
    try JournalReader(at: folder.file()).exportJournal(to: folder.file("a.jsonl"))
    try JournalImport.run(from: folder.file("a.jsonl"), to: folder.file("b.journal"))
    #expect(folder.names.filter { $0.hasPrefix("b.") } == ["b.journal", "b.journal-mark"])
    let report = try JournalReader(at: folder.file("b.journal")).verify()
    #expect(report.findings.isEmpty && report.turns == 30)
    let mark = try #require(MarkFile.read(journal: folder.file("b.journal")))
    #expect(mark.sequence == 30)
    let reader = try JournalReader(at: folder.file("b.journal"))
    #expect(try reader.rawSum(30) == Int64(bitPattern: mark.sum))
  }

  @Test("An import does not take the path that another program is about to write to")
  func place() throws {
    try RowWriter.sample(folder.file()).close()
    try JournalReader(at: folder.file()).exportJournal(to: folder.file("a.jsonl"))
    let writer = try RowWriter(folder.file("b.journal"), holding: true)
    writer.close()
    try folder.remove("b.journal")
    let error = #expect(throws: JournalError.self) {
      try JournalImport.run(from: folder.file("a.jsonl"), to: folder.file("b.journal"))
    }
    guard case .inUse? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(!folder.names.contains { $0.contains(".new-") })
    withExtendedLifetime(writer) {}
  }
}
