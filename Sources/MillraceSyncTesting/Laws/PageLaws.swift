import MillraceSync

extension SharedLogLaws {
  /// The laws of the sizes of pages.
  static let pages: [SharedLogLaw] = [
    SharedLogLaw(
      "page-minimum", "A page has two entries if the log has two after the position, whatever the limit."
    ) {
      run async throws(SharedLogLawFailure) in
      let log = try await run.open()
      try await log.append(try run.entries("a", 1...5), after: 0)
      for limit in [Int.min, -1, 0, 1, 2, 3, 5, 6, .max] {
        for position in 0...5 as ClosedRange<UInt64> { try await log.read(after: position, limit: limit) }
      }
    },
    SharedLogLaw("page-maximum", "A page has no more entries than its limit, and no more than one thousand.")
    {
      run async throws(SharedLogLawFailure) in
      let log = try await run.open()
      let count = UInt64(LogPage.entryLimit) + 3
      try await log.append(try run.entries("a", 1...600), after: 0)
      try await log.append(try run.entries("a", 601...count), after: 0)
      for limit in [2, 999, 1_000, 1_001, .max] {
        for position in [0, 1, 3, 4] as [UInt64] { try await log.read(after: position, limit: limit) }
      }
      try await log.append([], after: 1)
      try await log.readAll()
    },
    SharedLogLaw("page-bytes", "A page ends at four megabytes, but has two entries even if they are larger.")
    {
      run async throws(SharedLogLawFailure) in
      let log = try await run.open()
      var entries = try run.entries("a", 1...7)
      for index in entries.indices where index != 5 {
        let byte = UInt8(truncatingIfNeeded: index)
        entries[index].message = [UInt8](repeating: byte, count: LogEntry.messageLimit)
      }
      for (index, entry) in entries.enumerated() { try await log.append([entry], after: UInt64(index)) }
      for position in 0...7 as ClosedRange<UInt64> {
        try await log.read(after: position)
        try await log.read(after: position, limit: 0)
      }
      try await log.append([], after: 0)
    },
  ]
}
