import MillraceSync

extension SharedLogLaws {
  /// The law of random operations.
  static let random: [SharedLogLaw] = [
    SharedLogLaw("random", "Random appends, resends, reads and removals give the answers of the model.") {
      run async throws(SharedLogLawFailure) in
      var random = SeededRandom(run.seed)
      let log = try await run.open()
      let handles = [log, try await log.other()]
      let writers = try ["a", "b", "\u{E9}", "e\u{301}"].map { name throws(SharedLogLawFailure) in
        try run.writer(name)
      }
      for _ in 0..<150 {
        let handle = random.pick(handles)
        let (first, head) = (log.model.first, log.model.head)
        let near = first - 1 + UInt64(random.below(Int(head - (first - 1)) + 1))
        switch random.below(10) {
        case 0...4:
          let position = random.isOne(in: 8) ? random.pick([0, head + 1, head + 9]) : near
          let entries = batch(of: writers, in: log.model, &random)
          try await handle.append(entries, after: position)
        case 5, 6: try await handle.read(after: near, limit: random.pick([-1, 0, 1, 2, 3, 5, .max]))
        case 7: try await handle.read(after: random.pick([0, first, head, head + 1]))
        case 8:
          let snapshot = LogSnapshot(law: random.isOne(in: 8) ? head + 1 : max(near, 1))
          try await handle.keep(snapshot, keeping: random.pick([-1, 0, 1, 2, 5, .max]))
        default:
          try await handle.snapshot()
          try await handle.head()
        }
      }
      try await log.readAll()
    }
  ]

  /// Returns entries to append; some were sent before, and at times one is bad.
  private static func batch(
    of writers: [LogWriter], in book: LogBook, _ random: inout SeededRandom
  ) -> [LogEntry] {
    var entries: [LogEntry] = []
    for writer in writers where random.isOne(in: 2) {
      let last = book.writers[writer] ?? 0
      let start = last + 1 - UInt64(random.below(Int(min(last, 3)) + 1))
      for number in start..<(last + 1 + UInt64(random.below(4))) {
        var entry = LogEntry(law: writer, number)
        if random.isOne(in: 3) { entry.check = LogCheck(position: 1, digest: random.next()) }
        entries.append(entry)
      }
    }
    // One bad entry only, since the contract does not say which of two is named. An entry that was sent
    // before is one if it came with another message then.
    var tried = book
    if random.isOne(in: 5), let last = entries.indices.last,
      (try? tried.append(entries, after: tried.head)) != nil
    {
      switch random.below(3) {
      case 0: entries[last] = entries[last].forgery
      case 1: entries[last].number += 5
      default: entries[last].message = []
      }
    }
    return entries
  }
}
