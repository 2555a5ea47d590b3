import MillraceSync

extension SharedLogLaws {
  /// The laws of positions and of the page that an append returns.
  static let appending: [SharedLogLaw] = [
    SharedLogLaw("empty", "A log is empty at first.") { run async throws(SharedLogLawFailure) in
      let log = try await run.open()
      try await log.readAll()
      try await log.append([], after: 1)
      try await log.append(try run.entries("a", 1...1), after: 1)
      try await log.readAll()
    },
    SharedLogLaw("gapless", "Positions count from 1 without gaps, whatever fails in between.") {
      run async throws(SharedLogLawFailure) in
      let log = try await run.open()
      for number in 1...4 as ClosedRange<UInt64> {
        try await log.append(try run.entries("a", number...number), after: number - 1)
        // Refused appends may not use up positions.
        try await log.append(try run.entries("a", (number + 2)...(number + 3)), after: number)
        try await log.append(try run.entries("a", (number + 1)...(number + 1)), after: number + 1)
      }
      try await log.append(try run.entries("b", 1...3), after: 4)
      try await log.readAll()
    },
    SharedLogLaw(
      "append-page", "An append returns the entries after the given position, other writers' among them."
    ) {
      run async throws(SharedLogLawFailure) in
      let log = try await run.open()
      let other = try await log.other()
      try await log.append(try run.entries("a", 1...2), after: 0)
      try await other.append(try run.entries("b", 1...2), after: 0)
      try await log.append(try run.entries("a", 3...3), after: 2)
      try await other.append(try run.entries("b", 3...3), after: 4)
      try await log.append(try run.entries("a", 4...4), after: 0)
      try await log.readAll()
    },
    SharedLogLaw("append-at-end", "Entries are appended at the end, whatever position the caller knows.") {
      run async throws(SharedLogLawFailure) in
      let log = try await run.open()
      try await log.append(try run.entries("a", 1...5), after: 0)
      try await log.append(try run.entries("b", 1...2), after: 1)
      try await log.append(try run.entries("c", 1...1), after: 6)
      try await log.readAll()
    },
    SharedLogLaw("append-order", "An append of several writers keeps the order of its entries.") {
      run async throws(SharedLogLawFailure) in
      let log = try await run.open()
      let a = try run.entries("a", 1...3)
      let b = try run.entries("b", 1...3)
      let z = try run.entries("B", 1...2)
      try await log.append([b[0], a[0], z[0], a[1], b[1], b[2], z[1], a[2]], after: 0)
      try await log.readAll()
    },
    SharedLogLaw("append-nothing", "An append of nothing only reads.") {
      run async throws(SharedLogLawFailure) in
      let log = try await run.open()
      try await log.append([], after: 0)
      try await log.append(try run.entries("a", 1...5), after: 0)
      for position in 0...6 as ClosedRange<UInt64> { try await log.append([], after: position) }
      try await log.keep(LogSnapshot(law: 4), keeping: 1)
      for position in 0...6 as ClosedRange<UInt64> { try await log.append([], after: position) }
      try await log.readAll()
    },
    SharedLogLaw("apart", "Two logs share neither entries, writers nor snapshots.") {
      run async throws(SharedLogLawFailure) in
      let left = try await run.open("left")
      let right = try await run.open("right")
      try await left.append(try run.entries("a", 1...3), after: 0)
      try await right.append(try run.entries("a", 1...1).map(\.forgery), after: 0)
      try await left.keep(LogSnapshot(law: 3), keeping: 1)
      try await right.readAll()
      try await right.append(try run.entries("a", 2...2).map(\.forgery), after: 0)
      try await left.readAll()
      try await right.readAll()
    },
  ]

  /// The laws of entries that are sent again.
  static let resending: [SharedLogLaw] = [
    SharedLogLaw("resend-whole", "An append that is sent again is taken once.") {
      run async throws(SharedLogLawFailure) in
      let log = try await run.open()
      let other = try await log.other()
      let entries = try run.entries("a", 1...3)
      for handle in [log, other, log] { try await handle.append(entries, after: 0) }
      try await other.append(try run.entries("b", 1...1), after: 3)
      try await log.append(entries, after: 3)
      try await log.readAll()
    },
    SharedLogLaw("resend-partly", "Of an append that overlaps an earlier one, the new entries are taken.") {
      run async throws(SharedLogLawFailure) in
      let log = try await run.open()
      try await log.append(try run.entries("a", 1...3), after: 0)
      try await log.append(try run.entries("a", 2...5), after: 0)
      try await log.append(try run.entries("b", 1...1) + run.entries("a", 5...6), after: 3)
      try await log.append(try run.entries("a", 2...2), after: 0)
      try await log.append(try run.entries("a", 6...7) + run.entries("b", 1...2), after: 0)
      try await log.readAll()
    },
    SharedLogLaw("resend-within", "An entry that is twice in one append is taken once.") {
      run async throws(SharedLogLawFailure) in
      let log = try await run.open()
      let entries = try run.entries("a", 1...3)
      try await log.append([entries[0], entries[1], entries[0], entries[1], entries[2]], after: 0)
      let more = try run.entries("a", 4...5)
      try await log.append([more[0], more[0].forgery, more[1]], after: 0)
      try await log.readAll()
    },
    SharedLogLaw(
      "resend-behind-compaction", "An entry that was removed behind a snapshot is not taken again."
    ) {
      run async throws(SharedLogLawFailure) in
      let log = try await run.open()
      try await log.append(try run.entries("a", 1...3) + run.entries("b", 1...4), after: 0)
      try await log.keep(LogSnapshot(law: 7), keeping: 2)
      let other = try await log.other()
      try await other.append(try run.entries("a", 1...3), after: 7)
      try await other.append(try run.entries("a", 3...4), after: 7)
      try await other.append(try run.entries("a", 2...2).map(\.forgery), after: 7)
      try await other.append(try run.entries("b", 1...5), after: 7)
      try await other.append(try run.entries("a", 6...6), after: 7)
      try await log.readAll()
    },
  ]
}
