import Millrace
import MillraceSync

extension SharedLogLaws {
  /// The laws of appends that a log refuses.
  static let refusing: [SharedLogLaw] = [
    SharedLogLaw(
      "forged", "Another entry with a writer and number that the log has is refused, and changes nothing."
    ) {
      run async throws(SharedLogLawFailure) in
      let log = try await run.open()
      try await log.append(try run.entries("a", 1...2), after: 0)
      var forgeries = Array(repeating: try run.entry("a", 2), count: 6)
      forgeries[0].message.append(0)
      forgeries[1].store = "Notes"
      forgeries[2].kind = SchemaKind(name: "note", version: 2)
      forgeries[3].kind = SchemaKind(name: "other", version: 1)
      forgeries[4].rules = 2
      forgeries[5].time += 1
      for forgery in forgeries {
        try await log.append([forgery], after: 0)
        try await log.append([forgery] + (try run.entries("a", 3...3)), after: 0)
      }
      try await log.readAll()
      try await log.append(try run.entries("a", 3...3), after: 2)
      try await log.readAll()
    },
    SharedLogLaw(
      "gap", "An entry whose number does not follow its writer's last one is refused, and changes nothing."
    ) {
      run async throws(SharedLogLawFailure) in
      let log = try await run.open()
      try await log.append(try run.entries("a", 2...2), after: 0)
      try await log.append(try run.entries("a", 1...2), after: 0)
      try await log.append(try run.entries("a", 4...5), after: 0)
      try await log.append([try run.entry("a", 3), try run.entry("a", 5)], after: 0)
      try await log.append([try run.entry("a", UInt64(Int64.max))], after: 0)
      try await log.append([try run.entry("a", 4), try run.entry("a", 3)], after: 0)
      try await log.readAll()
      try await log.append(try run.entries("a", 3...3), after: 2)
      try await log.readAll()
    },
    SharedLogLaw("malformed", "An entry that is invalid is refused, and changes nothing.") {
      run async throws(SharedLogLawFailure) in
      let log = try await run.open()
      try await log.append(try run.entries("a", 1...1), after: 0)
      for flawed in flawed(try run.entry("a", 2)) {
        try await log.append([flawed], after: 0)
        try await log.append(try run.entries("b", 1...1) + [flawed], after: 1)
      }
      try await log.readAll()
      try await log.append(try run.entries("a", 2...2) + run.entries("b", 1...1), after: 1)
      try await log.readAll()
    },
    SharedLogLaw("all-or-nothing", "Of an append with one bad entry, no writer's entries are taken.") {
      run async throws(SharedLogLawFailure) in
      let log = try await run.open()
      try await log.append(try run.entries("a", 1...1) + run.entries("b", 1...1), after: 0)
      let good = try run.entries("c", 1...2) + run.entries("a", 2...3)
      var flawed = try run.entry("b", 2)
      flawed.message = []
      for bad in [try run.entry("b", 3), try run.entry("b", 1).forgery, flawed] {
        try await log.append(good + [bad], after: 2)
        try await log.append([bad] + good, after: 2)
        try await log.append(good[..<2] + [bad] + good[2...], after: 2)
      }
      try await log.readAll()
      try await log.append(good, after: 2)
      try await log.readAll()
    },
  ]

  /// The laws of positions that a log does not have.
  static let positions: [SharedLogLaw] = [
    SharedLogLaw("went-back", "A position behind the head is found before anything is appended.") {
      run async throws(SharedLogLawFailure) in
      let log = try await run.open()
      try await log.append(try run.entries("a", 1...3), after: 0)
      for position in [4, 5, 1_000, UInt64(Int64.max)] {
        try await log.read(after: position)
        try await log.append(try run.entries("a", 4...4), after: position)
        try await log.append([], after: position)
        try await log.readAll()
      }
      try await log.append(try run.entries("a", 4...4), after: 3)
      try await log.readAll()
    },
    SharedLogLaw("far-position", "A position that no log reaches is answered like any other behind the head.")
    {
      run async throws(SharedLogLawFailure) in
      let log = try await run.open()
      try await log.append(try run.entries("a", 1...1), after: 0)
      for position in [UInt64(Int64.max) + 1, .max - 1, .max] {
        try await log.read(after: position)
        try await log.append(try run.entries("a", 2...2), after: position)
        try await log.keep(LogSnapshot(law: position), keeping: 1)
      }
      try await log.readAll()
    },
    SharedLogLaw(
      "compacted", "A position before the entries that are left is found before anything is appended."
    ) {
      run async throws(SharedLogLawFailure) in
      let log = try await run.open()
      try await log.append(try run.entries("a", 1...6), after: 0)
      try await log.keep(LogSnapshot(law: 5), keeping: 2)
      for position in 0...6 as ClosedRange<UInt64> { try await log.read(after: position) }
      for position in 0...2 as ClosedRange<UInt64> {
        try await log.append(try run.entries("b", 1...1), after: position)
      }
      try await log.readAll()
      try await log.append(try run.entries("b", 1...1), after: 3)
      try await log.readAll()
    },
  ]

  /// Returns entries that no log accepts, made from one that it does.
  private static func flawed(_ entry: LogEntry) -> [LogEntry] {
    let changes: [(inout LogEntry) -> Void] = [
      { $0.number = 0 }, { $0.number = UInt64(Int64.max) + 1 }, { $0.number = .max },
      { $0.message = [] }, { $0.message = [UInt8](repeating: 1, count: LogEntry.messageLimit + 1) },
      { $0.store = "" }, { $0.store = String(repeating: "s", count: LogEntry.nameLimit + 1) },
      { $0.store = "no\0te" },
      { $0.kind = SchemaKind(name: "", version: 1) }, { $0.kind = SchemaKind(name: "\0", version: 1) },
      { $0.kind = SchemaKind(name: String(repeating: "é", count: 128), version: 1) },
      { $0.kind = SchemaKind(name: "note", version: 0) },
      { $0.kind = SchemaKind(name: "note", version: Int(Int32.max) + 1) },
      { $0.kind = SchemaKind(name: "note", version: .min) },
      { $0.rules = 0 }, { $0.rules = -1 }, { $0.rules = .max },
      { $0.check = LogCheck(position: 0, digest: 1) }, { $0.check = LogCheck(position: .max, digest: 1) },
    ]
    return changes.map { change in
      var flawed = entry
      change(&flawed)
      return flawed
    }
  }
}
