import Millrace
import MillraceSync

extension SharedLogLaws {
  /// Texts that a log in which a text is anything but bytes would change, refuse or carry out.
  private static let hostile = [
    "'; DROP TABLE entries; --", "\" OR \"\"=\"", "$1 $2 ?1 :name @name", "%s %n %00 %2F", "\\", "\\0",
    "\\x00",
    "NULL", "null", "{\"a\": [1, \"", "{1,NULL}", "<script>&amp;", "../../etc", " ", "  x  ", "\t\r\n",
    "a\nb",
    "\u{1}\u{7F}\u{80}\u{9F}", "\u{FEFF}x", "\u{FFFD}\u{FFFF}", "\u{202E}abc", "\u{E9}", "e\u{301}",
    "\u{1F468}\u{200D}\u{1F469}",
    "\u{10FFFF}", "A", "a", "ß", "ss", "İ", "ı",
  ]

  /// The laws of the contents of entries.
  static let contents: [SharedLogLaw] = [
    SharedLogLaw("writers-by-bytes", "Writers are told apart by the bytes of their names.") {
      run async throws(SharedLogLawFailure) in
      let log = try await run.open()
      let names = ["\u{E9}", "e\u{301}", "e", "E", " e", "e ", "\u{212B}", "\u{C5}", "A\u{30A}"]
      var sent: [LogEntry] = []
      for round in 1...2 as ClosedRange<UInt64> {
        for name in names {
          let entry = try run.entry(name, round)
          sent.append(entry)
          try await log.append([entry], after: UInt64(sent.count) - 1)
        }
      }
      for entry in sent { try await log.append([entry], after: 0) }
      try await log.readAll()
    },
    SharedLogLaw("hostile-texts", "Every text comes back with the same bytes.") {
      run async throws(SharedLogLawFailure) in
      let log = try await run.open()
      let long = String(repeating: "\u{E9}", count: LogWriter.nameLimit / 2)
      var entries: [LogEntry] = []
      for text in hostile + [long] {
        var entry = try run.entry(text, 1)
        entry.store = text
        entry.kind = SchemaKind(name: text, version: 1)
        entry.message = Array(text.utf8)
        entries.append(entry)
      }
      for (index, entry) in entries.enumerated() { try await log.append([entry], after: UInt64(index)) }
      try await log.append(entries, after: 0)
      var forgery = entries[entries.count - 2]
      forgery.store += "x"
      try await log.append([forgery], after: 0)
      var snapshot = LogSnapshot(law: 2)
      snapshot.states = entries.map { LogState(store: $0.store, kind: $0.kind, rules: 1, state: $0.message) }
      snapshot.writers = entries.map { LogWriterNumber(writer: $0.writer, number: 1) }
      try await log.keep(snapshot, keeping: 1)
      try await log.readAll()
    },
    SharedLogLaw("same-looking", "Texts that look the same with other bytes are not the same entry.") {
      run async throws(SharedLogLawFailure) in
      let log = try await run.open()
      var entry = try run.entry("a", 1)
      entry.store = "\u{E9}"
      entry.kind = SchemaKind(name: "\u{E9}", version: 1)
      try await log.append([entry], after: 0)
      var other = entry
      other.store = "e\u{301}"
      try await log.append([other], after: 0)
      other = entry
      other.kind = SchemaKind(name: "e\u{301}", version: 1)
      try await log.append([other], after: 0)
      try await log.append([entry], after: 0)
      try await log.readAll()
    },
    SharedLogLaw("extremes", "The smallest and largest values and names come back.") {
      run async throws(SharedLogLawFailure) in
      let log = try await run.open()
      var entries = try run.entries(String(repeating: "w", count: LogWriter.nameLimit), 1...5)
      entries[0].time = .min
      entries[1].time = .max
      entries[2].kind = SchemaKind(
        name: String(repeating: "k", count: LogEntry.nameLimit), version: Int(Int32.max))
      entries[2].rules = Int(Int32.max)
      entries[3].store = String(repeating: "s", count: LogEntry.nameLimit)
      entries[3].check = LogCheck(position: UInt64(Int64.max), digest: .max)
      entries[4].message = Array(0...255)
      entries[4].time = -1
      try await log.append(entries, after: 0)
      try await log.append(entries, after: 0)
      var snapshot = LogSnapshot(law: 5)
      snapshot.digest = .max
      snapshot.states[0].rules = Int(Int32.max)
      snapshot.states[0].state = Array(0...255)
      snapshot.writers = [LogWriterNumber(writer: entries[0].writer, number: UInt64(Int64.max))]
      try await log.keep(snapshot, keeping: 5)
      try await log.readAll()
    },
    SharedLogLaw("checks", "An entry keeps the check with which it came first.") {
      run async throws(SharedLogLawFailure) in
      let log = try await run.open()
      var entries = try run.entries("a", 1...3)
      entries[0].check = LogCheck(position: 1, digest: 0)
      entries[1].check = LogCheck(position: 7, digest: .max)
      try await log.append(entries, after: 0)
      for index in entries.indices {
        entries[index].check = index == 0 ? nil : LogCheck(position: 9, digest: UInt64(index))
      }
      try await log.append(entries, after: 0)
      try await log.append(entries + (try run.entries("a", 4...4)), after: 0)
      try await log.readAll()
    },
  ]
}
